// A message at the top centre that leaves by itself: public pages have no toasts.
import { useEffect, useState } from 'react'
import styles from './banner.module.css'
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
    <div className={styles.banner} data-state={state} role={state === 'critical' ? 'alert' : 'status'}>
      <Icon name={state} size="medium" />
      {text}
    </div>
  )
}
