// Workbooks and papers are made in a thread of their own, of the CSV that comes from the store, as fast as they are read.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Copied } from '../../db/csv/copy-out.ts'
import type { About } from './report-about.ts'

export interface Making {
  readonly kind: 'xlsx' | 'pdf'
  readonly about: About
  /** Of a workbook on one sheet; of a paper at all. */
  readonly most: number
}

/** What the thread is told: more of the CSV, or that this was all. */
export type Notified = { readonly csv: Uint8Array } | { readonly end: true }

/** What it answers to each: what there is of the file. */
export interface Answer {
  readonly bytes: readonly Uint8Array[]
  readonly tooMany?: boolean
  /** At the end: of the CSV. */
  readonly facts?: { readonly rows: number; readonly sha256: string }
  readonly failed?: string
}

interface Made {
  readonly bytes: Readable
  /** Of a file that is whole. */
  readonly facts: () => Record<string, unknown>
}

/** `over`: nothing is made any more, however it ended. */
export const makeFile = async (making: Making, csv: Copied, over: () => void): Promise<Made | 'too many rows'> => {
  const worker = new Worker(new URL('report-thread.ts', import.meta.url), { workerData: making })
  let facts: Record<string, unknown> = {}
  const ask = async (published: Notified): Promise<Answer> => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(published)
    const [answer]: Answer[] = await once(worker, 'message')
    if (!answer || answer.failed !== undefined) throw new Error(`The report could not be made: ${answer?.failed}`)
    return answer
  }
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of csv) {
        const { bytes, tooMany } = await ask({ csv: chunk })
        if (tooMany) throw new TooMany()
        yield* bytes
      }
      const last = await ask({ end: true })
      if (last.tooMany) throw new TooMany()
      facts = { ...last.facts }
      yield* last.bytes
    } finally {
      csv.destroy()
      over()
      await worker.terminate()
    }
  }
  const bytes = Readable.from(pieces(), { objectMode: false })
  bytes.on('error', () => undefined)
  try {
    // A paper is there all at once: that it would be too long is known before anything of it is.
    await once(bytes, 'readable')
  } catch (error) {
    bytes.destroy()
    if (error instanceof TooMany) return 'too many rows'
    throw error
  }
  return { bytes, facts: () => facts }
}

class TooMany extends Error {}
