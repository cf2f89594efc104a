// Connections of nobody: limits by address and in all, and what goes on beside a flood of them.
import { createServer, type Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attacked } from '../attack.testing.ts'
import { aCompany, aDevice, aUser, type ADevice, type AUser } from '../building.testing.ts'
import { aProgram, type Program } from '../chaos/program.testing.ts'
import { createVisitor } from '../house.testing.ts'
import { aReading, connect as connectDevice, say } from '../ingest/ingest.testing.ts'
import { connectionLimits, limitConnections, networkOf, sharesOf } from './connections.ts'

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

  test('full, the oldest that has said nothing goes, and who has stays', async () => {
    const server = createServer()
    const admission = limitConnections(server, { most: 4, mostUnknown: 3, mostOfAddress: 10 })
    server.on('connection', (socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => admission.know(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const opened: Socket[] = []
    const open = async (word = '') => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      opened.push(socket)
      await new Promise((resolve) => socket.once('connect', resolve))
      if (word !== '') socket.write(word)
      await sleep(20)
      return socket
    }
    const known = await open('hello')
    for (let n = 0; n < 6; n++) await open()
    await expect
      .poll(() => opened.map((socket) => socket.destroyed || socket.readableEnded))
      .toEqual([false, true, true, true, false, false, false])
    expect([admission.open(), admission.refused()]).toEqual([4, 3])
    expect(known.destroyed).toBe(false)
    opened.forEach((socket) => socket.destroy())
    server.close()
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
      expect(await say(device, gas.key, 'reading', aReading())).toBe(true)
      device.end(true)
      const toldAfter = performance.now() - since
      // Who has said something may hold all there is until it is cut off for its slowness.
      const visitor = createVisitor(`http://127.0.0.1:${port}`)
      await expect
        .poll(() => visitor.signIn(user.email, user.password).then(() => 'in', String), { timeout: 140_000 })
        .toBe('in')
      attacked(
        'floods',
        `connections ${what}`,
        1500,
        program.said().stderr.includes('the store cannot be reached') ? 1 : 0,
      )
      expect(toldAfter).toBeLessThan(10_000)
      expect(program.said().stderr).not.toMatch(/the store cannot be reached|EMFILE/)
      flood.splice(0).forEach((socket) => socket.destroy())
    },
    200_000,
  )
})
