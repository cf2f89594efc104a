// What one caller, or nobody, holds open: however it is held, people who are at work and devices of others get in.
import { Agent } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { csrfToken, signIn } from '@gatehouse/contract/identity/auth'
import { namespaces } from '@gatehouse/contract/realtime'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { attacked } from '../../surface/attack.testing.ts'
import { aCompany, aDevice, type ADevice, aUser, type AUser } from '../../testing/building.testing.ts'
import { aProgram, type Program } from '../../chaos/program.testing.ts'
import { createApiClient, type ApiClient } from '../../testing/test-server.testing.ts'
import { aReading, connect, connectOnce, send } from '../../building/ingest/ingest.testing.ts'

/** A program with 1,024 descriptors takes some 300 of people. */
const howMany = Number(process.env['GATEHOUSE_CONNECTIONS'] ?? 400)
/** A second on a machine that is not busy with others; without limits it is two minutes. */
const soonMs = 20_000

let program: Program
let user: AUser
let stranger: AUser
let gas: ADevice
let theirs: ADevice
let atWork: ApiClient
const flood: { destroy(): unknown }[] = []

beforeAll(async () => {
  program = await aProgram({}, { descriptors: 1024 })
  await program.start()
  const pool = program.store()
  const [company, another] = [await aCompany(pool), await aCompany(pool)]
  user = await aUser(pool, company, { can: ['read_doors'] })
  stranger = await aUser(pool, another, { can: ['read_doors'] })
  gas = await aDevice(pool, company, 'gas')
  theirs = await aDevice(pool, another, 'gas')
  atWork = createApiClient(`http://127.0.0.1:${program.port}`)
  await atWork.signIn(user.email, user.password)
})
afterEach(() => flood.splice(0).forEach((held) => held.destroy()))
afterAll(() => program.remove())

/** Of many addresses of this machine, which Linux has 16 million of. */
const addressOf = (n: number) => `127.0.${n % 250}.${2 + (n % 200)}`

const hold = (port: number, n: number, reported: string) =>
  new Promise<void>((resolve) => {
    const socket = connectTcp({ port, host: '127.0.0.1', localAddress: addressOf(n) })
    flood.push(socket)
    socket.on('error', () => resolve())
    socket.once('connect', () => {
      socket.write(reported)
      resolve()
    })
  })

const inTurns = async (all: number, one: (n: number) => Promise<unknown>) => {
  for (let from = 0; from < all; from += 50)
    await Promise.all(Array.from({ length: Math.min(50, all - from) }, (_, n) => one(from + n)))
}

/** How long it takes until somebody who is signed in is answered, over a connection of their own. */
const answeredAfter = async () => {
  const since = performance.now()
  const headers = { authorization: `Bearer ${atWork.token}` }
  const { status } = await program.ask({ path: '/api/doors', headers, patienceMs: soonMs })
  expect(status).toBe(200)
  return performance.now() - since
}

const nobody: Record<string, () => Promise<string>> = {
  'that never end what they send': async () => {
    const response = await fetch(`http://127.0.0.1:${program.port}/api${csrfToken.path}`)
    const { csrfToken: token } = csrfToken.output.parse(await response.json())
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    return [
      `POST /api${signIn.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json`,
      `Cookie: ${cookie}\r\nX-CSRF-Token: ${token}\r\nContent-Length: 1000\r\n\r\n{`,
    ].join('\r\n')
  },
  'that never read what they are answered': async () => 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2),
}

describe.each(Object.entries(nobody))(`${howMany} connections of nobody %s`, (what, request) => {
  test('leave a place to who is at work', { timeout: 300_000 }, async () => {
    const reported = await request()
    await inTurns(howMany, (n) => hold(program.port, n, reported))
    const ms = await answeredAfter()
    attacked('floods', `connections ${what}`, howMany, ms < soonMs ? 0 : 1)
    expect(ms).toBeLessThan(soonMs)
  })
})

test('600 browsers of one person leave a place to others', { timeout: 60_000 }, async () => {
  const visitor = createApiClient(`http://127.0.0.1:${program.port}`)
  await visitor.signIn(stranger.email, stranger.password)
  await inTurns(600, (n) => aBrowser(n, visitor.token ?? ''))
  const ms = await answeredAfter()
  attacked('floods', 'browsers of one person', 600, ms < soonMs ? 0 : 1)
  expect(ms).toBeLessThan(soonMs)
  expect(program.output().stderr).toContain('connections were closed to make room for others')
})

test('600 connections of one device leave a place to those of another company', { timeout: 60_000 }, async () => {
  const url = `mqtt://127.0.0.1:${program.mqttPort}`
  const device = await connect(url, theirs)
  device.end(true)
  await inTurns(600, async (n) => {
    const client = await connectOnce(url, theirs, { clientId: `one of many ${n}` }).catch(() => undefined)
    flood.push({ destroy: () => client?.end(true) })
  })
  const ours = await connectOnce(url, gas).catch(() => undefined)
  attacked('floods', 'connections of one device', 600, ours ? 0 : 1)
  expect(ours && (await send(ours, gas.key, 'reading', aReading()))).toBe(true)
  ours?.end(true)
})

/** One that hears live values; it may be turned away. */
const aBrowser = (n: number, token: string) =>
  new Promise<void>((resolve) => {
    const options = { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false }
    // The library's types leave out what it passes on to Node.
    Reflect.set(options, 'agent', new Agent({ localAddress: addressOf(n) }))
    const socket = io(`http://127.0.0.1:${program.port}${namespaces.telemetry}`, options)
    flood.push({ destroy: () => socket.disconnect() })
    for (const word of ['hello', 'connect_error', 'disconnect']) socket.on(word, () => resolve())
  })
