// What a device lists of itself, against a device of the BACnet library on UDP.
import { afterEach, expect, test } from 'vitest'
import { readAnalogs, readNames } from './bacnet-device.ts'
import { aBacnetDevice, type Analog, inFrontOf } from './bacnet-device.testing.ts'
import { openBacnet } from './bacnet-session.ts'
import { impatientMs, patientMs } from './devices.testing.ts'

const ends: (() => unknown)[] = []
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end()
})
const ppm = 96
const degC = 62
const litersPerHour = 136
const noUnits = 95
const some: Record<number, Analog> = {
  1: { value: 612, units: ppm, name: 'P1.CO2', description: 'Car park, level -1' },
  2: { value: 21.5, units: degC, name: 'AI-2' },
}
const aDevice = async (analogs = some) => {
  const device = await aBacnetDevice(1234, analogs)
  ends.push(() => device.stop())
  return device
}
const open = async (port: number) => {
  const session = await openBacnet({ address: '127.0.0.1', port })
  ends.push(() => session.close())
  return session
}
const analogsOf = async (port: number, timeoutMs = patientMs) => readAnalogs(await open(port), 1234, timeoutMs)

const both = [
  {
    object: 'analog-input',
    instance: 1,
    name: 'P1.CO2',
    description: 'Car park, level -1',
    presentValue: 612,
    units: 'ppm',
    gasUnits: ['ppm'],
    channel: 'CO2',
  },
  {
    object: 'analog-input',
    instance: 2,
    name: 'AI-2',
    description: null,
    presentValue: 21.5,
    units: '°C',
    gasUnits: ['degC'],
    channel: 'temperature',
  },
]

test('a device has names, and its analog objects say what they measure', async () => {
  const device = await aDevice()
  device.values = {
    7: { value: NaN, units: litersPerHour, name: 'Flow' },
    8: { value: 3, units: noUnits },
  }
  expect(await readNames(await open(device.port), 1234, patientMs)).toEqual({
    name: 'Device 1234',
    vendor: 'Sensors & Sons',
    model: 'GD-4',
  })
  const { objects, more } = await analogsOf(device.port)
  expect(more).toBe(false)
  expect(objects.slice(0, 2)).toEqual(both)
  expect(objects.slice(2)).toMatchObject([
    {
      object: 'analog-value',
      instance: 7,
      presentValue: null,
      units: 'liters per hour',
      gasUnits: [],
      channel: null,
    },
    { object: 'analog-value', instance: 8, name: null, presentValue: 3, units: null },
  ])
})

test('a device that knows no ReadPropertyMultiple, and one that lists no more than an element at once', async () => {
  const device = await aDevice()
  device.knowsMultiple = false
  expect((await analogsOf(device.port)).objects).toEqual(both)
  device.listsWhole = false
  expect((await analogsOf(device.port)).objects).toEqual(both)
  device.knowsMultiple = true
  expect((await analogsOf(device.port)).objects).toEqual(both)
})

test('a device that breaks off because its list is too long for one answer is asked for each element', async () => {
  const device = await aDevice()
  const front = await inFrontOf(
    device,
    (answer) => [answer],
    (request, send) => {
      if ((request[6] ?? 0) >> 4 !== 0 || !request.subarray(-2).equals(Buffer.from([0x19, 76]))) return false
      // Abort by the server: segmentation is not supported.
      send(Buffer.from([0x81, 0x0a, 0x00, 0x09, 0x01, 0x00, 0x71, request[8] ?? 0, 0x04]))
      return true
    },
  )
  ends.push(front.stop)
  expect((await analogsOf(front.port)).objects).toEqual(both)
})

test('an answer in segments is put together', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at): [number, Analog] => [at + 1, { value: at, units: ppm, name: `AI-${at + 1}` }]),
  )
  const device = await aDevice(many)
  let segments: Buffer[] = []
  let cut = 0
  const front = await inFrontOf(
    device,
    (answer) => {
      if ((answer[6] ?? 0) !== 0x30 || answer.length < 200) return [answer]
      segments = inSegments(answer, 100)
      cut += segments.length
      return segments.splice(0, 1)
    },
    (request, send) => {
      if (!isSegmentAck(request)) return false
      segments.splice(0, 1).forEach(send)
      return true
    },
  )
  ends.push(front.stop)
  const { objects, more } = await analogsOf(front.port)
  expect(cut).toBeGreaterThan(10)
  expect(more).toBe(false)
  expect(objects.map(({ name, presentValue }) => [name, presentValue])).toEqual(
    Object.values(many).map(({ name, value }) => [name, value]),
  )
})

test('when patience is over, what was read until then is listed, and that there is more', async () => {
  const device = await aDevice()
  expect(await readAnalogs(await open(device.port), 1234, patientMs, 0)).toEqual({ objects: [], more: true })
  device.listsWhole = false
  expect(await readAnalogs(await open(device.port), 1234, patientMs, 0)).toEqual({ objects: [], more: true })
})

test('a segment that never comes is no answer', async () => {
  const device = await aDevice()
  const front = await inFrontOf(device, (answer) => inSegments(answer, 10).slice(0, 1), isSegmentAck)
  ends.push(front.stop)
  await expect(analogsOf(front.port, impatientMs)).rejects.toMatchObject({ trouble: 'no-answer' })
})

test('a device that lists nothing says so, and a silent one is no answer', async () => {
  const device = await aDevice()
  const other = readAnalogs(await open(device.port), 99, patientMs)
  await expect(other).rejects.toMatchObject({ trouble: 'configuration' })
  device.silent = true
  await expect(analogsOf(device.port, impatientMs)).rejects.toMatchObject({ trouble: 'no-answer' })
})

/** Of the asker: it has a segment, and wants the next. */
const isSegmentAck = (request: Buffer) => (request[6] ?? 0) >> 4 === 4

/** A complex acknowledgement cut into parts that are sent one after another, each acknowledged. */
const inSegments = (answer: Buffer, size: number): Buffer[] => {
  const [invokeId = 0, service = 0] = answer.subarray(7, 9)
  const data = answer.subarray(9)
  const parts = Math.ceil(data.length / size)
  return Array.from({ length: parts }, (_, at) => {
    const part = data.subarray(at * size, (at + 1) * size)
    const type = at + 1 < parts ? 0x3c : 0x38
    return Buffer.concat([
      Buffer.from([0x81, 0x0a, 0x00, 11 + part.length, 0x01, 0x00, type, invokeId, at, 1, service]),
      part,
    ])
  })
}
