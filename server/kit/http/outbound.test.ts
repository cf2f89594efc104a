// Calls to addresses that people entered: where they may go, and that they go nowhere else.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tick } from '../clock.testing.ts'
import { createOutbound, isPublic, wrongEntry } from './outbound.ts'

let server: Server
let port: number
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host} ${request.url}`)
    if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1/' }).end('elsewhere')
    else if (request.url === '/hangs') response.writeHead(200).write('a bit')
    else if (request.url === '/much') response.writeHead(200).end('x'.repeat(1_000_000))
    else if (request.url === '/hangs-up') request.socket.destroy()
    else response.writeHead(200).end('taken')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const post = { headers: { 'content-type': 'text/plain' }, body: 'hello' }
const at = (...addresses: string[]) => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('what is not of the open internet', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '100.64.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
  ])('%s', async (address) => {
    expect(isPublic(address)).toBe(false)
    const url = `https://${address.includes(':') ? `[${address}]` : address}/`
    const outbound = createOutbound([])
    expect(() => outbound.check(url)).toThrow('private network')
    await expect(outbound.post(url, post)).rejects.toMatchObject({ forGood: true })
    // The same behind a name, also beside a public one.
    for (const found of [at(address), at('8.8.8.8', address)])
      await expect(createOutbound([], async () => found).post('https://receiver.example/', post)).rejects.toMatchObject(
        { message: expect.stringContaining('private network'), forGood: true },
      )
  })
})

test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])('%s is', (address) =>
  expect(isPublic(address)).toBe(true),
)

test.each([
  'http://127.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001/',
  'https://127.0.0.1./',
  'https://１２７。0。0。1/',
  'http://[::ffff:7f00:1]/',
  'http://localhost/',
  'http://receiver.example/',
  'ftp://receiver.example/',
  'file:///etc/passwd',
  'https://user:word@receiver.example/',
  'nonsense',
])('%s is refused, however it is written', async (url) => {
  const outbound = createOutbound([])
  expect(() => outbound.check(url)).toThrow()
  await expect(createOutbound([], async () => at('8.8.8.8')).post(url, post)).rejects.toMatchObject({ forGood: true })
})

test('what the installation allows may be private and without TLS, by name, address or network', async () => {
  for (const entry of ['127.0.0.1', '127.0.0.0/8', '::ffff:127.0.0.1'])
    expect(await createOutbound([entry]).post(`http://127.0.0.1:${port}/`, post)).toMatchObject({
      status: 200,
      text: 'taken',
    })
  const named = createOutbound(['Receiver.Local'], async () => at('127.0.0.1'))
  named.check(`http://receiver.local:${port}/`)
  expect((await named.post(`http://receiver.local:${port}/named`, post)).status).toBe(200)
  expect(asked.at(-1)).toBe(`POST receiver.local:${port} /named`)
  await expect(named.post(`http://other.local:${port}/`, post)).rejects.toThrow('private network')
  await expect(createOutbound(['10.0.0.0/8']).post(`http://127.0.0.1:${port}/`, post)).rejects.toThrow('private')
})

test('a name is asked for once, and its answer is where the call goes: a second answer leads nowhere', async () => {
  let times = 0
  const rebinding = createOutbound(['127.0.0.0/8'], async () => at(++times === 1 ? '127.0.0.1' : '10.0.0.1'))
  expect((await rebinding.post(`http://rebinds.example:${port}/`, post)).status).toBe(200)
  expect(times).toBe(1)
  await expect(rebinding.post(`http://rebinds.example:${port}/`, post)).rejects.toThrow('private network')
  // The name that the real resolver would lead elsewhere is not asked by the connection.
  const pinned = createOutbound(['localhost'], async () => at('127.0.0.1'))
  expect((await pinned.post(`http://localhost:${port}/`, post)).status).toBe(200)
})

test('a redirect is an answer like another: it is not followed', async () => {
  const before = asked.length
  const { status, headers } = await createOutbound(['127.0.0.1']).post(`http://127.0.0.1:${port}/away`, post)
  expect([status, headers.location]).toEqual([302, 'http://127.0.0.1/'])
  expect(asked.length).toBe(before + 1)
})

test('of a long answer the beginning is read, and one that does not end is given up in time', async () => {
  const outbound = createOutbound(['127.0.0.1'])
  expect((await outbound.post(`http://127.0.0.1:${port}/much`, post)).text).toHaveLength(4096)
  const before = asked.length
  let isGivenUp = false
  const hangs = expect(
    outbound
      .post(`http://127.0.0.1:${port}/hangs`, { ...post, timeoutMs: 60_000 })
      .finally(() => void (isGivenUp = true)),
  ).rejects.toThrow('No answer within 60 seconds.')
  await expect.poll(() => asked.length).toBe(before + 1)
  await tick('30 s')
  expect(isGivenUp).toBe(false)
  await tick('30 s')
  await hangs
  const slowName = createOutbound([], () => new Promise(() => undefined))
  await expect(slowName.post('https://slow.example/', { ...post, timeoutMs: 100 })).rejects.toThrow('No answer')
})

test('says in words why nothing was answered', async () => {
  const outbound = createOutbound(['127.0.0.1', 'gone.invalid'])
  await expect(outbound.post(`http://127.0.0.1:${port}/hangs-up`, post)).rejects.toThrow('closed the connection')
  await expect(outbound.post('http://127.0.0.1:1/', post)).rejects.toThrow('does not take connections')
  await expect(outbound.post('https://gone.invalid/', post)).rejects.toMatchObject({ forGood: false })
})

test('a list of what is allowed holds names, addresses and networks', () => {
  expect(wrongEntry(['receiver.local', '10.0.0.0/8', '192.168.1.7', 'fd00::/8', '::1'])).toBeUndefined()
  expect(wrongEntry(['ok.example', 'https://receiver.local'])).toBe('https://receiver.local')
  expect(wrongEntry(['10.0.0.0/99'])).toBe('10.0.0.0/99')
})
