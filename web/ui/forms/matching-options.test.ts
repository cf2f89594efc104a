import { expect, test } from 'vitest'
import { type Found, matches, offeredOf } from './matching-options.ts'

const ada = { id: 'a', name: 'Ada Byron' }
const noor = { id: 'n', name: 'Noor Haddad', note: 'Reception' }
const tom = { id: 't', name: 'Tom Ek' }
const everybody: Found = { sought: '', options: [ada, noor, tom] }

test('while what is typed is being found, nobody is offered who does not match', () => {
  expect(offeredOf(everybody, '', null)).toEqual([ada, noor, tom])
  expect(offeredOf(everybody, 'had', null)).toEqual([noor])
  expect(offeredOf(everybody, 'had no', null)).toEqual([noor])
  expect(offeredOf(everybody, 'priya', null)).toEqual([])
  expect(offeredOf({ sought: 'tom', options: [tom] }, 'to', null)).toEqual([tom])
  expect(offeredOf(undefined, 'ada', null)).toEqual([])
})

test('what the server found for what is typed is offered, by whatever it was found', () => {
  expect(offeredOf({ sought: 'reception', options: [noor] }, 'reception', null)).toEqual([noor])
  expect(offeredOf({ sought: 'nobody', options: [] }, 'nobody', ada)).toEqual([])
})

test('the one chosen is among the others, once, unless somebody else is sought', () => {
  const few: Found = { sought: '', options: [noor, tom] }
  expect(offeredOf(few, '', ada)).toEqual([ada, noor, tom])
  expect(offeredOf(everybody, '', ada)).toEqual([ada, noor, tom])
  expect(offeredOf(undefined, '', ada)).toEqual([ada])
  expect(offeredOf(few, 'tom', ada)).toEqual([tom])
  expect(offeredOf({ sought: 'by', options: [noor] }, 'by', ada)).toEqual([ada, noor])
})

test('a name matches by parts of it, in any order, in capitals or not', () => {
  expect(matches(noor, 'r hAd')).toBe(true)
  expect(matches(noor, 'haddad noor')).toBe(true)
  expect(matches(noor, '')).toBe(true)
  expect(matches(noor, 'noor byron')).toBe(false)
})
