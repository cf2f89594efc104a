// A program that posts batches of messages over HTTP: each batch again until it is answered with 200.
import { setTimeout as sleep } from 'node:timers/promises'
import * as ingest from '@gatehouse/contract/building/ingest'
import { ask } from './ask.testing.ts'
import { messageOf, type SentDevice } from './sender.testing.ts'

export interface Poster {
  readonly device: SentDevice
  readonly acknowledged: ReadonlySet<number>
  readonly made: () => number
  readonly idle: () => boolean
  /** No batch after the present one. */
  finish(): void
  close(): void
}

const perBatch = 20
const everyMs = 100

export const createPoster = (parts: { port: number; device: SentDevice; apiKey: string; since: number }): Poster => {
  const { port, device, apiKey, since } = parts
  const acknowledged = new Set<number>()
  let made = 0
  const finishing = new AbortController()
  const closed = new AbortController()
  let idle = false

  const post = async (numbers: readonly number[]) => {
    const body = numbers.map((n) => {
      const [kind, message] = messageOf(device.kind, n, since)
      return { device: device.key, kind, ...message }
    })
    const headers = { 'x-api-key': apiKey }
    const { status, body: answer } = await ask(port, { method: 'POST', path: '/api/ingest', headers, body })
    if (status !== 200) return false
    const { results } = ingest.batch.output.parse(answer)
    for (const { id, result } of results)
      if (result === 'stored' || result === 'duplicate') acknowledged.add(Number(id))
    return true
  }
  const work = async () => {
    while (!finishing.signal.aborted && !closed.signal.aborted) {
      const batch = Array.from({ length: perBatch }, () => made++)
      while (!closed.signal.aborted && !(await post(batch).catch(() => false))) await sleep(everyMs)
      await sleep(everyMs)
    }
    idle = true
  }
  void work()

  return {
    device,
    acknowledged,
    made: () => made,
    idle: () => idle,
    finish: () => finishing.abort(),
    close: () => closed.abort(),
  }
}
