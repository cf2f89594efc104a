// The thread that makes a workbook or a paper of CSV, at a lower priority than everybody who waits for the server: on
// Linux a priority is a thread's own.
import { createHash } from 'node:crypto'
import { setPriority } from 'node:os'
import { finished } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'csv-parse'
import { createWorkbook, type Maker } from '../../kit/documents/workbook.ts'
import { createPaper } from './report-paper.ts'
import type { Answer, Making, Notified } from './report-making.ts'
import { workbookOf } from './report-workbook.ts'

const modest = 5

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given by report-making.ts and nobody else
const { kind, about, most } = workerData as Making
const maker: Maker = kind === 'xlsx' ? createWorkbook(workbookOf(about), most) : createPaper(about)
const hash = createHash('sha256')
let rows = -1
const reader = parse({ record_delimiter: '\n' })
reader.on('data', (row: string[]) => {
  rows++
  // The first says what the columns are called.
  if (rows > 0 && !isTooLong()) maker.add(row)
})
const isTooLong = () => kind === 'pdf' && rows > most
const read = (csv: Uint8Array) =>
  new Promise<void>((resolve, reject) => void reader.write(csv, (error) => (error ? reject(error) : resolve())))

const answer = async (published: Notified): Promise<Answer> => {
  if ('csv' in published) {
    hash.update(published.csv)
    await read(published.csv)
    return isTooLong() ? { bytes: [], tooMany: true } : { bytes: await maker.take() }
  }
  const ended = finished(reader)
  reader.end()
  await ended
  if (isTooLong()) return { bytes: [], tooMany: true }
  const facts = { rows: Math.max(0, rows), sha256: hash.digest('hex') }
  return { bytes: await maker.end(facts), facts }
}

// Elsewhere a priority is of the whole process, which must keep its own.
if (process.platform === 'linux') setPriority(modest)
parentPort?.on('message', (published: Notified) => {
  answer(published)
    .catch((error: unknown): Answer => ({ bytes: [], failed: error instanceof Error ? error.message : String(error) }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    .then((reported) => parentPort?.postMessage(reported))
    .catch(() => undefined)
})
