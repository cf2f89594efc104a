import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { local } from './storage.ts'

const room = 20

// Kept as properties of itself, as the browser's is, and soon full.
const aStorage = (): Record<string, unknown> => {
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('exceeded', 'QuotaExceededError')
      storage[key] = value
    },
    removeItem: (key: string) => void delete storage[key],
    clear: () => Object.keys(storage).forEach((key) => delete storage[key]),
  })
  return storage
}

const long = 'x'.repeat(room + 1)

beforeEach(() => {
  local.clear()
  vi.stubGlobal('localStorage', aStorage())
})
afterEach(() => void vi.unstubAllGlobals())

test('what the browser is too full for is kept as long as the page', () => {
  local.set('userInfo', 'of before')
  local.set('userInfo', long)
  expect(local.get('userInfo')).toBe(long)
  expect(local.keys()).toEqual(['userInfo'])
  local.remove('userInfo')
  expect(local.get('userInfo')).toBeNull()
})

test('once there is room again, the browser keeps it', () => {
  local.set('userInfo', long)
  local.set('userInfo', 'short')
  expect(localStorage.getItem('userInfo')).toBe('short')
})

test('what another tab says counts, not the copy of before', () => {
  local.set('userInfo', long)
  localStorage.setItem('userInfo', 'of the other')
  local.changedElsewhere('userInfo')
  expect(local.get('userInfo')).toBe('of the other')
  local.set('userInfo', long)
  localStorage.clear()
  local.changedElsewhere(null)
  expect(local.get('userInfo')).toBeNull()
})

test('storage that is forbidden throws at nobody', () => {
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  Object.defineProperty(globalThis, 'localStorage', { get: forbidden, configurable: true })
  local.set('themeMode', 'dark')
  expect(local.get('themeMode')).toBe('dark')
  expect(local.keys()).toEqual(['themeMode'])
  local.remove('themeMode')
  local.clear()
  expect(local.get('themeMode')).toBeNull()
})
