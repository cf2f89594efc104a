// What is typed of the lines of a counter, what is wrong with it, and what of it is sent.
import type { CounterLines, LinesAsSet } from '@gatehouse/contract/building/devices'

export type Way = 'in' | 'out'

export interface LineField {
  readonly name: string
  readonly way: Way
  /** What it was called when it was last saved; empty: it is new. */
  readonly before: string
}

export interface LinesFields {
  /** What was changed. In the form, so that a draft goes on from what it began with. */
  readonly version: number
  readonly lines: readonly LineField[]
}

/** Of each way. */
const mostLines = 20
const longestName = 100

export const wayWords: Readonly<Record<Way, string>> = { in: 'Counts in', out: 'Counts out' }

/** Those that count in before those that count out. */
export const setLinesOf = ({ in: countsIn, out }: CounterLines): readonly Pick<LineField, 'name' | 'way'>[] => [
  ...countsIn.map((name) => ({ name, way: 'in' as const })),
  ...out.map((name) => ({ name, way: 'out' as const })),
]

export const linesFieldsOf = ({ version, ...lines }: LinesAsSet): LinesFields => ({
  version,
  lines: setLinesOf(lines).map((line) => ({ ...line, before: line.name })),
})

export const linesOf = ({ lines }: LinesFields): CounterLines => {
  const named = (way: Way) => lines.filter((line) => line.way === way).map(({ name }) => name.trim())
  return { in: named('in'), out: named('out') }
}

export const lineFault = (lines: readonly LineField[], index: number): string | null => {
  const line = lines[index]
  const name = line?.name.trim() ?? ''
  if (name === '') return 'Enter the name that it has at the counter'
  if (name.length > longestName) return `At most ${longestName} characters`
  const earlier = lines.slice(0, index)
  if (earlier.some((other) => other.name.trim() === name)) return 'This line is listed already'
  return earlier.filter(({ way }) => way === line?.way).length >= mostLines
    ? `At most ${mostLines} lines of a direction`
    : null
}

/** Lines that were set and are no more, as the form stands; of one that is called otherwise now it is said there. */
export const removedLines = (was: CounterLines, lines: readonly LineField[]) =>
  setLinesOf(was).filter(({ name }) => !lines.some((line) => line.before === name || line.name.trim() === name))

/** Reported by the counter, and in no row. */
export const unusedLines = <Reported extends { readonly line: string }>(
  reported: readonly Reported[],
  lines: readonly { readonly name: string }[],
): readonly Reported[] => reported.filter(({ line }) => !lines.some(({ name }) => name.trim() === line))
