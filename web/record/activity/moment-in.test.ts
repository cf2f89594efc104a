import { expect, test } from 'vitest'
import { momentIn } from './moment-in.ts'

test('an id of our own says when it was made', () => {
  const at = Date.parse('2026-11-22T10:00:00.123Z')
  expect(momentIn('01a202b2-c57b-7abc-8def-0123456789ab')).toBe(at)
  expect(momentIn('9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d')).toBeNull()
  expect(momentIn('nothing')).toBeNull()
})
