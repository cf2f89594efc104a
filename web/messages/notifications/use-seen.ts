// Tells that a notification was seen once most of it has been on the screen for a while.
import { type RefObject, useEffect } from 'react'
import { actSeen } from './acts.ts'

export const useSeen = (element: RefObject<Element | null>, id: string): void =>
  useEffect(() => {
    if (!element.current) return undefined
    let stop = () => {}
    const observer = new IntersectionObserver(
      (entries) => {
        stop()
        stop = entries.at(-1)?.isIntersecting === true ? actSeen(id) : () => {}
      },
      { threshold: 0.5 },
    )
    observer.observe(element.current)
    return () => {
      stop()
      observer.disconnect()
    }
  }, [element, id])
