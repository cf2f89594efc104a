// CSV files as people send them: commas or semicolons, quotes, a byte order mark, columns in any order.
import { on } from 'node:events'
import { setImmediate as breathe } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { guarded } from '@gatehouse/contract/csv-guard'
import { invalid, Refusal } from './errors.ts'
import { createWorkQueue } from './work-queue.ts'

export interface Line {
  /** Of the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface Job {
  readonly csv: string
  readonly most: number
}

/** What the thread says of a file, bit by bit. */
export type Part =
  | { readonly lines: readonly Line[]; readonly last: boolean }
  | { readonly unreadable: string }
  | { readonly failed: string }

// One file at a time: each may need much memory.
const enqueue = createWorkQueue({ atOnce: 1, waiting: 20, waitingOfOne: 4 })
let thread: Worker | undefined

/**
 * The lines with anything in them, the header first: one more than `most` where there are more. Read in a thread of its
 * own, and not to be waited for within a transaction: other files may be before it.
 */
export const readCsv = (of: string, csv: string, most: number): Promise<Line[]> =>
  enqueue(of, async () => {
    const worker = (thread ??= new Worker(new URL('csv-worker.ts', import.meta.url)))
    // Nobody waits for a thread that waits for work; but for one that works.
    worker.ref()
    const lines: Line[] = []
    try {
      const job: Job = { csv, most }
      const parts: AsyncIterable<Part[]> = on(worker, 'message', { close: ['exit'] })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(job)
      for await (const [part] of parts) {
        if (!part) continue
        if ('failed' in part) throw new Error(part.failed)
        if ('unreadable' in part)
          throw invalid([{ field: 'csv', message: `This is not a CSV file that can be read: ${part.unreadable}` }])
        lines.push(...part.lines)
        if (part.last) return lines
        await breathe()
      }
      throw new Error('the thread that reads files ended')
    } catch (error) {
      // Another one the next time, unless it only said what it found.
      if (!(error instanceof Refusal)) thread = undefined
      throw error
    } finally {
      worker.unref()
    }
  })

/** Header names in any case, with or without spaces: `First name` is `firstName`. */
export const columnNamed = (name: string, columns: readonly string[]): string => {
  const plain = name.replaceAll(/[\s_-]/g, '').toLowerCase()
  return columns.find((column) => column.toLowerCase() === plain) ?? name
}

/** What is wrong with a header: columns that are missing, unknown, or there twice. */
export const headerFaults = (
  found: readonly string[],
  columns: readonly string[],
  needed: readonly string[],
): { field: string; message: string }[] => [
  ...needed.filter((column) => !found.includes(column)).map((field) => ({ field, message: 'This column is missing' })),
  ...found
    .filter((column) => !columns.includes(column))
    .map((field) => ({ field, message: `There is no such column; there are ${columns.join(', ')}` })),
  ...found
    .filter((column, i) => columns.includes(column) && found.indexOf(column) < i)
    .map((field) => ({ field, message: 'This column is there twice' })),
]

/** A line of a file that a spreadsheet reads as text: what it would take for a formula begins with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

const cellOf = (value: string): string => {
  const text = guarded(value)
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
