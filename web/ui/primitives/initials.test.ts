import { expect, test } from 'vitest'
import { hueOf, initialsOf } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Countess of Lovelace', 'AL'],
  ['plato', 'P'],
  ['guard@gatehouse.example', 'GE'],
  ['  Çağla   Öz ', 'ÇÖ'],
  ['李 小龙', '李小'],
  ['"Nick" O’Neil', 'NO'],
  ['- ! -', '?'],
  ['', '?'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a name keeps its hue, and names are spread over the circle', () => {
  expect(hueOf('Ada Lovelace')).toBe(hueOf('Ada Lovelace'))
  const hues = new Set(Array.from({ length: 200 }, (_, n) => Math.floor(hueOf(`Person ${n}`) / 30)))
  expect(hues.size).toBe(12)
})
