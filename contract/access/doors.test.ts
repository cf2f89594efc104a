import type { z } from 'zod'
import { describe, expect, test } from 'vitest'
import * as doors from './doors.ts'

const doorId = '0197c3f0-0000-7000-8000-000000000001'
const accepts = (op: { readonly input: z.ZodType }, more: object) => op.input.safeParse({ doorId, ...more }).success

describe('a door', () => {
  test('is unlocked for one second to one hour, in whole seconds', () => {
    for (const seconds of [1, 5, 3600]) expect(accepts(doors.unlock, { seconds }), `${seconds} s`).toBe(true)
    for (const seconds of [0, -5, 1.5, 3601, 86_400, '5', null])
      expect(accepts(doors.unlock, { seconds }), `${seconds} s`).toBe(false)
    expect(accepts(doors.unlock, {})).toBe(true)
  })

  test('has a pulse of at most an hour, may stand open for at most a day, and is waited for at most five minutes', () => {
    const limits = { pulseSeconds: 3600, extendedSeconds: 3600, openTooLongSeconds: 86_400, answerSeconds: 300 }
    for (const [name, most] of Object.entries(limits)) {
      expect(accepts(doors.update, { [name]: most }), name).toBe(true)
      expect(accepts(doors.update, { [name]: 1 }), name).toBe(true)
      expect(accepts(doors.update, { [name]: most + 1 }), name).toBe(false)
      expect(accepts(doors.update, { [name]: 0 }), name).toBe(false)
    }
  })

  test('is held unlocked and retired only for a reason in a few words', () => {
    const [hold, retire] = [doors.hold, doors.retire]
    for (const [op, more] of [
      [hold, {}],
      [retire, {}],
    ] as const) {
      for (const reason of [undefined, '', 'no', '     ', 'x'.repeat(201)])
        expect(accepts(op, { ...more, reason }), `${op.path}: ${reason}`).toBe(false)
      expect(accepts(op, { ...more, reason: 'Moving in' })).toBe(true)
    }
  })
})
