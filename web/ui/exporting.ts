// An export on its way into a file: how much has come, how it ended. It goes on while its page is left.
import type { Input, Operation } from '@gatehouse/contract/operation'
import { useSyncExternalStore } from 'react'
import { messageOf, stream } from '../kit/api.ts'
import { currentSession, subscribeSession } from '../kit/session-state.ts'
import { type FileTarget, openTarget } from './file-target.ts'

export type Format = 'csv' | 'json' | 'xlsx' | 'pdf'

/** What is asked for, and what the file is to be called. */
export interface Wanted<Op extends Operation> {
  readonly op: Op
  readonly input: Input<Op>
  readonly format: Format
  readonly name: string
}

export type Export =
  | { readonly is: 'none' }
  | { readonly is: 'running'; readonly name: string; readonly bytes: number }
  | { readonly is: 'finished'; readonly name: string; readonly bytes: number }
  | { readonly is: 'failed'; readonly name: string; readonly bytes: number; readonly why: string }

export const useExport = (): Export => useSyncExternalStore(subscribe, () => state)

const types: Record<Format, string> = {
  csv: 'text/csv',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}
const longestMs = 3_600_000

/** To be called by a press: the browser may ask where to put the file. */
export const startExport = async <Op extends Operation>(wanted: Wanted<Op>): Promise<Export> => {
  const { format, name } = wanted
  if (running) return state
  const controller = new AbortController()
  running = controller
  const target = await openTarget(name, types[format])
  if (target === null) {
    running = null
    return state
  }
  const tell = (next: Export) => {
    if (running === controller) set(next)
  }
  tell({ is: 'running', name, bytes: 0 })
  const ended = await copy(wanted, target, controller.signal, (bytes) => tell({ is: 'running', name, bytes }))
  tell({ ...ended, name })
  if (running === controller) running = null
  return { ...ended, name }
}

export const stopExport = (): void => {
  running?.abort()
  running = null
  set({ is: 'none' })
}

export const forgetExport = (): void => {
  if (state.is !== 'running') set({ is: 'none' })
}

type Ended = { is: 'finished'; bytes: number } | { is: 'failed'; bytes: number; why: string }

const copy = async <Op extends Operation>(
  { op, input, format }: Wanted<Op>,
  target: FileTarget,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<Ended> => {
  let bytes = 0
  try {
    const { body } = await stream(op, input, { signal, timeoutMs: longestMs })
    let last = 0
    for await (const part of partsOf(body)) {
      await target.write(part)
      bytes += part.length
      last = part.at(-1) ?? last
      told(bytes)
    }
    if (!isWhole(format, last)) throw new Error('It ends in the middle')
    await target.close()
    return { is: 'finished', bytes }
  } catch (error) {
    await target.discard().catch(() => {})
    return { is: 'failed', bytes, why: whyOf(error, bytes) }
  }
}

// Not every browser lets a stream be walked through by itself.
async function* partsOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null) {
  const reader = body?.getReader()
  if (!reader) return
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** A table ends with its last line, a list with its bracket, a paper with its mark, an archive with its empty remark. */
const lastBytes: Record<Format, readonly number[]> = { csv: [10], json: [10, 93], xlsx: [0], pdf: [10, 13, 70] }

/** Something in between may have cut it off unseen. */
export const isWhole = (format: Format, lastByte: number): boolean => lastBytes[format].includes(lastByte)

const whyOf = (error: unknown, bytes: number): string => {
  if (bytes > 0) {
    return `It broke off after ${sizeText(bytes)}: what had come was incomplete, and none of it was kept. Please try again.`
  }
  return messageOf(error, 'The file could not be made. Please try again.')
}

/** `812 bytes`, `12 kB`, `3.4 MB` */
export const sizeText = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const listeners = new Set<() => void>()
let state: Export = { is: 'none' }
let running: AbortController | null = null

const set = (next: Export) => {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Whoever comes next is told nothing of it, and gets nothing of it.
const holder = () => `${currentSession().user?.id} ${currentSession().user?.company?.id}`
let known = holder()
subscribeSession(() => {
  if (holder() === known) return
  known = holder()
  stopExport()
})
