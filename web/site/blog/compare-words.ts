// What differs between two texts: lines that came and went, and in a line that changed its words.
import { diffArrays, diffWordsWithSpace } from 'diff'

export interface Piece {
  readonly text: string
  readonly changed: boolean
}

export interface Line {
  readonly kind: 'same' | 'gone' | 'new'
  readonly pieces: readonly Piece[]
}

/** Lines that are the same and far from every change are left out, and counted. */
export type Compared = Line | { readonly kind: 'skipped'; readonly lines: number }

const near = 2

export const compare = (before: string, after: string): Compared[] => folded(linesOf(before, after))

export const isSame = (compared: readonly Compared[]): boolean =>
  compared.every(({ kind }) => kind === 'same' || kind === 'skipped')

const linesOf = (before: string, after: string): Line[] => {
  const parts = diffArrays(before.split('\n'), after.split('\n'))
  return parts.flatMap((part, index): Line[] => {
    const next = parts[index + 1]
    if (part.removed && next?.added) return changedLines(part.value, next.value)
    if (part.added && parts[index - 1]?.removed) return []
    return part.value.map((text) => whole(part.added ? 'new' : part.removed ? 'gone' : 'same', text))
  })
}

// Line by line where as many came as went; otherwise nobody knows which became which.
const changedLines = (gone: readonly string[], come: readonly string[]): Line[] => {
  if (gone.length !== come.length)
    return [...gone.map((text) => whole('gone', text)), ...come.map((text) => whole('new', text))]
  const pairs = gone.map((text, index) => diffWordsWithSpace(text, come[index] ?? ''))
  return [
    ...pairs.map((pieces): Line => ({ kind: 'gone', pieces: piecesOf(pieces, 'added') })),
    ...pairs.map((pieces): Line => ({ kind: 'new', pieces: piecesOf(pieces, 'removed') })),
  ]
}

const piecesOf = (
  pieces: readonly { readonly value: string; readonly added: boolean; readonly removed: boolean }[],
  without: 'added' | 'removed',
): Piece[] =>
  pieces
    .filter((piece) => !piece[without])
    .map(({ value, added, removed }) => ({ text: value, changed: added || removed }))

const whole = (kind: Line['kind'], text: string): Line => ({ kind, pieces: [{ text, changed: false }] })

const folded = (lines: readonly Line[]): Compared[] => {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - near), index + near + 1).some(({ kind }) => kind !== 'same'),
  )
  const shown: Compared[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (isNear[index]) shown.push(line)
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { kind: 'skipped', lines: last.lines + 1 }
    else shown.push({ kind: 'skipped', lines: 1 })
  }
  return shown
}
