import { expect, test } from 'vitest'
import { z } from 'zod'
import { inWords } from './wording.ts'

test('what a schema says nothing about is said in words for people', () => {
  const schema = z.object({
    name: z.string().min(1),
    short: z.string().max(3),
    email: z.email(),
    count: z.int().min(2),
    list: z.array(z.string()).min(1),
    kind: z.enum(['door', 'gas']),
    on: z.boolean(),
    own: z.string().max(1, 'In its own words.'),
    missing: z.string(),
  })
  const given = { name: '', short: 'four', email: 'x', count: 1, list: [], kind: 'cat', on: 'yes', own: '12' }
  const reported = schema
    .safeParse(given, { error: inWords })
    .error?.issues.map(({ path, message }) => [path[0], message])
  expect(Object.fromEntries(reported ?? [])).toEqual({
    name: 'Please fill in this field.',
    short: 'At most 3 characters.',
    email: 'Please enter a valid email address.',
    count: 'At least 2.',
    list: 'At least 1 entry.',
    kind: 'One of these: door, gas.',
    on: 'This should be true or false.',
    own: 'In its own words.',
    missing: 'Please fill in this field.',
  })
})
