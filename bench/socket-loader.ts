// A crowd of dashboards without pictures: plain Socket.IO clients that note when each reading reaches them.
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { z } from 'zod'
import { serveJob } from './load.ts'
import { job, type Report } from './socket-job.ts'
import { createHistogram } from './kit/stats.ts'

const strangers = 10

serveJob(job, async (wanted) => {
  let latencies = createHistogram()
  let leaked = 0
  const newest: Map<string, number>[] = []

  const listener = () => {
    const own = new Map<string, number>()
    newest.push(own)
    return (batch: unknown) => {
      const now = Date.now()
      for (const { key, value } of readingsOf(batch)) {
        latencies.add(now - wanted.base - value)
        own.set(key, value)
      }
    }
  }
  for (let i = 0; i < wanted.sockets; i += 50) {
    const group = Array.from({ length: Math.min(50, wanted.sockets - i) }, () => open(wanted, wanted.token, listener()))
    await Promise.all(group)
  }
  if (wanted.strangerToken !== undefined)
    for (let i = 0; i < strangers; i++)
      await open(wanted, wanted.strangerToken, (batch) => {
        leaked += readingsOf(batch).length
      })

  return async (): Promise<Report> => {
    const cpu = process.cpuUsage()
    const since = performance.now()
    latencies = createHistogram()
    for (const own of newest) own.clear()
    await sleep(wanted.seconds * 1000)
    const { user, system } = process.cpuUsage(cpu)
    const last = new Map<string, number>()
    for (const [key, value] of newest.flatMap((own) => [...own])) last.set(key, Math.max(value, last.get(key) ?? value))
    return {
      deliveries: latencies.count(),
      leaked,
      behind: newest.filter((own) => [...last].some(([key, value]) => own.get(key) !== value)).length,
      latency: latencies.spread(),
      loaderCpu: (user + system) / 1000 / (performance.now() - since),
    }
  }
})

const open = (
  wanted: z.output<typeof job>,
  token: string | undefined,
  receive: (batch: unknown) => void,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(`${wanted.address}/telemetry`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: 30_000,
      auth: token === undefined ? {} : { token },
    })
    socket.on('events', receive)
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })

/** The gas readings in a batch of events: `[[name, payload], ...]`. */
const readingsOf = (batch: unknown): { key: string; value: number }[] =>
  Array.isArray(batch)
    ? batch.flatMap((entry: unknown) => {
        const [name, payload]: unknown[] = Array.isArray(entry) ? entry : []
        if (name !== 'gas.recorded' || typeof payload !== 'object' || payload === null) return []
        if (!('key' in payload) || !('value' in payload)) return []
        return [{ key: String(payload.key), value: Number(payload.value) }]
      })
    : []
