import { createServer } from 'node:http'
import { intercomUpdate, messages } from '@gatehouse/contract/realtime'
import { Server, type Socket } from 'socket.io'
import { io as connectTo } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionWords } from './connection-words.ts'
import { createMainSocket, type MainOptions, type MainSocket } from './main-socket.ts'
import { messageIn } from './socket-life.ts'

let io: Server
let port: number
let url: string
let main: MainSocket | undefined
let arrive: (socket: Socket) => void
let refusal: string | null
let transports: string[]

const open = async (at = 0) => {
  const http = createServer()
  io = new Server(http, { path: '/socket.io' })
  io.use((_, next) => next(refusal === null ? undefined : new Error(refusal)))
  io.on('connection', (socket) => {
    transports = [socket.conn.transport.name]
    socket.conn.on('upgrade', ({ name }) => transports.push(name))
    arrive(socket)
  })
  await new Promise<void>((ready) => http.listen(at, '127.0.0.1', ready))
  const address = http.address()
  port = typeof address === 'object' && address ? address.port : 0
  url = `http://127.0.0.1:${port}`
}

const connect = (options: Partial<MainOptions> = {}): MainSocket => {
  const made = createMainSocket({
    url,
    auth: async () => ({ token: 't' }),
    onIntercom: () => {},
    onDoubt: () => {},
    onForged: () => {},
    ...options,
  })
  made.start()
  main = made
  return made
}

const until = (state: string) => vi.waitFor(() => expect(main?.state()).toBe(state), { timeout: 18_000, interval: 10 })
// What comes by itself, on a machine that may be slow.
const soon = { timeout: 15_000 }
const answers = (event: string, answer: (payload: unknown) => unknown) => {
  arrive = (socket) => {
    socket.on(event, (payload: unknown, done: (answer: unknown) => void) => done(answer(payload)))
  }
}

beforeEach(async () => {
  refusal = null
  transports = []
  arrive = () => {}
  await open()
})
afterEach(async () => {
  main?.stop()
  main = undefined
  await io.close()
})

describe('the main connection', () => {
  test('is polled first and then upgraded', async () => {
    const opened = connect()
    expect(opened.state()).toBe('closed')
    await until('open')
    await vi.waitFor(() => expect(transports).toEqual(['polling', 'websocket']), soon)
    opened.stop()
    expect(opened.state()).toBe('closed')
  })

  test('answers what it is asked, with what the server acknowledges', async () => {
    answers('search:query', (payload) => ({ results: [], payload }))
    const opened = connect()
    await until('open')
    await expect(opened.ask('search:query', { query: 'door' }, 9_000)).resolves.toEqual({
      results: [],
      payload: { query: 'door' },
    })
  })

  test('connects again between 0.5 and 1.5 s after it was cut, and keeps what is told meanwhile', async () => {
    const received: unknown[] = []
    answers('notification:action', (payload) => received.push(payload))
    const opened = connect()
    await until('open')
    opened.send('notification:action', { n: 0 })
    await vi.waitFor(() => expect(received).toHaveLength(1), soon)
    // As it happens, and not when somebody looks.
    let cutAt = 0
    opened.subscribe(() => {
      if (opened.state() === 'reconnecting') cutAt ||= performance.now()
    })
    await io.close()
    await until('reconnecting')
    for (let n = 1; n <= 120; n++) opened.send('notification:action', { n })
    await open(port)
    answers('notification:action', (payload) => received.push(payload))
    await until('open')
    expect(performance.now() - cutAt).toBeGreaterThan(400)
    // The newest hundred, in their order.
    await vi.waitFor(() => expect(received).toHaveLength(101), soon)
    expect(received.slice(1)).toEqual(Array.from({ length: 100 }, (_, n) => ({ n: n + 21 })))
  })

  test('what was told to somebody else is not told in another’s name', async () => {
    const received: unknown[] = []
    answers('notification:action', (payload) => received.push(payload))
    const opened = connect()
    opened.send('notification:action', { n: 1 })
    opened.stop()
    opened.start()
    await until('open')
    opened.send('notification:action', { n: 2 })
    await vi.waitFor(() => expect(received).toEqual([{ n: 2 }]), soon)
  })

  test('asks for another CSRF value where the server does not know the one it has', async () => {
    refusal = 'EBADCSRFTOKEN'
    const onForged = vi.fn(() => (refusal = null))
    connect({ onForged })
    await until('open')
    expect(onForged).toHaveBeenCalledOnce()
  })

  test('is tried again where the server said no, and doubts the session where it is not known', async () => {
    refusal = 'unauthorized'
    const onDoubt = vi.fn()
    connect({ onDoubt })
    await until('reconnecting')
    expect(onDoubt).toHaveBeenCalled()
    refusal = null
    await until('open')
  })

  test('hands over what intercoms say', async () => {
    const onIntercom = vi.fn()
    arrive = (socket) => socket.emit(intercomUpdate, { ringing: true })
    connect({ onIntercom })
    await vi.waitFor(() => expect(onIntercom).toHaveBeenCalledWith({ ringing: true }), soon)
  })
})

describe('the socket layer’s messages arise, and are said in plain words', () => {
  const failure = (asking: Promise<unknown>) =>
    asking.then(
      () => 'an answer',
      (error: unknown) => messageIn(error),
    )

  test('where an answer does not come in time', async () => {
    const opened = connect()
    await until('open')
    expect(await failure(opened.ask('search:query', {}, 50))).toBe(messages.timedOut)
  })

  test('where the connection is lost before the answer, or is not there at all', async () => {
    arrive = (socket) => void socket.on('search:query', () => socket.disconnect(true))
    const opened = connect()
    await until('open')
    expect(await failure(opened.ask('search:query', {}, 9_000))).toBe(messages.disconnected)
    opened.stop()
    expect(await failure(opened.ask('search:query', {}, 2_000))).toBe(messages.disconnected)
  })

  test('where the connection itself takes too long', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
    const address = silent.address()
    const at = typeof address === 'object' && address ? address.port : 0
    const socket = connectTo(`http://127.0.0.1:${at}`, { timeout: 100, reconnection: false, forceNew: true })
    const message = await new Promise<unknown>((resolve) => socket.on('connect_error', resolve))
    expect(messageIn(message)).toBe(messages.timeout)
    socket.disconnect()
    silent.closeAllConnections()
    silent.close()
  })

  test('where no way to connect is left: a bare text, not an error', async () => {
    const socket = connectTo(url, { transports: [], reconnection: false, forceNew: true })
    const message = await new Promise<unknown>((resolve) => socket.on('connect_error', resolve))
    expect(messageIn(message)).toBe(messages.noTransports)
    socket.disconnect()
  })

  test('each has words of its own, and whatever else it is has some', () => {
    const { timeout, timedOut, disconnected, noTransports } = messages
    const all = [timeout, timedOut, disconnected, noTransports, 'unauthorized', 'unavailable'].map(connectionWords)
    expect(new Set(all).size).toBe(6)
    for (const words of all) expect(words).toMatch(/^[A-Z].*\.$/)
    expect(connectionWords('xhr poll error')).toBe('The server cannot be reached.')
    expect(connectionWords(null)).toBe('The server cannot be reached.')
  })
})
