// What an update leaves out stays as it is: no operation that changes something has a default for any of its fields.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from './contract.ts'

/** What they name is done once and is no state that could stay. */
const deeds: Readonly<Record<string, readonly string[]>> = {
  'blog.setStatus': ['scheduledFor'],
  'plans.arrange': ['placed', 'removed'],
}

test('what an update leaves out is unchanged, or asked for by name', () => {
  const filledIn = [...operations.values()]
    .filter(({ method }) => method === 'PUT' || method === 'PATCH')
    .flatMap((op) => {
      if (!(op.input instanceof z.ZodObject)) return [`${op.name}: its fields cannot be read`]
      return Object.entries(op.input.shape)
        .filter(([name]) => !deeds[op.name]?.includes(name))
        .flatMap(([name, field]) => {
          const absent = z.safeParse(field, undefined)
          return absent.success && absent.data !== undefined ? [`${op.name}: ${name}`] : []
        })
    })
  expect(filledIn).toEqual([])
})
