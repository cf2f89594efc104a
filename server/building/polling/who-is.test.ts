// Against devices of the BACnet library itself, on UDP.
import { afterEach, expect, test } from 'vitest'
import { aBacnetDevice, aUdpSocket, inFrontOf } from './bacnet-device.testing.ts'
import { freePort, impatientMs } from './devices.testing.ts'
import { networksOfThisMachine, type Search, whoIs } from './who-is.ts'

const ends: (() => unknown)[] = []
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end()
})
const aDevice = async (instance: number) => {
  const device = await aBacnetDevice(instance, {})
  ends.push(() => device.stop())
  return device
}
/** On a busy machine answers take their time. */
const waitMs = 900
const search = (port: number, more: Partial<Search> = {}) =>
  whoIs({
    targets: [{ address: '127.0.0.1', isBroadcast: false }],
    port,
    from: 0,
    to: 4_194_302,
    waitMs,
    ...more,
  })

test('a device answers with its instance and its maker, and is listed once although it is asked twice', async () => {
  const { port } = await aDevice(1234)
  expect(await search(port)).toMatchObject({
    errors: [null],
    answers: [{ instance: 1234, vendorId: 260, host: '127.0.0.1', port, network: null }],
    more: false,
  })
})

test('devices outside of the range do not answer', async () => {
  const { port } = await aDevice(1234)
  expect((await search(port, { from: 1000, to: 1234 })).answers).toHaveLength(1)
  expect((await search(port, { from: 1235, to: 2000 })).answers).toEqual([])
})

test('an answer to everybody is received at the port of the network', async () => {
  const device = await aDevice(1234)
  const answersAt = await freePort()
  device.answersTo = `127.255.255.255:${answersAt}`
  expect(await search(device.port, { answersAt })).toMatchObject({
    receivesBroadcasts: true,
    answers: [{ instance: 1234, port: device.port }],
  })
  // Another program holds that port.
  const other = await aUdpSocket()
  ends.push(() => other.close())
  device.answersTo = `127.255.255.255:${other.address().port}`
  expect(await search(device.port, { answersAt: other.address().port })).toMatchObject({
    receivesBroadcasts: false,
    answers: [],
  })
})

test('where nobody is, nobody is found', async () => {
  const port = await freePort()
  for (const address of ['127.0.0.1', '::1'])
    expect(await search(port, { targets: [{ address, isBroadcast: false }], waitMs: impatientMs })).toMatchObject({
      errors: [null],
      answers: [],
    })
})

test('garbage, answers that are cut off, and answers of no device are passed over', async () => {
  const device = await aDevice(1234)
  const garbage = [
    Buffer.from('garbage'),
    Buffer.from([0x81]),
    Buffer.from([0x81, 0x0a, 0x00, 0x06, 0x01, 0xff]),
    // An I-Am of an analog input, and one with nothing in it.
    Buffer.from([0x81, 0x0a, 0x00, 0x0e, 0x01, 0x00, 0x10, 0x00, 0xc4, 0x00, 0x00, 0x00, 0x01, 0x22]),
    Buffer.from([0x81, 0x0a, 0x00, 0x08, 0x01, 0x00, 0x10, 0x00]),
  ]
  const front = await inFrontOf(device, (answer) => [...garbage, answer.subarray(0, -3), answer])
  ends.push(front.stop)
  expect((await search(front.port)).answers).toMatchObject([{ instance: 1234, port: front.port }])
})

test('a device behind a router, and one that a router of broadcasts passes on, are where they are', async () => {
  const device = await aDevice(1234)
  const routed = await inFrontOf(device, (answer) => [
    // Source network 5, its address there one byte.
    frame(0x0a, Buffer.from([0x01, 0x08, 0x00, 0x05, 0x01, 0x2a]), answer.subarray(6)),
  ])
  ends.push(routed.stop)
  expect((await search(routed.port)).answers).toMatchObject([{ instance: 1234, network: 5 }])
  const forwarded = await inFrontOf(device, (answer) => [
    frame(0x04, Buffer.from([10, 0, 4, 30, 0xba, 0xc0, 0x01, 0x00]), answer.subarray(6)),
  ])
  ends.push(forwarded.stop)
  expect((await search(forwarded.port)).answers).toMatchObject([{ host: '10.0.4.30', port: 47_808, network: null }])
})

test('a network that answers without end is cut off', async () => {
  const device = await aDevice(1234)
  const front = await inFrontOf(device, (answer) =>
    Array.from({ length: 20 }, (_, at) => {
      const other = Buffer.from(answer)
      // The instance is the end of the object identifier.
      other.writeUInt16BE(at, 11)
      return other
    }),
  )
  ends.push(front.stop)
  const { answers, more } = await search(front.port, { most: 5 })
  expect(answers).toHaveLength(5)
  expect(more).toBe(true)
})

test('the networks of a machine have broadcast addresses, but for its own and those of two', () => {
  const given = (address: string, netmask: string, internal = false) => ({
    address,
    netmask,
    internal,
    family: 'IPv4' as const,
    mac: '00:00:00:00:00:00',
    cidr: null,
  })
  const interfaces = {
    lo: [given('127.0.0.1', '255.0.0.0', true)],
    eth0: [given('192.168.7.20', '255.255.255.0'), given('169.254.3.4', '255.255.0.0')],
    eth1: [given('10.0.5.9', '255.255.252.0'), given('10.0.5.10', '255.255.252.0')],
    tunnel: [given('10.9.0.2', '255.255.255.255')],
  }
  expect(networksOfThisMachine(interfaces).map(({ address }) => address)).toEqual(['192.168.7.255', '10.0.7.255'])
})

const frame = (kind: number, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([0x81, kind, 0, body.length + 4]), body])
}
