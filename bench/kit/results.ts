// What a scenario hands back, and the one table made of it.
import { median } from './stats.ts'

export interface Row {
  readonly scenario: string
  readonly who: string
  readonly unit: string
  /** One figure per round; empty when the row is void. */
  readonly rounds: readonly number[]
  /** `more` is better (rates) or `less` is (times, sizes). */
  readonly better: 'more' | 'less'
  /** 99th percentiles in ms, one per round, where there are any. */
  readonly p99?: readonly number[]
  /** Share of a core that the loader used: near 1 it would have measured itself. */
  readonly loader?: readonly number[]
  /** What was checked before it counted, or what it means. */
  readonly note: string
  /** Why there is no figure: a wrong answer, or a peer that cannot be had. */
  readonly void?: string
}

/** A goal and what became of it. */
export interface Reach {
  readonly goal: string
  readonly value: string
  readonly met: boolean
}

export interface Outcome {
  readonly rows: readonly Row[]
  readonly reach: readonly Reach[]
}

export const voided = (scenario: string, who: string, error: unknown): Row => ({
  scenario,
  who,
  unit: '',
  rounds: [],
  better: 'more',
  note: '',
  void: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
})

/** Median of the rows' rounds; NaN for a void row or none. */
export const medianOf = (row: Row | undefined): number =>
  row && row.rounds.length > 0 ? median(row.rounds) : Number.NaN

/** A goal of the form "at least" or "at most"; not met when there is nothing to compare. */
export const atLeast = (goal: string, value: number, least: number, unit: string): Reach => ({
  goal,
  value: Number.isNaN(value) ? 'not measured' : `${figure(value)} ${unit}`,
  met: value >= least,
})

export const atMost = (goal: string, value: number, most: number, unit: string): Reach => ({
  goal,
  value: Number.isNaN(value) ? 'not measured' : `${figure(value)} ${unit}`,
  met: value <= most,
})

export const figure = (value: number): string => {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}

/** Markdown that reads as plain text too: in the terminal and in docs/bench.md alike. */
export const tableOf = ({ rows, reach }: Outcome): string => {
  const cells = rows.map((row) => [row.scenario, row.who, ...measured(row), explained(row)])
  const results = layOut(['Scenario', 'Who', 'Median', 'Worst', 'p99 ms (worst)', 'Checked, or what it means'], cells)
  const goals = layOut(
    ['Goal', 'Measured', ''],
    reach.map(({ goal, value, met }) => [goal, value, met ? 'met' : 'NOT MET']),
  )
  return `${results}\n\n${goals}\n`
}

const explained = ({ void: reason, note, loader = [] }: Row): string => {
  if (reason !== undefined) return `void: ${reason}`
  return loader.length === 0 ? note : `${note}; loader ${Math.round(100 * median(loader))} % of a core`
}

const measured = (row: Row): [string, string, string] => {
  if (row.rounds.length === 0) return ['-', '-', '-']
  const worst = row.better === 'more' ? Math.min(...row.rounds) : Math.max(...row.rounds)
  const p99 = row.p99?.length ? `${figure(median(row.p99))} (${figure(Math.max(...row.p99))})` : '-'
  return [`${figure(median(row.rounds))} ${row.unit}`, figure(worst), p99]
}

const layOut = (head: string[], rows: string[][]): string => {
  const widths = head.map((title, i) => Math.max(title.length, 3, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
