// Connections of somebody who means ill: who never reads, who floods, who sends what no page of ours sends.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { happened } from '@gatehouse/contract/insight/events'
import { allPermissions } from '@gatehouse/contract/permissions'
import { inbound, namespaces, notificationAction, searchQuery, socketPath } from '@gatehouse/contract/realtime'
import pino from 'pino'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { exampleEvent, now } from '../../surface/examples.testing.ts'
import { type Bus, createBus } from '../bus.ts'
import { tick } from '../clock.testing.ts'
import type { Caller } from '../http/caller.ts'
import { createInbound } from './realtime-messages.ts'
import { createRealtime, type Realtime } from './realtime.ts'
import type { AuditEntry } from '../http/serve.ts'

const silent = pino({ level: 'silent' })
const device = uuid()
const company = uuid()
const ada = uuid()

const callers: Record<string, Caller> = {}
const aCaller = (userId: string, viewer: Caller['viewer'] = null): Caller => ({
  userId,
  sessionId: uuid(),
  companyId: company,
  name: 'Ada',
  email: 'ada@gatehouse.example',
  permissions: new Set(allPermissions),
  labels: new Set(),
  expiresAt: Date.now() + 3_600_000,
  limited: false,
  viewer,
})

let http: Server
let bus: Bus
let realtime: Realtime
let recorded: AuditEntry[]
let address: string
const sockets: Socket[] = []

beforeEach(async () => {
  recorded = []
  Object.assign(callers, {
    ada: aCaller(ada),
    grace: aCaller(ada, { id: uuid(), email: 'grace@x.example', name: 'G' }),
  })
  http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  bus = createBus(silent)
  realtime = await createRealtime(
    http,
    bus,
    { caller: async (token) => callers[token] ?? null, groupOf: () => 'all', groupsOf: () => ['all'] },
    silent,
  )
  const gate = {
    ready: () => true,
    orLost: <T>(work: Promise<T>) => work,
    observe: () => undefined,
    audit: async (entry: AuditEntry) => void recorded.push(entry),
  }
  const answer = createInbound((listener) => realtime.welcome('main', listener), gate, silent)
  answer(searchQuery, inbound[searchQuery], async () => ({ results: [], total: 0 }))
  answer(notificationAction, inbound[notificationAction], async () => ({ success: true }))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  await realtime.close()
})

const connect = async (token: string): Promise<Socket> => {
  const socket = io(`${address}${namespaces.main}`, {
    path: socketPath,
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  sockets.push(socket)
  await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject))
  return socket
}
const asked = { query: 'gas', userId: ada, timestamp: now }

test('who never reads what is told is let go before it fills the memory', async () => {
  const at = `${address}${socketPath}/?EIO=4&transport=polling`
  const opened = await (await fetch(at)).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  const send = (text: string) => fetch(`${at}&sid=${sid}`, { method: 'POST', body: text })
  await send(`40${namespaces.telemetry},{"token":"ada"}`)
  for (let known = ''; !known.includes('hello'); ) known += await (await fetch(`${at}&sid=${sid}`)).text()
  expect(realtime.sockets()).toBe(1)
  const incident = happened.shape.parse(exampleEvent(happened, device))
  for (let n = 0; n < 12_000; n++) bus.publish(happened, company, incident)
  // It goes on saying that it is there.
  const beats = setInterval(() => void send('3').catch(() => undefined), 500)
  await expect.poll(() => realtime.sockets(), { timeout: 20_000 }).toBe(0)
  clearInterval(beats)
})

test('a flood through another’s eyes is cut off like any other, and is not on the record beyond that', async () => {
  // It is counted by the minute of the clock: over the turn of one it would be two floods. One begins here.
  await tick(60_000 - (Date.now() % 60_000))
  const socket = await connect('grace')
  const most = inbound[searchQuery].perMinute
  const answers = await Promise.all(
    Array.from({ length: most + 200 }, () => socket.emitWithAck(searchQuery, asked) as Promise<object>),
  )
  expect(answers.filter((one) => 'failure' in one).length).toBeGreaterThanOrEqual(200)
  await expect.poll(() => recorded.length).toBe(most)
  expect(recorded[0]).toMatchObject({ actor: 'grace@x.example', onBehalfOf: 'ada@gatehouse.example' })
  // It was Grace who sat there: Ada has all of hers.
  expect(await (await connect('ada')).emitWithAck(searchQuery, asked)).toEqual({ results: [], total: 0 })
})

test('what no page of ours sends is refused in words, and nothing falls over', async () => {
  const socket = await connect('ada')
  let nested: unknown = 1
  for (let depth = 0; depth < 3000; depth++) nested = [nested]
  const odds: unknown[] = [
    null,
    7,
    'gas',
    [],
    [asked],
    { ...asked, query: 'half \ud800' },
    { ...asked, query: 'nul \0' },
    { ...asked, query: 'x'.repeat(201) },
    { ...asked, query: nested },
    { ...asked, query: { toString: 'gas' } },
    { ...asked, query: Buffer.from('gas') },
    { ...asked, '\0': 1 },
  ]
  for (const odd of odds)
    expect(await socket.emitWithAck(searchQuery, odd)).toMatchObject({ failure: { code: 'VALIDATION' } })
  // Nobody waits for an answer; or nothing is said but that one is waited for.
  socket.emit(searchQuery, asked)
  socket.emit(searchQuery)
  socket.emit(searchQuery, () => undefined)
  socket.emit(searchQuery, asked, 'no function')
  socket.emit('constructor', asked)
  socket.emit('__proto__', asked)
  expect(await socket.emitWithAck(searchQuery, asked)).toEqual({ results: [], total: 0 })
  // Larger than anything we take.
  const gone = new Promise((resolve) => socket.on('disconnect', resolve))
  socket.emit(searchQuery, { ...asked, query: 'x'.repeat(120_000) })
  await gone
  expect(await (await connect('ada')).emitWithAck(searchQuery, asked)).toEqual({ results: [], total: 0 })
})
