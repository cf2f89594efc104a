// Whether the browser still plays nothing on this page.
import { useSyncExternalStore } from 'react'
import { player } from './player.ts'

/** Until the first click, touch or key. */
export const useBlocked = (): boolean => useSyncExternalStore(onGesture, isBlocked, () => false)

const isBlocked = () => player().isBlocked()

// Whichever of them the browser takes for one: it says so once they are over.
const gestures = ['pointerup', 'click', 'keydown'] as const

const onGesture = (changed: () => void) => {
  const look = () => setTimeout(changed)
  for (const gesture of gestures) addEventListener(gesture, look, true)
  return () => {
    for (const gesture of gestures) removeEventListener(gesture, look, true)
  }
}
