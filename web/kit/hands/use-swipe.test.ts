import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSwipe } from './use-swipe.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const held = () => {
  const found: ReturnType<typeof useSwipe>[] = []
  const Part = () => {
    found.push(useSwipe('down', { current: null }, () => {}))
    return null
  }
  renderToStaticMarkup(createElement(Part))
  const [swipe] = found
  if (!swipe) throw new Error('nothing was drawn')
  return swipe
}

const at = (clientY: number) => ({
  pointerId: 1,
  pointerType: 'touch',
  isPrimary: true,
  button: 0,
  clientX: 10,
  clientY,
  timeStamp: clientY * 20,
  target: new EventTarget(),
  currentTarget: { setPointerCapture: () => {} },
})

/** Whether a click gets through. */
const click = ({ onClickCapture }: ReturnType<typeof useSwipe>) => {
  const stopPropagation = vi.fn()
  onClickCapture({ preventDefault: () => {}, stopPropagation })
  return stopPropagation.mock.calls.length === 0
}

const half = (swipe: ReturnType<typeof useSwipe>) => {
  swipe.onPointerDown(at(10))
  for (const y of [20, 40, 60]) swipe.onPointerMove(at(y))
}

test('the click of letting go is not meant, but the next one is: of a finger there is none, and of a key there may be', () => {
  const swipe = held()
  half(swipe)
  swipe.onPointerUp(at(60))
  expect(click(swipe)).toBe(false)
  half(swipe)
  swipe.onPointerUp(at(60))
  vi.advanceTimersByTime(1)
  expect(click(swipe)).toBe(true)
})

test('a swipe that the browser takes over for scrolling eats no click either', () => {
  const swipe = held()
  half(swipe)
  swipe.onPointerCancel()
  expect(click(swipe)).toBe(true)
})
