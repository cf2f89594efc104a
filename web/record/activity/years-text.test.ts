import { expect, test } from 'vitest'
import { yearsText } from './years-text.ts'

const now = Date.parse('2026-11-22T10:00:00Z')

test('a check is of whole years, since each has a chain of its own', () => {
  expect(yearsText({}, now)).toBeNull()
  expect(yearsText({ from: '2026-11-15T10:00:00Z' }, now)).toBe('2026')
  expect(yearsText({ from: '2025-12-15T10:00:00Z' }, now)).toBe('2025 and 2026')
  expect(yearsText({ from: '2023-12-15T10:00:00Z', to: '2025-01-01T00:00:00Z' }, now)).toBe('2023 to 2025')
  expect(yearsText({ to: '2025-01-01T00:00:00Z' }, now)).toBe('up to 2025')
})
