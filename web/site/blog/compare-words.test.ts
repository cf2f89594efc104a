import { expect, test } from 'vitest'
import { compare, isSame } from './compare-words.ts'

const shown = (before: string, after: string) =>
  compare(before, after).map((line) =>
    line.kind === 'skipped'
      ? `… ${line.lines}`
      : `${{ same: ' ', gone: '-', new: '+' }[line.kind]} ${line.pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')}`,
  )

test('of a line that changed, its words', () => {
  expect(shown('one\nThe limit is 35 ppm.\nend', 'one\nThe limit is 30 ppm.\nend')).toEqual([
    '  one',
    '- The limit is [35] ppm.',
    '+ The limit is [30] ppm.',
    '  end',
  ])
})

test('lines that came and went', () => {
  expect(shown('a\nb\nc', 'a\nc\nd')).toEqual(['  a', '- b', '  c', '+ d'])
  expect(shown('a', 'b\nc')).toEqual(['- a', '+ b', '+ c'])
})

test('what is far from every change is counted', () => {
  const same = Array.from({ length: 9 }, (_, index) => `line ${index}`).join('\n')
  expect(shown(`${same}\nend`, `${same}\nthe end`)).toEqual(['… 7', '  line 7', '  line 8', '- end', '+ [the ]end'])
})

test('the same is said to be the same', () => {
  expect(isSame(compare('a\nb', 'a\nb'))).toBe(true)
  expect(isSame(compare('a\nb', 'a'))).toBe(false)
})
