// Connections of nobody: limits by address and in all, and what goes on beside a flood of them.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { attacked } from '../../surface/attack.testing.ts'
import { aCompany, aDevice, aUser, type ADevice, type AUser } from '../../testing/building.testing.ts'
import { aProgram, type Program } from '../../chaos/program.testing.ts'
import { createApiClient } from '../../testing/test-server.testing.ts'
import { aReading, connect as connectDevice, send } from '../../building/ingest/ingest.testing.ts'
import {
  type Admission,
  type ConnectionLimits,
  connectionLimits,
  limitConnections,
  networkOf,
  sharesOf,
} from './connections.ts'
import { tick } from '../clock.testing.ts'

const quiet = pino({ level: 'silent' })

describe('limits', () => {
  test('are parted between people and devices, and leave some to the store', () => {
    for (const all of [256, 1024, 4096, 65_536]) {
      const { http, mqtt } = sharesOf(all)
      expect(http.most + mqtt.most).toBeLessThanOrEqual(all * 0.98)
      expect(http.most + mqtt.most).toBeGreaterThanOrEqual(Math.min(all * 0.7, 40_000))
      expect(http.mostOfAddress).toBeLessThan(http.most)
    }
    expect(connectionLimits({ http: { most: 100 }, mqtt: { mostOfAddress: 7 } }, 1024)).toMatchObject({
      http: { most: 100 },
      mqtt: { most: sharesOf(1024).mqtt.most, mostOfAddress: 7 },
    })
  })

  test('take the addresses of one network of IPv6 for one', () => {
    expect(networkOf('2001:db8:1:2::7')).toBe(networkOf('2001:db8:1:2:ffff:1:2:3'))
    expect(networkOf('2001:db8:1:2::7')).not.toBe(networkOf('2001:db8:1:3::7'))
    expect(networkOf('2001:db8::7')).toBe(networkOf('2001:0db8:0:0:1::'))
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'))
    expect(networkOf('::ffff:192.0.2.7')).toBe(networkOf('192.0.2.7'))
  })

  describe('of a server', () => {
    let server: Server
    let admission: Admission
    const opened: Socket[] = []

    const listen = async (limits: Partial<ConnectionLimits>) => {
      server = createServer((socket) => {
        socket.on('error', () => undefined)
        // Each says whose it is: a company and a name.
        socket.on('data', (reported) => {
          const [company = '', name = ''] = reported.toString().split(' ')
          admission.know(socket, { company, name })
        })
      })
      admission = limitConnections(
        server,
        { most: 100, mostKnown: 100, mostUnknown: 100, mostOfAddress: 100, ...limits },
        quiet,
      )
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    }
    afterEach(() => {
      opened.splice(0).forEach((socket) => socket.destroy())
      server.close()
    })

    const open = async (reported = '') => {
      const address = server.address()
      const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
      socket.on('error', () => undefined)
      opened.push(socket)
      const received = once(server, 'connection')
      await once(socket, 'connect')
      const [there]: Socket[] = await received
      if (reported === '' || !there || there.destroyed) return
      const seen = once(there, 'data')
      socket.write(reported)
      await seen
    }
    const openAll = async (reported: readonly string[]) => {
      for (const one of reported) await open(one)
    }
    const isOpen = () => opened.map((socket) => !socket.destroyed && !socket.readableEnded)

    test('full, the oldest that is nobody’s goes, and who is somebody stays', async () => {
      await listen({ most: 4, mostUnknown: 3 })
      await openAll(['ours guard', '', '', '', '', '', ''])
      await expect.poll(isOpen).toEqual([true, false, false, false, true, true, true])
      expect([admission.open(), admission.refused()]).toEqual([4, 3])
    })

    test('who holds the most gives way to others, with what came last', async () => {
      await listen({ mostKnown: 4 })
      await openAll(['theirs a', 'theirs a', 'theirs b', 'theirs a', 'ours guard', 'ours owner'])
      await expect.poll(isOpen).toEqual([true, false, true, false, true, true])
    })

    test('who holds the most takes nothing of others', async () => {
      await listen({ mostKnown: 4 })
      await openAll(['ours guard', 'ours owner', 'theirs a', 'theirs a', 'theirs a', 'theirs a'])
      await expect.poll(isOpen).toEqual([true, true, true, true, false, false])
    })

    test('among equals whoever came last gives way', async () => {
      await listen({ mostKnown: 3 })
      await openAll(['ours a', 'ours b', 'ours c', 'ours d'])
      await expect.poll(isOpen).toEqual([true, true, true, false])
    })

    test('what is nobody’s again gives way like what never was anybody’s', async () => {
      await listen({ most: 2 })
      server.on('connection', (socket: Socket) => socket.once('data', () => admission.release(socket)))
      await openAll(['ours guard', 'ours guard', ''])
      await expect.poll(isOpen).toEqual([false, true, true])
    })

    test('of what is closed is told at once, and after that once a minute', async () => {
      const warnings = vi.spyOn(quiet, 'warn')
      await listen({ most: 1 })
      await openAll(['', '', '', ''])
      await expect.poll(() => warnings.mock.calls.length).toBe(1)
      await tick('1 min')
      await open()
      await expect
        .poll(() => warnings.mock.calls.map(([published]) => published))
        .toMatchObject([{ closed: 1 }, { closed: 3 }])
      warnings.mockRestore()
    })
  })
})

describe('a process that may have 1,024 files open', () => {
  let program: Program
  let user: AUser
  let gas: ADevice
  const flood: Socket[] = []

  beforeAll(async () => {
    program = await aProgram({}, { descriptors: 1024 })
    await program.start()
    const pool = program.store()
    const company = await aCompany(pool)
    user = await aUser(pool, company, { can: ['read_doors'] })
    gas = await aDevice(pool, company, 'gas')
  })
  afterAll(async () => {
    flood.forEach((socket) => socket.destroy())
    await program.remove()
  })

  /** From many addresses of this machine, which Linux has 16 million of. */
  const open = (port: number, n: number, head = '') =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${n % 250}.${2 + (n % 200)}` })
      flood.push(socket)
      socket.on('error', () => resolve())
      socket.once('connect', () => {
        if (head !== '') socket.write(head)
        resolve()
      })
    })

  // Two of them in every run; all: GATEHOUSE_FLOODS=4.
  const floods: [string, string][] = [
    ['that say nothing', ''],
    ['that say their first line and no more', 'GET /api/health HTTP/1.1\r\nX-Slow: '],
    ['that have asked once', 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['that never end what they send', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{'],
  ]

  test.each(floods.slice(0, Number(process.env['GATEHOUSE_FLOODS'] ?? 2)))(
    'goes on beside 1,500 connections %s',
    async (what, head) => {
      const { port, mqttPort } = program
      for (let from = 0; from < 1500; from += 100)
        await Promise.all(
          Array.from({ length: 100 }, (_, n) => open(n % 5 === 0 ? mqttPort : port, from + n, n % 5 === 0 ? '' : head)),
        )
      const since = performance.now()
      const device = await connectDevice(`mqtt://127.0.0.1:${mqttPort}`, gas)
      expect(await send(device, gas.key, 'reading', aReading())).toBe(true)
      device.end(true)
      const reportedAfter = performance.now() - since
      // Who has said something may hold all there is until it is cut off for its slowness.
      const visitor = createApiClient(`http://127.0.0.1:${port}`)
      await expect
        .poll(() => visitor.signIn(user.email, user.password).then(() => 'in', String), { timeout: 140_000 })
        .toBe('in')
      attacked(
        'floods',
        `connections ${what}`,
        1500,
        program.output().stderr.includes('the store cannot be reached') ? 1 : 0,
      )
      expect(reportedAfter).toBeLessThan(10_000)
      expect(program.output().stderr).not.toMatch(/the store cannot be reached|EMFILE/)
      flood.splice(0).forEach((socket) => socket.destroy())
    },
    200_000,
  )
})
