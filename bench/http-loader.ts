// Asks over plain HTTP/1.1 connections, compares every answer byte for byte, and takes the time of each.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { job, type Report } from './http-job.ts'
import { serveJob } from './load.ts'
import { createHistogram } from './kit/stats.ts'

type Job = z.output<typeof job>

interface Connection {
  readonly socket: Socket
  readonly request: Buffer
  readonly expected: Buffer
  busySince: number | null
  answered: () => void
}

serveJob(job, async (wanted) => async () => {
  let wrong = 0
  let firstWrong: string | null = null
  const check = (connection: Connection, status: number, body: Buffer) => {
    if (status === 200 && body.equals(connection.expected)) return
    wrong++
    firstWrong ??= `${status} ${body.toString().slice(0, 300)}`
  }
  const connections = await Promise.all(
    Array.from({ length: wanted.connections }, (_, i) => open(wanted, i % wanted.callers.length, check)),
  )
  await drive({ ...wanted, seconds: warmUpSeconds }, connections)
  const result = await drive(wanted, connections)
  for (const { socket } of connections) socket.destroy()
  return { ...result, wrong, firstWrong }
})

// A fresh process compiles itself while it asks: that would count as the server's lateness.
const warmUpSeconds = 0.5

const drive = async (wanted: Job, connections: Connection[]): Promise<Omit<Report, 'wrong' | 'firstWrong'>> => {
  const latencies = createHistogram()
  const cpu = process.cpuUsage()
  const started = performance.now()
  const end = started + wanted.seconds * 1000
  const interval = wanted.rate === undefined ? 0 : 1000 / wanted.rate
  let given = 0
  const idle: Connection[] = []

  const ask = (connection: Connection, since: number) => {
    connection.busySince = since
    connection.socket.write(connection.request)
  }
  // The next request that is due, if one is: a request that finds every connection busy has been waiting since then.
  const next = (connection: Connection) => {
    const now = performance.now()
    const due = started + given * interval
    if (now >= end) return
    if (wanted.rate === undefined) ask(connection, now)
    else if (due <= now) ask(connection, due)
    else {
      idle.push(connection)
      return
    }
    given++
  }
  for (const connection of connections) {
    connection.answered = () => {
      latencies.add(performance.now() - (connection.busySince ?? started))
      connection.busySince = null
      next(connection)
    }
    next(connection)
  }
  while (performance.now() < end) {
    await sleep(1)
    if (idle.length > 0) for (const connection of idle.splice(0)) next(connection)
  }
  const seconds = (performance.now() - started) / 1000
  const answered = latencies.count()
  const patience = end + 10_000
  while (connections.some((c) => c.busySince !== null) && performance.now() < patience) await sleep(5)
  const { user, system } = process.cpuUsage(cpu)
  return {
    answered,
    seconds,
    latency: latencies.spread(),
    loaderCpu: (user + system) / 1000 / (performance.now() - started),
  }
}

const open = (
  wanted: Job,
  index: number,
  check: (connection: Connection, status: number, body: Buffer) => void,
): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const caller = wanted.callers[index]
    if (!caller) throw new Error('no caller')
    const headers = Object.entries({ Host: `127.0.0.1:${wanted.port}`, ...caller.headers })
    const socket = connect({ port: wanted.port, host: '127.0.0.1', noDelay: true })
    const connection: Connection = {
      socket,
      request: Buffer.from(`GET ${caller.path} HTTP/1.1\r\n${headers.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n`),
      expected: Buffer.from(caller.expected),
      busySince: null,
      answered: () => undefined,
    }
    socket.on(
      'data',
      createAnswerReader((status, body) => {
        check(connection, status, body)
        connection.answered()
      }),
    )
    socket.once('error', reject)
    socket.once('close', () => {
      if (connection.busySince !== null) throw new Error('the server closed a connection that waited for an answer')
    })
    socket.once('connect', () => resolve(connection))
  })

/** One answer at a time, with a length or in chunks; there is no pipelining, so nothing follows it. */
const createAnswerReader = (answered: (status: number, body: Buffer) => void) => {
  let data: Buffer = Buffer.alloc(0)
  return (chunk: Buffer) => {
    data = data.length === 0 ? chunk : Buffer.concat([data, chunk])
    const headEnd = data.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = data.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const body =
      length === undefined ? unchunk(data, headEnd + 4) : data.subarray(headEnd + 4, headEnd + 4 + Number(length))
    if (body === null || (length !== undefined && body.length < Number(length))) return
    data = Buffer.alloc(0)
    answered(Number(head.slice(9, 12)), body)
  }
}

/** null while the last chunk is missing. */
const unchunk = (data: Buffer, from: number): Buffer | null => {
  const parts: Buffer[] = []
  for (let i = from; ; ) {
    const lineEnd = data.indexOf('\r\n', i)
    if (lineEnd === -1) return null
    const size = Number.parseInt(data.toString('latin1', i, lineEnd), 16)
    if (size === 0) return Buffer.concat(parts)
    const next = lineEnd + 2 + size + 2
    if (next > data.length) return null
    parts.push(data.subarray(lineEnd + 2, lineEnd + 2 + size))
    i = next
  }
}
