import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnnouncer } from './announce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const listening = () => {
  const said: string[] = []
  const announce = createAnnouncer((text) => {
    said.push(text)
    return () => void said.splice(said.indexOf(text), 1)
  })
  return { said, announce }
}

test('an announcement is there shortly after, and for 3 seconds', () => {
  const { said, announce } = listening()
  announce('Menu opened')
  vi.advanceTimersByTime(60)
  expect(said).toEqual(['Menu opened'])
  vi.advanceTimersByTime(2_999)
  expect(said).toEqual(['Menu opened'])
  vi.advanceTimersByTime(1)
  expect(said).toEqual([])
})

test('each lives its own time, and the same said twice is two', () => {
  const { said, announce } = listening()
  announce('Theme: dark')
  vi.advanceTimersByTime(1_000)
  announce('Theme: light')
  announce('Theme: light')
  vi.advanceTimersByTime(100)
  expect(said).toEqual(['Theme: dark', 'Theme: light', 'Theme: light'])
  vi.advanceTimersByTime(2_000)
  expect(said).toEqual(['Theme: light', 'Theme: light'])
  vi.advanceTimersByTime(1_000)
  expect(said).toEqual([])
})
