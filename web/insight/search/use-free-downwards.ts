// A list that scrolls, inside what is drawn away downwards: at its top a finger that goes down has nothing to scroll, and
// is left to whatever draws.
import { type RefObject, useEffect } from 'react'

export const useFreeDownwards = (list: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const held = list.current
    if (!held) return undefined
    let from = 0
    const begin = ({ touches }: TouchEvent) => {
      from = touches[0]?.clientY ?? 0
    }
    // The browser takes the finger for scrolling, and tells nobody else of it, unless it is asked not to.
    const move = (event: TouchEvent) => {
      const goesDown = (event.touches[0]?.clientY ?? 0) > from
      if (goesDown && held.scrollTop <= 0 && event.cancelable) event.preventDefault()
    }
    held.addEventListener('touchstart', begin, { passive: true })
    held.addEventListener('touchmove', move, { passive: false })
    return () => {
      held.removeEventListener('touchstart', begin)
      held.removeEventListener('touchmove', move)
    }
  }, [list])
