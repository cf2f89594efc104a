// Against real sockets: what a Modbus server may do wrong, and that nothing of it becomes a reading.
import { crcOf } from '@gatehouse/devices/modbus/frames'
import ModbusRTU from 'modbus-serial'
import { afterEach, describe, expect, test } from 'vitest'
import {
  aModbusDevice,
  aRawDevice,
  float,
  freePort,
  modbusAt,
  type ModbusDevice,
  impatientMs,
  patientMs,
} from './devices.testing.ts'
import { openModbus } from './modbus-session.ts'
import { pollModbus } from './poll-modbus.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
const stopping = <T extends { stop(): unknown }>(device: T): T => {
  ends.push(() => device.stop())
  return device
}
const open = async (port: number, framing: 'tcp' | 'rtu-over-tcp' = 'tcp') => {
  const session = await openModbus({ address: '127.0.0.1', port, framing, timeoutMs: patientMs })
  ends.push(() => session.close())
  return session
}
const impatientlyAt = (port: number) => modbusAt(port, { timeoutMs: impatientMs })
const registers = (count: number, address = 0) => ({ table: 'holding', address, count }) as const

describe('a real server', () => {
  const start = async (units: Parameters<typeof aModbusDevice>[0]): Promise<ModbusDevice> =>
    stopping(await aModbusDevice(units))

  test('several units over one connection', async () => {
    const { port } = await start({ 1: { 0: 11 }, 2: { 0: 22 }, 247: { 0: 33 } })
    const session = await open(port)
    for (const [unit, word] of [
      [1, 11],
      [2, 22],
      [247, 33],
      [1, 11],
    ] as const)
      expect(await session.read(unit, registers(1), patientMs)).toEqual([word])
  })

  test('as many registers as there may be', async () => {
    const words = Object.fromEntries(Array.from({ length: 125 }, (_, at) => [at, at]))
    const { port } = await start({ 1: words })
    expect(await (await open(port)).read(1, registers(125), patientMs)).toEqual(Object.values(words))
  })

  test('another master at the same time', async () => {
    const { port } = await start({ 1: float(12.5) })
    const other = new ModbusRTU()
    await other.connectTCP('127.0.0.1', { port })
    ends.push(
      () =>
        new Promise<void>((resolve) => {
          other.close(() => resolve())
        }),
    )
    const session = await open(port)
    const ours = pollModbus(session, modbusAt(port))
    const theirs = await Promise.all(Array.from({ length: 5 }, () => other.readHoldingRegisters(0, 2)))
    expect(theirs.map(({ data }) => data)).toEqual(Array.from({ length: 5 }, () => [0x4148, 0]))
    expect((await ours).readings).toMatchObject([{ value: 12.5, quality: 'good' }])
  })

  test('a register that is not there is named, and the others are read all the same', async () => {
    const { port } = await start({ 1: { ...float(12.5), 3: 7 } })
    const two = modbusAt(port)
    const settings = modbusAt(port, {
      map: {
        ...two.map,
        channels: [
          ...two.map.channels,
          {
            channel: 'H2S',
            unit: 'ppm',
            register: { table: 'holding', address: 2, type: 'uint16', notation: '40003' },
          },
          { channel: 'SO2', unit: 'ppm', register: { table: 'holding', address: 3, type: 'uint16' } },
        ],
      },
    })
    const { readings, failed } = await pollModbus(await open(port), settings)
    expect(readings).toMatchObject([
      { channel: 'CO', value: 12.5, quality: 'good' },
      { channel: 'H2S', value: null, quality: 'fault', raw: null },
      { channel: 'SO2', value: 7, quality: 'good' },
    ])
    expect(failed).toMatchObject({ trouble: 'configuration' })
    expect(failed?.message).toBe('Exception 2 at holding register 2 (40003): it has nothing at this address.')
  })

  test('a device that is busy is asked again', async () => {
    const device = await start({ 1: float(12.5) })
    device.exceptions.push(6, 5)
    const { readings, failed } = await pollModbus(await open(device.port), modbusAt(device.port))
    expect(failed).toBeNull()
    expect(readings).toMatchObject([{ value: 12.5 }])
    device.exceptions.push(6, 6, 6)
    expect((await pollModbus(await open(device.port), modbusAt(device.port))).failed).toMatchObject({ trouble: 'busy' })
  })

  test('a unit that its gateway does not reach does not answer', async () => {
    const device = await start({ 1: float(12.5) })
    device.exceptions.push(11)
    const session = await open(device.port)
    await expect(pollModbus(session, modbusAt(device.port))).rejects.toMatchObject({ trouble: 'no-answer' })
    expect(session.isOpen()).toBe(true)
  })

  test('a late answer is not taken for the next one, and the connection goes on', async () => {
    const device = await start({ 1: { 0: 1, 1: 2 } })
    const session = await open(device.port)
    device.slowMs = 200
    await expect(session.read(1, registers(1), 100)).rejects.toMatchObject({ trouble: 'no-answer' })
    device.slowMs = 0
    expect(await session.read(1, registers(1, 1), patientMs)).toEqual([2])
    expect(session.isOpen()).toBe(true)
  })
})

test('nobody there is told in words', async () => {
  await expect(open(await freePort())).rejects.toMatchObject({
    trouble: 'unreachable',
    message: expect.stringContaining('refused the connection'),
  })
})

describe('what is no answer ends the connection, and is no reading', () => {
  const answer = (bytes: (request: Buffer) => Buffer) => async () =>
    stopping(await aRawDevice((request, socket) => socket.write(bytes(request))))
  const right = (request: Buffer) =>
    Buffer.concat([request.subarray(0, 4), Buffer.from([0, 7, request[6] ?? 0, 3, 4, 0x41, 0x48, 0, 0])])
  const wrong: Record<string, (request: Buffer) => Buffer> = {
    garbage: () => Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    'a frame that is too long': (request) => Buffer.concat([request.subarray(0, 4), Buffer.from([255, 255, 1, 3])]),
    'another unit': (request) => right(request).fill(9, 6, 7),
    'another function': (request) => right(request).fill(4, 7, 8),
    'more data than was asked for': (request) =>
      Buffer.concat([request.subarray(0, 4), Buffer.from([0, 9, 1, 3, 6, 0, 1, 0, 2, 0, 3])]),
    'a byte count that does not fit': (request) => right(request).fill(2, 8, 9),
  }

  test.each(Object.entries(wrong))('%s', async (_, bytes) => {
    const { port } = await answer(bytes)()
    const session = await open(port)
    await expect(pollModbus(session, modbusAt(port))).rejects.toMatchObject({ trouble: 'garbage' })
    expect(session.isOpen()).toBe(false)
  })

  test('half a frame, and no more', async () => {
    const { port } = await answer((request) => right(request).subarray(0, 10))()
    await expect(pollModbus(await open(port), impatientlyAt(port))).rejects.toMatchObject({ trouble: 'no-answer' })
  })

  test('half a frame, and the end', async () => {
    const device = stopping(await aRawDevice((request, socket) => socket.end(right(request).subarray(0, 10))))
    await expect(pollModbus(await open(device.port), modbusAt(device.port))).rejects.toMatchObject({
      trouble: 'unreachable',
    })
  })

  test('a wrong transaction: it is left, and the right one behind it is read', async () => {
    const late = (request: Buffer) => Buffer.concat([Buffer.from([0xff, 0xff]), right(request).subarray(2)])
    const { port } = await answer((request) => Buffer.concat([late(request), right(request)]))()
    const { readings } = await pollModbus(await open(port), modbusAt(port))
    expect(readings).toMatchObject([{ value: 12.5 }])
    const onlyLate = await answer(late)()
    await expect(pollModbus(await open(onlyLate.port), impatientlyAt(onlyLate.port))).rejects.toMatchObject({
      trouble: 'no-answer',
    })
  })

  test('one byte after another is an answer all the same', async () => {
    const device = stopping(
      await aRawDevice((request, socket) => {
        const bytes = right(request)
        const next = (at: number) => {
          if (at >= bytes.length) return
          socket.write(bytes.subarray(at, at + 1))
          setTimeout(next, 5, at + 1)
        }
        next(0)
      }),
    )
    const { readings } = await pollModbus(await open(device.port), modbusAt(device.port))
    expect(readings).toMatchObject([{ value: 12.5, quality: 'good' }])
  })
})

describe('RTU frames in TCP', () => {
  const framed = (...bytes: number[]) => Buffer.from([...bytes, crcOf(bytes) & 0xff, crcOf(bytes) >> 8])
  const settings = (port: number) => modbusAt(port, { transport: 'rtu-over-tcp' })

  test('are read', async () => {
    const device = stopping(
      await aRawDevice((request, socket) => {
        expect([...request]).toEqual([...framed(1, 3, 0, 0, 0, 2)])
        socket.write(framed(1, 3, 4, 0x41, 0x48, 0, 0))
      }),
    )
    const { readings } = await pollModbus(await open(device.port, 'rtu-over-tcp'), settings(device.port))
    expect(readings).toMatchObject([{ value: 12.5, quality: 'good' }])
  })

  test('of a wrong checksum, or with bytes behind them, are none', async () => {
    for (const bytes of [
      Buffer.from([1, 3, 4, 0x41, 0x48, 0, 0, 0, 0]),
      Buffer.concat([framed(1, 3, 4, 0x41, 0x48, 0, 0), Buffer.from([0])]),
    ]) {
      const device = stopping(await aRawDevice((_, socket) => socket.write(bytes)))
      const session = await open(device.port, 'rtu-over-tcp')
      await expect(pollModbus(session, settings(device.port))).rejects.toMatchObject({ trouble: 'garbage' })
      expect(session.isOpen()).toBe(false)
    }
  })

  test('that come late find nobody: without a number they would be taken for the next answer', async () => {
    const device = stopping(
      await aRawDevice((_, socket) => void setTimeout(() => socket.write(framed(1, 3, 2, 0, 1)), 200)),
    )
    const session = await open(device.port, 'rtu-over-tcp')
    await expect(session.read(1, registers(1), 100)).rejects.toMatchObject({ trouble: 'no-answer' })
    expect(session.isOpen()).toBe(false)
    await expect(session.read(1, registers(1, 1), patientMs)).rejects.toMatchObject({ trouble: 'no-answer' })
  })
})
