// What the buttons and keys of the editor do to the text: pure, from a text with its selection to what replaces what.

/** A text and what of it is selected. */
export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** `from` to `to` becomes `insert`; afterwards `start` to `end` is selected. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly start: number
  readonly end: number
}

export type Action = 'bold' | 'italic' | 'code' | 'link' | 'heading' | 'quote' | 'bullets' | 'numbers' | 'table'

export const edit = (action: Action, selected: Selected): Edit => actions[action](selected)

/** Enter in a list or a quote goes on with it; in an empty point of one it ends it. null: Enter as ever. */
export const editOnEnter = ({ text, start, end }: Selected): Edit | null => {
  if (start !== end) return null
  const from = lineStart(text, start)
  const line = text.slice(from, start)
  const point = /^(\s*)(?:([-*+])|(\d{1,9})([.)])|(>))\s+(.*)$/s.exec(line)
  if (!point) return null
  const [, indent = '', bullet, number, dot = '.', quote, words] = point
  if (words === '') return replacing(from, start, '\n', 1)
  const next = bullet ?? quote ?? `${Number(number) + 1}${dot}`
  const insert = `\n${indent}${next} `
  return replacing(start, end, insert, insert.length)
}

/** A picture in the text; its description is selected, to be written. */
export const editForPicture = ({ text, start, end }: Selected, pictureId: string, description: string): Edit => {
  const apart = start > 0 && !text.slice(0, start).endsWith('\n') ? '\n\n' : ''
  const insert = `${apart}![${description}](picture:${pictureId})\n`
  return {
    from: start,
    to: end,
    insert,
    start: start + apart.length + 2,
    end: start + apart.length + 2 + description.length,
  }
}

/** Where something may come in beside what is being written: after the line, which stays as it is. */
export const afterLine = ({ text, end }: Selected): Selected => {
  const next = text.indexOf('\n', end)
  const at = next < 0 ? text.length : next
  return { text, start: at, end: at }
}

export const applied = ({ text }: Selected, { from, to, insert }: Edit): string =>
  text.slice(0, from) + insert + text.slice(to)

const around =
  (sign: string, otherwise: string) =>
  ({ text, start, end }: Selected): Edit => {
    const inside = text.slice(start, end)
    const isAround = text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign
    // `**` around is not `*` around.
    const isLonger = sign.length === 1 && text[start - 2] === sign && text[start - 3] !== sign
    if (isAround && !isLonger) {
      const from = start - sign.length
      return { from, to: end + sign.length, insert: inside, start: from, end: from + inside.length }
    }
    const words = inside === '' ? otherwise : inside
    const at = start + sign.length
    return { from: start, to: end, insert: `${sign}${words}${sign}`, start: at, end: at + words.length }
  }

/** Marks every line that is touched; takes the marks away where every one has it. */
const lines =
  (marked: RegExp, mark: (line: string, index: number) => string) =>
  ({ text, start, end }: Selected): Edit => {
    const from = lineStart(text, start)
    const next = text.indexOf('\n', Math.max(start, end - (text[end - 1] === '\n' ? 1 : 0)))
    const to = next < 0 ? text.length : next
    const all = text.slice(from, to).split('\n')
    const insert = all.every((line) => marked.test(line))
      ? all.map((line) => line.replace(marked, '')).join('\n')
      : all.map((line, index) => mark(line, index)).join('\n')
    return { from, to, insert, start: start === end ? from + insert.length : from, end: from + insert.length }
  }

const link = ({ text, start, end }: Selected): Edit => {
  const words = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(words)) {
    return { from: start, to: end, insert: `[what it is](${words})`, start: start + 1, end: start + 11 }
  }
  const shown = words === '' ? 'what it is' : words
  const at = start + shown.length + 3
  return { from: start, to: end, insert: `[${shown}](https://)`, start: at, end: at + 8 }
}

const emptyTable = '| What | How much |\n|---|--:|\n| First | 1 |\n'

const table = ({ text, start, end }: Selected): Edit => {
  const before = start === 0 || text.slice(0, start).endsWith('\n\n') ? '' : '\n\n'
  return replacing(start, end, before + emptyTable, before.length + 2, 4)
}

const actions: Record<Action, (selected: Selected) => Edit> = {
  bold: around('**', 'important'),
  italic: around('*', 'meant'),
  code: around('`', 'code'),
  link,
  heading: lines(/^#{1,6}\s+/, (line) => `## ${line.replace(/^#{1,6}\s+/, '')}`),
  quote: lines(/^>\s?/, (line) => `> ${line}`),
  bullets: lines(/^[-*+]\s+/, (line) => `- ${line.replace(/^(?:[-*+]|\d+[.)])\s+/, '')}`),
  numbers: lines(/^\d+[.)]\s+/, (line, index) => `${index + 1}. ${line.replace(/^(?:[-*+]|\d+[.)])\s+/, '')}`),
  table,
}

const replacing = (from: number, to: number, insert: string, select: number, length = 0): Edit => ({
  from,
  to,
  insert,
  start: from + select,
  end: from + select + length,
})

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1
