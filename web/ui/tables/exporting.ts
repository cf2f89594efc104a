// An export on its way into a file: how much has come, how it ended. It goes on while its page is left.
import type { Input, Operation } from '@gatehouse/contract/operation'
import { useSyncExternalStore } from 'react'
import { type Api, api, messageOf } from '../../kit/data/api.ts'
import { singleton } from '../../kit/application.ts'
import { whenHolderChanges } from '../../kit/session/holder.ts'
import { type SessionState, sessionState } from '../../kit/session/session-state.ts'
import { createStore } from '../../kit/data/store.ts'
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

const types: Record<Format, string> = {
  csv: 'text/csv',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}
const longestMs = 3_600_000

interface ExportingParts {
  readonly api: Pick<Api, 'stream'>
  readonly session: SessionState
}

export const createExporting = ({ session, ...parts }: ExportingParts) => {
  const state = createStore<Export>({ is: 'none' })
  let running: AbortController | null = null

  const stop = (): void => {
    running?.abort()
    running = null
    state.set({ is: 'none' })
  }

  // Whoever comes next is told nothing of it, and gets nothing of it.
  whenHolderChanges(session, stop)

  return {
    state: state.get,
    subscribe: state.subscribe,
    /** To be called by a press: the browser may ask where to put the file. */
    start: async <Op extends Operation>(wanted: Wanted<Op>): Promise<Export> => {
      const { format, name } = wanted
      if (running) return state.get()
      const controller = new AbortController()
      running = controller
      const target = await openTarget(name, types[format])
      if (target === null) {
        running = null
        return state.get()
      }
      const show = (next: Export) => {
        if (running === controller) state.set(next)
      }
      show({ is: 'running', name, bytes: 0 })
      const showBytes = (bytes: number) => show({ is: 'running', name, bytes })
      const ended = await copy(parts.api, wanted, target, controller.signal, showBytes)
      show({ ...ended, name })
      if (running === controller) running = null
      return { ...ended, name }
    },
    stop,
    forget: (): void => {
      if (state.get().is !== 'running') state.set({ is: 'none' })
    },
  }
}

export const exporting = singleton((use) => createExporting({ api: use(api), session: use(sessionState) }))

export const useExport = (): Export => useSyncExternalStore(exporting().subscribe, exporting().state)

type Ended = { is: 'finished'; bytes: number } | { is: 'failed'; bytes: number; why: string }

const copy = async <Op extends Operation>(
  client: Pick<Api, 'stream'>,
  { op, input, format }: Wanted<Op>,
  target: FileTarget,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Ended> => {
  let bytes = 0
  try {
    const { body } = await client.stream(op, input, { signal, timeoutMs: longestMs })
    let last = 0
    for await (const part of partsOf(body)) {
      await target.write(part)
      bytes += part.length
      last = part.at(-1) ?? last
      onBytes(bytes)
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
