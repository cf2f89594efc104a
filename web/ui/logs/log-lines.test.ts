import { expect, test } from 'vitest'
import { linesOf } from './log-lines.ts'

const rows = ['a1', 'a2', 'b1'].map((id) => ({ id }))

test('a log without heads has a line for each row', () => {
  expect(linesOf(rows).map(({ is, key }) => `${is} ${key}`)).toEqual(['row a1', 'row a2', 'row b1'])
})

test('rows that belong together stand under one head, and keep their number', () => {
  const lines = linesOf(rows, ({ id }) => id.slice(0, 1))
  expect(lines.map(({ is, key }) => `${is} ${key}`)).toEqual(['head a', 'row a1', 'row a2', 'head b', 'row b1'])
  expect(lines.map((line) => (line.is === 'row' ? line.index : null))).toEqual([null, 0, 1, null, 2])
})
