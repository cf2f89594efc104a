// Whether somebody is about to press something here: what lies below their finger or pointer must not change places then.
import { type RefObject, useEffect, useState } from 'react'

const restMs = 2_000

/** From when the pointer moves or presses in the element, until it leaves it or rests. */
export const usePointing = (element: RefObject<HTMLElement | null>, isDrawn = true): boolean => {
  const [isPointing, setIsPointing] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (!watched || !isDrawn) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(timer)
      setIsPointing(false)
    }
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(end, restMs)
      setIsPointing(true)
    }
    const endWithMouse = ({ pointerType }: PointerEvent) => {
      // A finger leaves with every lift, and comes back.
      if (pointerType === 'mouse') end()
    }
    watched.addEventListener('pointermove', begin)
    watched.addEventListener('pointerdown', begin)
    watched.addEventListener('pointerleave', endWithMouse)
    return () => {
      end()
      watched.removeEventListener('pointermove', begin)
      watched.removeEventListener('pointerdown', begin)
      watched.removeEventListener('pointerleave', endWithMouse)
    }
  }, [element, isDrawn])
  return isPointing
}
