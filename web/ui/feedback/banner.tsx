// A message at the top centre that leaves by itself: public pages have no toasts.
import { useEffect, useState } from 'react'
import { Icon } from '../primitives/icon.tsx'

interface BannerProps {
  readonly text: string
  readonly state: 'information' | 'warning' | 'critical' | 'normal'
  /** How long it stays; absent: until it is taken away. */
  readonly forMs?: number
}

export const Banner = ({ text, state, forMs }: BannerProps) => {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    if (forMs === undefined) return undefined
    const timer = setTimeout(() => setShown(false), forMs)
    return () => clearTimeout(timer)
  }, [forMs])
  if (!shown) return null
  return (
    <div
      className="fixed top-4 left-1/2 z-1500 flex w-max max-w-[calc(100vw-var(--space-8))] items-center gap-2 rounded border border-current bg-surface px-4 py-3 font-[550] text-state [box-shadow:0_8px_24px_rgb(0_0_0_/_18%)] [translate:-50%_0]"
      data-state={state}
      role={state === 'critical' ? 'alert' : 'status'}
    >
      <Icon name={state} size="medium" />
      {text}
    </div>
  )
}
