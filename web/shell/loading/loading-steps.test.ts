import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadingAt, loadingMessages, type LoadingStep, pleaseWait, startLoading } from './loading-steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watch = (already?: number) => {
  let now: LoadingStep = loadingAt(already ?? 0)
  const stop = startLoading((step) => (now = step), already)
  return { now: () => now, stop }
}

test('the ring moves on by 10 every 800 ms, and begins anew after 100', () => {
  const screen = watch()
  expect(screen.now().progress).toBe(0)
  for (const expected of [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 0, 10]) {
    const before = screen.now().progress
    vi.advanceTimersByTime(799)
    expect(screen.now().progress).toBe(before)
    vi.advanceTimersByTime(1)
    expect(screen.now().progress).toBe(expected)
  }
})

test('the message changes every 2 s, round and round', () => {
  expect(loadingMessages).toEqual([
    'Initializing',
    'Loading AI Models',
    'Connecting IoT Devices',
    'Securing Network',
    'Almost There',
  ])
  const screen = watch()
  for (const expected of [...loadingMessages.slice(1), ...loadingMessages]) {
    const before = screen.now().message
    vi.advanceTimersByTime(1_999)
    expect(screen.now().message).toBe(before)
    vi.advanceTimersByTime(1)
    expect(screen.now().message).toBe(expected)
  }
})

test('it goes on from where the document had begun', () => {
  expect(watch(2_400).now()).toEqual({ progress: 30, message: 'Loading AI Models' })
})

test('nothing moves once the page is there', () => {
  const screen = watch()
  vi.advanceTimersByTime(2_400)
  screen.stop()
  vi.advanceTimersByTime(60_000)
  expect(screen.now()).toEqual({ progress: 30, message: 'Loading AI Models' })
})

test('the document shows the same before any script has come', () => {
  const document = readFileSync(join(import.meta.dirname, '../..', 'index.html'), 'utf8')
  const page = readFileSync(join(import.meta.dirname, 'loading-page.tsx'), 'utf8')
  expect(document).toContain(`<p class="loading-message">${loadingMessages[0]}</p>`)
  expect(document).toContain(`<output>${pleaseWait}</output>`)
  const names = [...document.matchAll(/class="(loading-[\w-]+)"/g)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(4)
  for (const name of names.filter((each) => each !== 'loading-failed')) expect(page).toContain(`className="${name}"`)
})
