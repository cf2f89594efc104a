// Markdown is read in a thread of its own, one text after the other: the longest take a third of a second, in which
// the server would answer nobody.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { messages, wordsPerMinute } from '@gatehouse/contract/site/blog'
import { invalid, Refusal } from '../../kit/errors.ts'

/** Of the pictures that may be shown: `![what is to be seen](picture:ID)`. */
export type Pictures = ReadonlyMap<string, { readonly width: number; readonly height: number }>

export interface Asked {
  readonly markdown: string
  /** null: its HTML is not wanted. */
  readonly pictures: Pictures | null
}

export interface ReadText {
  readonly words: number
  /** The pictures that it asks for, whosever they are. */
  readonly pictureIds: readonly string[]
  readonly html: string
}

// Many times what any text takes that may be saved.
const deadlineMs = 5000
const longestQueue = 40

let thread: Worker | null = null
let works = false
const readers: (() => void)[] = []
const writers: (() => void)[] = []

/** What is said of a text by its writers: how long it is, which pictures it asks for, and how it looks if wanted. */
export const readText = async (markdown: string, pictures: Pictures | null = null): Promise<ReadText> => {
  if (writers.length >= longestQueue) throw new Refusal(503, 'BUSY', messages.busy)
  return read(writers, { markdown, pictures })
}

/** The HTML of what is public, before all that is being written. */
export const htmlOf = async (markdown: string, pictures: Pictures): Promise<string> =>
  (await read(readers, { markdown, pictures })).html

export const minutesToRead = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute))

const read = async (queue: (() => void)[], asked: Asked): Promise<ReadText> => {
  if (works) await new Promise<void>((resolve) => queue.push(resolve))
  works = true
  try {
    return await ask(asked)
  } finally {
    works = false
    const next = readers.shift() ?? writers.shift()
    // It begins at once, before anybody who comes meanwhile.
    if (next) works = true
    next?.()
  }
}

const ask = async (asked: Asked): Promise<ReadText> => {
  const worker = (thread ??= new Worker(new URL('reading-thread.ts', import.meta.url)))
  // Nobody waits for a thread that waits for work; but for one that works.
  worker.ref()
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(asked)
    const [answer]: ReadText[] = await once(worker, 'message', { signal: AbortSignal.timeout(deadlineMs) })
    if (!answer) throw new Error('The thread that reads markdown answered nothing')
    worker.unref()
    return answer
  } catch (error) {
    thread = null
    void worker.terminate()
    if (error instanceof Error && error.name === 'AbortError')
      throw invalid([{ field: 'markdown', message: messages.intricate }])
    throw error
  }
}
