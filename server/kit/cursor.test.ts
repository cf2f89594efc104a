// A cursor is one that a list gave out, or it is refused before the store is asked.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createCursor, timeCursor } from './cursor.ts'

const at = '2026-11-21T09:59:52.123Z'
const id = '019a9a6c-7f0e-7cc1-8a55-3f0a6f0f7c11'

test('what a list gave out is read back', () => {
  expect(timeCursor.decode(timeCursor.encode({ at, id }))).toEqual({ at, id })
})

test('what the store would not take for a moment and an id is refused as the caller’s fault', () => {
  const forged = [
    timeCursor.encode({ at, id: '-'.repeat(36) }),
    timeCursor.encode({ at, id: 'f'.repeat(36) }),
    timeCursor.encode({ at, id: id.replaceAll('-', '0') }),
    timeCursor.encode({ at, id: `${id.slice(1)}-` }),
    timeCursor.encode({ at: '2026-13-21T09:59:52.123Z', id }),
    timeCursor.encode({ at: '2026-02-30T09:59:52.123Z', id }),
    timeCursor.encode({ at: '2026-11-21T25:59:52.123Z', id }),
    timeCursor.encode({ at: '2026-11-21T24:00:00.000Z', id }),
    timeCursor.encode({ at: '0000-11-21T09:59:52.123Z', id }),
    'nothing',
    '',
  ]
  for (const cursor of forged)
    expect(() => timeCursor.decode(cursor), cursor).toThrow(
      expect.objectContaining({ status: 422, code: 'VALIDATION' }),
    )
})

test('a page ends with the cursor of the next one, and the last with none', () => {
  const cursor = createCursor(z.object({ seq: z.int(), id: z.guid() }))
  const rows = [1, 2, 3].map((seq) => ({ seq, id, name: `${seq}` }))
  const first = cursor.page(rows, 2, ({ seq, id: own }) => ({ seq, id: own }))
  expect(first.page.map(({ name }) => name)).toEqual(['1', '2'])
  expect(cursor.decode(first.next ?? '')).toEqual({ seq: 2, id })
  expect(cursor.page(rows, 3, (row) => row).next).toBeNull()
  expect(cursor.decode(undefined)).toBeUndefined()
})
