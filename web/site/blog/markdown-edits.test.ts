import { expect, test } from 'vitest'
import { type Action, afterLine, applied, edit, editForPicture, editOnEnter, type Selected } from './markdown-edits.ts'

/** `a |b| c`: what stands between the bars is selected; one bar is where one types. */
const read = (marked: string): Selected => {
  const [before = '', inside = '', after] = marked.split('|')
  return after === undefined
    ? { text: before + inside, start: before.length, end: before.length }
    : { text: before + inside + after, start: before.length, end: before.length + inside.length }
}

const write = (selected: Selected, result: ReturnType<typeof edit>): string => {
  const text = applied(selected, result)
  const inside = text.slice(result.start, result.end)
  return `${text.slice(0, result.start)}|${inside}${inside === '' ? '' : '|'}${text.slice(result.end)}`
}

test.each<[Action, string, string]>([
  ['bold', 'a |b| c', 'a **|b|** c'],
  ['bold', 'a **|b|** c', 'a |b| c'],
  ['bold', 'a |', 'a **|important|**'],
  ['italic', '**|b|**', '***|b|***'],
  ['italic', '*|b|*', '|b|'],
  ['code', '|x|', '`|x|`'],
  ['link', 'see |the rule|', 'see [the rule](|https://|)'],
  ['link', '|https://x.example|', '[|what it is|](https://x.example)'],
  ['heading', 'one\ntwo|', 'one\n## two|'],
  ['heading', '# one|', 'one|'],
  ['quote', '|one\ntwo|', '|> one\n> two|'],
  ['quote', '|> one\n> two|', '|one\ntwo|'],
  ['bullets', '|one\ntwo\n|three', '|- one\n- two|\nthree'],
  ['bullets', '|1. one\n2. two|', '|- one\n- two|'],
  ['numbers', '|one\ntwo|', '|1. one\n2. two|'],
])('%s: %j becomes %j', (action, before, after) => {
  const selected = read(before)
  expect(write(selected, edit(action, selected))).toBe(after)
})

test('a table stands by itself', () => {
  const selected = { text: 'a', start: 1, end: 1 }
  expect(applied(selected, edit('table', selected))).toBe('a\n\n| What | How much |\n|---|--:|\n| First | 1 |\n')
})

test.each([
  ['- one|', '- one\n- |'],
  ['  * one|', '  * one\n  * |'],
  ['9. one|', '9. one\n10. |'],
  ['> said|', '> said\n> |'],
  ['- one\n- |', '- one\n\n|'],
])('Enter in %j makes %j', (before, after) => {
  const selected = read(before)
  const result = editOnEnter(selected)
  expect(result && write(selected, result)).toBe(after)
})

test.each(['words|', '-one|', '|- one|'])('Enter in %j is Enter', (before) => {
  expect(editOnEnter(read(before))).toBeNull()
})

test('a picture stands on a line of its own, with its description to be written', () => {
  const selected = read('words|')
  expect(write(selected, editForPicture(selected, 'ID', 'what is to be seen'))).toBe(
    'words\n\n![|what is to be seen|](picture:ID)\n',
  )
})

test('what comes in beside the writing leaves the line that is being written, and what is selected, whole', () => {
  const put = (marked: string) => {
    const at = afterLine(read(marked))
    return applied(at, editForPicture(at, 'p', 'Seen'))
  }
  expect(put('one wo|rd\ntwo')).toBe('one word\n\n![Seen](picture:p)\n\ntwo')
  expect(put('one |word|')).toBe('one word\n\n![Seen](picture:p)\n')
  expect(put('|')).toBe('![Seen](picture:p)\n')
})
