import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepest, firstUnstorable } from './unstorable.ts'

test('what can be kept is left alone, whatever it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const stored = !JSON.stringify(value).includes('\\u0000')
      expect(firstUnstorable(value) === null).toBe(stored)
    }),
  )
})

test('names the field of what cannot be kept', () => {
  expect(firstUnstorable({ name: 'Ada', more: { list: ['fine', 'a\0b'] } })).toBe('more.list.1')
  expect(firstUnstorable({ name: 'half \ud83d' })).toBe('name')
  expect(firstUnstorable({ ['na\0me']: 1 })).toBe('name')
  expect(firstUnstorable('a\0b')).toBe('')
})

test('nesting has an end', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'in' : [nested(depth - 1)])
  expect(firstUnstorable(nested(deepest))).toBeNull()
  expect(firstUnstorable(nested(5000))).not.toBeNull()
})
