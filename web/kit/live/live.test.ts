import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backoffMs, createLive, type Live, type LiveOptions } from './live.ts'

let io: Server
let url: string
let port: number
let live: Live
let allowed: boolean
const handshakes: unknown[] = []

const open = async (at = 0) => {
  const http = createServer()
  io = new Server(http, { path: '/socket.io' })
  io.of('/telemetry').use((socket, next) => {
    handshakes.push(socket.handshake.auth)
    next(allowed ? undefined : new Error('unauthorized'))
  })
  io.of('/telemetry').on('connection', (socket) =>
    socket.emit('hello', { serverTime: '2026-11-21T12:00:00.000Z', heartbeatMs: 2000 }),
  )
  await new Promise<void>((ready) => http.listen(at, '127.0.0.1', ready))
  const address = http.address()
  port = typeof address === 'object' && address ? address.port : 0
  url = `http://127.0.0.1:${port}`
}

const aLive = (options: Partial<LiveOptions> = {}): Live => {
  live = createLive({
    url,
    auth: async () => ({ token: 't', csrfToken: 'c', userId: 'u' }),
    onHello: () => {},
    onConnected: () => {},
    onEvents: () => {},
    onUnauthorized: () => {},
    onAccessChanged: () => {},
    ...options,
  })
  live.start()
  return live
}

const phase = (wanted: string) => vi.waitFor(() => expect(live.state().phase).toBe(wanted), { timeout: 18_000 })
// What comes by itself, on a machine that may be slow.
const soon = { timeout: 15_000 }

describe('the telemetry connection', () => {
  beforeEach(async () => {
    allowed = true
    handshakes.length = 0
    await open()
  })

  afterEach(async () => {
    vi.restoreAllMocks()
    live.stop()
    await io.close()
  })

  test('signs in with token, CSRF token and user, and takes the server’s time from its hello', async () => {
    const onHello = vi.fn()
    aLive({ onHello })
    await phase('live')
    expect(handshakes[0]).toEqual({ token: 't', csrfToken: 'c', userId: 'u' })
    expect(onHello).toHaveBeenCalledWith('2026-11-21T12:00:00.000Z')
  })

  test('hands over events grouped by name, in their order', async () => {
    const onEvents = vi.fn()
    aLive({ onEvents })
    await phase('live')
    io.of('/telemetry').emit('events', [
      ['gas.recorded', 1],
      ['doors.changed', 2],
      ['gas.recorded', 3],
    ])
    await vi.waitFor(() => expect(onEvents).toHaveBeenCalledOnce(), soon)
    expect(onEvents.mock.calls[0]?.[0]).toEqual(
      new Map([
        ['gas.recorded', [1, 3]],
        ['doors.changed', [2]],
      ]),
    )
  })

  test('is lost when nothing is heard for too long, and live again with the next beat', async () => {
    aLive({ silenceMs: 300 })
    // Each as it begins: on a machine that stands still for a moment it is over before anybody looks.
    const phases: string[] = []
    live.subscribe(() => {
      if (phases.at(-1) !== live.state().phase) phases.push(live.state().phase)
    })
    await vi.waitFor(() => expect(phases).toEqual(['live', 'lost']), soon)
    io.of('/telemetry').emit('beat')
    await vi.waitFor(() => expect(phases.slice(0, 3)).toEqual(['live', 'lost', 'live']), soon)
  })

  test('outlives two beats that do not come, and is lost half a second before anything may still look new', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    try {
      aLive()
      await new Promise<void>((isLive) => {
        live.subscribe(() => live.state().phase === 'live' && isLive())
      })
      vi.advanceTimersByTime(4_100)
      expect(live.state().phase).toBe('live')
      vi.advanceTimersByTime(400)
      expect(live.state().phase).toBe('lost')
    } finally {
      vi.useRealTimers()
    }
  })

  test('comes back after the server has been away, and says so', async () => {
    const onConnected = vi.fn()
    aLive({ onConnected })
    await phase('live')
    await io.close()
    await phase('lost')
    expect(onConnected).toHaveBeenCalledTimes(1)
    await open(port)
    await phase('live')
    expect(onConnected).toHaveBeenCalledTimes(2)
    expect(live.state().attempt).toBe(0)
  })

  test('tells when the server does not know the session', async () => {
    allowed = false
    const onUnauthorized = vi.fn()
    aLive({ onUnauthorized })
    await vi.waitFor(() => expect(onUnauthorized).toHaveBeenCalled(), soon)
  })

  test('tries at once when asked to', async () => {
    // By itself it would not before the test has ended.
    const schedule = setTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms = 0, ...given) =>
      schedule(work, ms >= 1_000 && ms <= 2_000 ? 600_000 : ms, ...given),
    )
    await io.close()
    aLive()
    await vi.waitFor(() => expect(live.state().attempt).toBeGreaterThan(0), soon)
    await open(port)
    live.retry()
    await phase('live')
  })
})

test('attempts are 1 s, 2 s, 4 s... apart, up to 30 s, plus up to a second', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((attempt) => backoffMs(attempt, 0))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(backoffMs(0, 0.999)).toBeLessThan(2_000)
})
