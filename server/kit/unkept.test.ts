import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepest, firstUnkept } from './unkept.ts'

test('what can be kept is left alone, whatever it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const kept = !JSON.stringify(value).includes('\\u0000')
      expect(firstUnkept(value) === null).toBe(kept)
    }),
  )
})

test('names the field of what cannot be kept', () => {
  expect(firstUnkept({ name: 'Ada', more: { list: ['fine', 'a\0b'] } })).toBe('more.list.1')
  expect(firstUnkept({ name: 'half \ud83d' })).toBe('name')
  expect(firstUnkept({ ['na\0me']: 1 })).toBe('name')
  expect(firstUnkept('a\0b')).toBe('')
})

test('nesting has an end', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'in' : [nested(depth - 1)])
  expect(firstUnkept(nested(deepest))).toBeNull()
  expect(firstUnkept(nested(5000))).not.toBeNull()
})
