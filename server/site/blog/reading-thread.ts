// A thread that does nothing but read the markdown of articles, at a lower priority than everybody who waits for the
// server: on Linux a priority is a thread's own.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { readMarkdown } from './markdown.ts'
import type { Asked, ReadText } from './reading.ts'

const modest = 5

const read = ({ markdown, pictures }: Asked): ReadText => {
  const { words, pictureIds, htmlWith } = readMarkdown(markdown)
  return { words, pictureIds, html: pictures ? htmlWith(pictures) : '' }
}

// Elsewhere a priority is of the whole process, which must keep its own.
if (process.platform === 'linux') setPriority(modest)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(read(asked)))
