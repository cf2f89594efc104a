// One tooltip for the whole screen: source and exact time of whatever is hovered or focused.
import { useEffect, useState } from 'react'
import { exactTime } from '../../kit/time.ts'

interface Tip {
  readonly source: string
  readonly at: string | undefined
  readonly left: number
  readonly top: number
}

/** Elements carry `data-tip="source|moment"`, either part optional; a thousand of them cost no listeners. */
export const TipLayer = ({ timeZone }: { readonly timeZone: string }) => {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => {
    const show = (event: Event) => setTip(tipAt(event.target))
    const hide = () => setTip(null)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    document.addEventListener('pointerover', show)
    document.addEventListener('focusin', show)
    document.addEventListener('focusout', hide)
    document.addEventListener('keydown', onKey)
    document.addEventListener('scroll', hide, true)
    return () => {
      document.removeEventListener('pointerover', show)
      document.removeEventListener('focusin', show)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('scroll', hide, true)
    }
  }, [])
  if (!tip) return null
  return (
    <div
      className="pointer-events-none fixed z-1600 grid max-w-[272px] rounded bg-text px-3 py-2 text-xs wrap-anywhere text-surface"
      style={{ left: tip.left, top: tip.top }}
      role="tooltip"
    >
      {tip.source && <span>{tip.source}</span>}
      {tip.at && <time dateTime={tip.at}>{exactTime(tip.at, timeZone)}</time>}
    </div>
  )
}

const margin = 8

const tipAt = (target: EventTarget | null): Tip | null => {
  if (!(target instanceof Element)) return null
  // A focused row shows the tip of the value inside it; a sheet or a part that scrolls is no row.
  const isRow = target.matches(':focus:not([role="dialog"], section)')
  const holder = target.closest('[data-tip]') ?? (isRow ? target.querySelector('[data-tip]') : null)
  if (!holder) return null
  const [source = '', at] = (holder.getAttribute('data-tip') ?? '').split('|')
  const box = holder.getBoundingClientRect()
  const left = Math.max(margin, Math.min(box.left, window.innerWidth - 280))
  return { source, at, left, top: box.bottom + margin / 2 }
}
