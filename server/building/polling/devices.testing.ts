// Devices for tests of polling: a real Modbus server, and one that answers whatever a test wants.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { BacnetSettings, ModbusSettings } from '@gatehouse/contract/building/polling'
import { pollSettings } from '@gatehouse/contract/building/polling'
import { encodeValue } from '@gatehouse/devices/modbus/values'
import * as modbus from 'modbus-serial'

const close = async (server: { close(done: () => void): unknown }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  await promise
}

/** A port that nobody listens on at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await close(server)
  return port
}

/** Of what answers: on a busy machine it takes its time. */
export const patientMs = 5000
/** Of what does not answer. */
export const impatientMs = 200

/** Holding registers of each unit; what is not there is an illegal address. */
export type Units = Record<number, Record<number, number>>

export interface ModbusDevice {
  readonly port: number
  units: Units
  /** How long each answer takes, in ms. */
  slowMs: number
  /** How many requests came. */
  requests: number
  /** Exceptions to be answered before anything else. */
  readonly exceptions: number[]
  stop(): Promise<void>
}

/** The Modbus TCP server of modbus-serial. */
export const aModbusDevice = async (units: Units, port?: number): Promise<ModbusDevice> => {
  const device = { port: port ?? (await freePort()), units, slowMs: 0, requests: 0, exceptions: [] as number[] }
  const answer = (address: number, length: number, unit: number, done: modbus.FCallbackVal<number[]>) => {
    device.requests++
    setTimeout(() => {
      const words = Array.from({ length }, (_, at) => device.units[unit]?.[address + at])
      const code = device.exceptions.shift() ?? (words.includes(undefined) ? 2 : undefined)
      done(
        code === undefined ? null : Object.assign(new Error('refused'), { modbusErrorCode: code }),
        words.map((word) => word ?? 0),
      )
    }, device.slowMs)
  }
  const server = new modbus.ServerTCP(
    {
      // Of one register alone it asks by another name.
      getHoldingRegister(address: number, unit: number, done: modbus.FCallbackVal<number>) {
        answer(address, 1, unit, (error, [word = 0]) => done(error, word))
      },
      getMultipleHoldingRegisters: answer,
    },
    { host: '127.0.0.1', port: device.port, unitID: 255 },
  )
  server.on('socketError', () => undefined)
  const ready = Promise.withResolvers<void>()
  server.on('initialized', () => ready.resolve())
  server.on('serverError', (error) => ready.reject(error))
  await ready.promise
  return Object.assign(device, {
    async stop() {
      for (const socket of server.socks.keys()) socket.destroy()
      await close(server)
    },
  })
}

/** Answers what a test wants, byte by byte. */
export const aRawDevice = async (answer: (request: Buffer, socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (request: Buffer) => answer(request, socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await close(server)
    },
  }
}

export const float = (value: number): Record<number, number> => {
  const [high = 0, low = 0] = encodeValue({ type: 'float32', order: 'ABCD' }, value)
  return { 0: high, 1: low }
}

/** One channel at holding register 0, a float. */
export const modbusAt = (port: number, more: object = {}): ModbusSettings => {
  const settings = pollSettings.parse({
    protocol: 'modbus',
    host: '127.0.0.1',
    port,
    timeoutMs: patientMs,
    intervalSeconds: 1,
    map: {
      maker: 'Test',
      model: 'One channel',
      channels: [
        {
          channel: 'CO',
          unit: 'ppm',
          register: { table: 'holding', address: 0, type: 'float32', notation: '40001' },
          range: { min: 0, max: 500 },
        },
      ],
    },
    ...more,
  })
  if (settings.protocol !== 'modbus') throw new Error('not Modbus')
  return settings
}

export const bacnetAt = (port: number, more: object = {}): BacnetSettings => {
  const settings = pollSettings.parse({
    protocol: 'bacnet',
    host: '127.0.0.1',
    port,
    deviceInstance: 1234,
    timeoutMs: patientMs,
    intervalSeconds: 1,
    points: [
      { channel: 'CO2', unit: 'ppm', instance: 1 },
      { channel: 'temperature', unit: 'degC', instance: 2 },
    ],
    ...more,
  })
  if (settings.protocol !== 'bacnet') throw new Error('not BACnet')
  return settings
}
