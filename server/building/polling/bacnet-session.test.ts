// Against a device of the BACnet library itself, on UDP.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { StatusFlags } from '@bacnet-js/client'
import { afterEach, expect, test } from 'vitest'
import { openBacnet } from './bacnet-session.ts'
import { aBacnetDevice } from './bacnet-device.testing.ts'
import { bacnetAt, freePort, impatientMs } from './devices.testing.ts'
import { pollBacnet } from './poll-bacnet.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
const aDevice = async (...of: Parameters<typeof aBacnetDevice>) => {
  const device = await aBacnetDevice(...of)
  ends.push(() => device.stop())
  return device
}
const open = async (port: number) => {
  const session = await openBacnet({ address: '127.0.0.1', port })
  ends.push(() => session.close())
  return session
}
const ppm = 96
const degC = 62

test('points are read in one request, with their flags and units', async () => {
  const device = await aDevice(1234, {
    1: { value: 612, units: ppm, reliability: 0 },
    2: { value: 21.5, units: degC, flags: [StatusFlags.FAULT] },
  })
  const session = await open(device.port)
  const outcome = await pollBacnet(session, bacnetAt(device.port))
  expect(outcome.failed).toBeNull()
  expect(outcome.readings).toMatchObject([
    { channel: 'CO2', value: 612, quality: 'good', where: 'analog-input 1' },
    { channel: 'temperature', value: null, quality: 'fault', why: 'Its status flags say fault' },
  ])
  expect(device.multiple).toBe(1)
  device.analogs[2] = { value: 21.5, units: degC, flags: [StatusFlags.OUT_OF_SERVICE] }
  expect((await pollBacnet(session, bacnetAt(device.port))).readings[1]).toMatchObject({ quality: 'warm-up' })
  device.analogs[2] = { value: 21.5, units: degC, flags: [StatusFlags.IN_ALARM] }
  expect((await pollBacnet(session, bacnetAt(device.port))).readings[1]).toMatchObject({ value: 21.5, quality: 'good' })
})

test('a device that does not know ReadPropertyMultiple is read singly', async () => {
  const device = await aDevice(1234, { 1: { value: 612, units: ppm }, 2: { value: 21.5, units: degC } })
  device.knowsMultiple = false
  const session = await open(device.port)
  for (let poll = 0; poll < 2; poll++)
    expect((await pollBacnet(session, bacnetAt(device.port))).readings).toMatchObject([{ value: 612 }, { value: 21.5 }])
  expect(device.multiple).toBe(1)
})

test('an object that is not there is named, and the other is read', async () => {
  const device = await aDevice(1234, { 1: { value: 612, units: ppm } })
  for (const multiple of [true, false]) {
    device.knowsMultiple = multiple
    const { readings, failed } = await pollBacnet(await open(device.port), bacnetAt(device.port))
    expect(readings).toMatchObject([{ value: 612 }, { value: null, quality: 'fault', raw: null }])
    expect(failed).toMatchObject({ trouble: 'configuration' })
    expect(failed?.message).toContain('There is no analog-input 2')
  }
})

test('another device at the address is not taken for it', async () => {
  const device = await aDevice(99, { 1: { value: 612, units: ppm }, 2: { value: 21.5, units: degC } })
  await expect(pollBacnet(await open(device.port), bacnetAt(device.port))).rejects.toMatchObject({
    trouble: 'configuration',
    message: `There is no device 1234 at 127.0.0.1:${device.port}.`,
  })
})

test('silence is no answer; nobody there is told', async () => {
  const device = await aDevice(1234, {})
  device.silent = true
  const session = await open(device.port)
  await expect(pollBacnet(session, bacnetAt(device.port, { timeoutMs: impatientMs }))).rejects.toMatchObject({
    trouble: 'no-answer',
  })
  expect(session.isOpen()).toBe(false)
  const port = await freePort()
  await expect(pollBacnet(await open(port), bacnetAt(port))).rejects.toMatchObject({ trouble: 'unreachable' })
})

test('garbage is passed over, and neither ends the process nor becomes a reading', async () => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  ends.push(() => socket.close())
  const answers = [
    Buffer.from('garbage'),
    Buffer.from([0x81, 0x0a, 0x00, 0x09, 0x01, 0x00, 0x30, 0x00, 0x0c]),
    Buffer.from([0x81, 0x0a, 0x00, 0x06, 0x01, 0xff]),
    Buffer.from([0x81, 0x0a, 0x00, 0x10, 0x01, 0x00, 0x30, 0x01, 0x0c, 0x0c, 0x02, 0x3f, 0xff, 0xff, 0x19, 0x4d]),
  ]
  socket.on('message', (_, { port, address }) => answers.forEach((answer) => socket.send(answer, port, address)))
  const { port } = socket.address()
  await expect(pollBacnet(await open(port), bacnetAt(port, { timeoutMs: impatientMs }))).rejects.toThrow()
})

test('an answer from another port than the one that was asked is not heard', async () => {
  const device = await aDevice(1234, { 1: { value: 612, units: ppm }, 2: { value: 21.5, units: degC } })
  const bound = async () => {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    ends.push(() => socket.close())
    return socket
  }
  const [front, back] = [await bound(), await bound()]
  let asking = { port: 0, address: '' }
  let honest = true
  front.on('message', (request, from) => {
    asking = from
    back.send(request, device.port, '127.0.0.1')
  })
  back.on('message', (answer) => (honest ? front : back).send(answer, asking.port, asking.address))
  const { port } = front.address()
  const session = await open(port)
  expect((await pollBacnet(session, bacnetAt(port))).readings).toMatchObject([{ value: 612 }, { value: 21.5 }])
  honest = false
  await expect(pollBacnet(session, bacnetAt(port, { timeoutMs: impatientMs }))).rejects.toMatchObject({
    trouble: 'no-answer',
  })
})
