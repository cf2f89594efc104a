// A thread that does nothing but read CSV files, at a lower priority than everybody who waits for the server: a file made to
// be slow takes seconds of it, and only of it.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Job, Line, Part } from './csv.ts'

const modest = 5
// What is handed over at once: whoever takes it is not held up for longer than a moment.
const linesOfPart = 1000
/** No file of ours has so many columns; of what is beyond, it only matters that it is there. */
const mostCells = 40

const parsed = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))

const read = ({ csv, most }: Job): Line[] => {
  // Whichever comes first in the header divides it.
  const delimiter = /[,;]/.exec(csv)?.[0] ?? ','
  const options = { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true }
  return parsed
    .parse(parse(csv, { ...options, to: most + 2 }))
    .filter(({ record }) => record.some((cell) => cell !== ''))
    .map(({ record, info }) => ({ line: info.lines, cells: record.slice(0, mostCells) }))
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const postPart = (part: Part) => parentPort?.postMessage(part)

const doJob = (job: Job): void => {
  try {
    const lines = read(job)
    for (let at = 0; at < lines.length; at += linesOfPart)
      postPart({ lines: lines.slice(at, at + linesOfPart), last: false })
    postPart({ lines: [], last: true })
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    postPart(error instanceof CsvError ? { unreadable: message } : { failed: message })
  }
}

// Elsewhere a priority is of the whole process, which must keep its own.
if (process.platform === 'linux') setPriority(modest)
parentPort?.on('message', (job: Job) => doJob(job))
