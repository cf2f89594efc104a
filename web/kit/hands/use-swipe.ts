// An element that is drawn along with the pointer and dismissed by a swipe: touch, pen and mouse alike.
import { type RefObject, useRef } from 'react'
import { beginSwipe, type Point, type Swipe, type Way } from './swipe.ts'

/** As much of a pointer's event as it takes. */
interface Held {
  readonly pointerId: number
  readonly pointerType: string
  readonly isPrimary: boolean
  readonly button: number
  readonly clientX: number
  readonly clientY: number
  readonly timeStamp: number
  readonly target: EventTarget
  readonly currentTarget: Pick<Element, 'setPointerCapture'>
}

interface SwipeProps {
  readonly onPointerDown: (event: Held) => void
  readonly onPointerMove: (event: Held) => void
  readonly onPointerUp: (event: Held) => void
  readonly onPointerCancel: () => void
  readonly onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => void
}

/**
 * What the element that is held needs; `drawn` is the one that moves with it. The stylesheet says with `touch-action`
 * which ways are left to scrolling.
 */
export const useSwipe = (way: Way, drawn: RefObject<HTMLElement | null>, onDismiss: () => void): SwipeProps => {
  const held = useRef<{ readonly pointer: number; readonly swipe: Swipe } | null>(null)
  const swiped = useRef(false)

  const settle = () => {
    held.current = null
    drawn.current?.style.removeProperty('--drawn')
    drawn.current?.removeAttribute('data-drawn')
  }
  return {
    onPointerDown(event) {
      swiped.current = false
      if (held.current || !event.isPrimary || event.button !== 0 || isTyped(event)) return
      held.current = { pointer: event.pointerId, swipe: beginSwipe(way, pointOf(event)) }
    },
    onPointerMove(event) {
      if (held.current?.pointer !== event.pointerId) return
      const distance = held.current.swipe.move(pointOf(event))
      if (distance === null) return
      if (!swiped.current) event.currentTarget.setPointerCapture(event.pointerId)
      swiped.current = true
      drawn.current?.style.setProperty('--drawn', `${distance}px`)
      drawn.current?.setAttribute('data-drawn', '')
    },
    onPointerUp(event) {
      if (held.current?.pointer !== event.pointerId) return
      const outcome = held.current.swipe.end(pointOf(event))
      settle()
      // The click of letting go comes with it; the next one is of something else.
      setTimeout(() => (swiped.current = false))
      if (outcome === 'dismissed') onDismiss()
    },
    onPointerCancel() {
      settle()
      swiped.current = false
    },
    // Letting go is a click on what lies there, and was not meant so.
    onClickCapture(event) {
      if (!swiped.current) return
      swiped.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

const pointOf = ({ clientX, clientY, timeStamp }: Held): Point => ({ x: clientX, y: clientY, at: timeStamp })

// The mouse chooses text in a field; a finger draws.
const isTyped = ({ target, pointerType }: Held) => pointerType === 'mouse' && target instanceof HTMLInputElement
