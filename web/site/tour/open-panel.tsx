// What the open tab shows, or that it is on its way.
import { createElement, useEffect, useState } from 'react'
import { fetchBehind, type PanelProps, panelOf } from './panels.ts'
import { addressOf, type Tab } from './tabs.ts'

const askAgainMs = 2_000

export const OpenPanel = ({ tab, ...props }: PanelProps & { readonly tab: Tab }) => {
  const panel = panelOf(tab.key)
  const [, setArrivals] = useState(0)
  const isMissing = panel === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const ask = async (): Promise<void> => {
      const isHere = await fetchBehind().then(
        () => true,
        () => false,
      )
      if (left) return
      if (isHere) setArrivals((count) => count + 1)
      else timer = setTimeout(() => void ask(), askAgainMs)
    }
    void ask()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [isMissing])
  if (panel) return <div className="min-w-0">{createElement(panel, props)}</div>
  return (
    <p className="text-muted">
      This part is on its way. If it does not come, <a href={addressOf(tab)}>open it anew</a>.
    </p>
  )
}
