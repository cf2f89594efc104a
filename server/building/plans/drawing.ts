// Makes a plan of what somebody sends: a picture of our own, drawn in a process of its own. Of the bytes sent nothing is
// kept, and none of them is ever served.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { fileTypes, messages, mostPages } from '@gatehouse/contract/building/plans'
import { invalid, unavailable } from '../../kit/errors.ts'
import { type FileKind, fileKindOf } from '../../kit/http/upload.ts'
import { createWorkQueue } from '../../kit/work-queue.ts'

export interface ToDraw {
  readonly kind: FileKind
  readonly bytes: Uint8Array
  /** From 1; of anything but a PDF there is one. */
  readonly page: number
  /** Whether the large one is wanted too. */
  readonly keep: boolean
}

export type Drawn =
  | {
      readonly pages: number
      readonly width: number
      readonly height: number
      /** WebP. */
      readonly bytes: { readonly large: Uint8Array | null; readonly small: Uint8Array }
    }
  | { readonly fault: 'unreadable' | 'pixels' | 'locked' | 'page' }

export interface Drawing extends Extract<Drawn, { bytes: unknown }> {
  /** In words: `PDF, page 2`. */
  readonly source: string
}

const program = fileURLToPath(new URL('drawing.process.ts', import.meta.url))
const longestMs = 25_000
const mostMegabytes = 768
/** A drawing may take all the time that it is given: another company’s is made beside it. */
const enqueue = createWorkQueue({ atOnce: 2, atOnceOfOne: 1, waiting: 16, waitingOfOne: 4 })

interface Sent {
  readonly bytes: Buffer
  /** What the sender says it is. */
  readonly type: string
}

/** Refuses what is none of the six kinds by its word and its content, naming the field. */
export const drawPlan = (companyId: string, sent: Sent, page: number, keep: boolean): Promise<Drawing> =>
  enqueue(companyId, async () => {
    const kind = fileKindOf(sent.bytes)
    if (!kind || !fileTypes.some((type) => type === sent.type)) throw refused(messages.type)
    const drawn = await inProcess({ kind, bytes: sent.bytes, page, keep })
    if ('fault' in drawn) throw refused(messages[drawn.fault])
    if (drawn.pages > mostPages) throw refused(messages.pages)
    return { ...drawn, source: drawn.pages > 1 ? `${words[kind]}, page ${page} of ${drawn.pages}` : words[kind] }
  })

const words: Record<FileKind, string> = {
  png: 'PNG picture',
  jpeg: 'JPEG picture',
  webp: 'WebP picture',
  gif: 'GIF picture',
  svg: 'SVG drawing',
  pdf: 'PDF',
}

const refused = (message: string) => invalid([{ field: 'plan', message }])

const inProcess = (asked: ToDraw): Promise<Drawn> =>
  new Promise((resolve, reject) => {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${mostMegabytes}`, '--disable-warning=ExperimentalWarning'],
      // Of our own settings and secrets it needs none.
      env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'] },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(refused(messages.slow))
    }, longestMs)
    child.once('message', (drawn: Drawn) => {
      clearTimeout(timer)
      resolve(drawn)
    })
    child.once('error', () => reject(unavailable()))
    // Ended for its memory where by a signal. After an answer this changes nothing.
    child.once('exit', (_code, signal) => {
      clearTimeout(timer)
      reject(refused(signal === null ? messages.unreadable : messages.slow))
    })
    child.send(asked)
  })
