import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnnouncer } from './announce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const listening = () => {
  const messages: string[] = []
  const announce = createAnnouncer((text) => {
    messages.push(text)
    return () => void messages.splice(messages.indexOf(text), 1)
  })
  return { announced: messages, announce }
}

test('an announcement is there shortly after, and for 3 seconds', () => {
  const { announced: messages, announce } = listening()
  announce('Menu opened')
  vi.advanceTimersByTime(60)
  expect(messages).toEqual(['Menu opened'])
  vi.advanceTimersByTime(2_999)
  expect(messages).toEqual(['Menu opened'])
  vi.advanceTimersByTime(1)
  expect(messages).toEqual([])
})

test('each lives its own time, and the same said twice is two', () => {
  const { announced: messages, announce } = listening()
  announce('Theme: dark')
  vi.advanceTimersByTime(1_000)
  announce('Theme: light')
  announce('Theme: light')
  vi.advanceTimersByTime(100)
  expect(messages).toEqual(['Theme: dark', 'Theme: light', 'Theme: light'])
  vi.advanceTimersByTime(2_000)
  expect(messages).toEqual(['Theme: light', 'Theme: light'])
  vi.advanceTimersByTime(1_000)
  expect(messages).toEqual([])
})
