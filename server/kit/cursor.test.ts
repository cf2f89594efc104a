// A cursor is one that a list gave out, or it is refused before the store is asked.
import { expect, test } from 'vitest'
import { cursorOf, parseCursor } from './cursor.ts'

const at = '2026-11-21T09:59:52.123Z'
const id = '019a9a6c-7f0e-7cc1-8a55-3f0a6f0f7c11'

test('what a list gave out is read back', () => {
  expect(parseCursor(cursorOf(at, id))).toEqual({ at, id })
})

test('what the store would not take for a moment and an id is refused as the caller’s fault', () => {
  const forged = [
    cursorOf(at, '-'.repeat(36)),
    cursorOf(at, 'f'.repeat(36)),
    cursorOf(at, id.replaceAll('-', '0')),
    cursorOf(at, `${id.slice(1)}-`),
    cursorOf('2026-13-21T09:59:52.123Z', id),
    cursorOf('2026-02-30T09:59:52.123Z', id),
    cursorOf('2026-11-21T25:59:52.123Z', id),
    cursorOf('2026-11-21T24:00:00.000Z', id),
    cursorOf('0000-11-21T09:59:52.123Z', id),
    'nothing',
    '',
  ]
  for (const cursor of forged)
    expect(() => parseCursor(cursor), cursor).toThrow(expect.objectContaining({ status: 422, code: 'VALIDATION' }))
})
