// How a polled device is reached and what is read of it, as it is typed, and what it becomes.
import type { BacnetPoint, PollSettings } from '@gatehouse/contract/building/polling'
import { ApiError, isApiError } from '../../kit/data/api.ts'
import { type MapFields, mapFieldsOf, mapOf, newMap, numberIn } from './map-fields.ts'

export interface PointFields {
  channel: BacnetPoint['channel']
  unit: BacnetPoint['unit']
  object: BacnetPoint['object']
  instance: string
  factor: string
  min: string
  max: string
}

export interface PollFields {
  name: string
  siteId: string
  zoneId: string
  key: string
  protocol: PollSettings['protocol']
  host: string
  port: string
  transport: 'tcp' | 'rtu-over-tcp'
  unit: string
  deviceInstance: string
  intervalSeconds: string
  timeoutMs: string
  failuresAllowed: string
  map: MapFields
  points: PointFields[]
}

export const newPoint: PointFields = {
  channel: 'CO2',
  unit: 'ppm',
  object: 'analog-input',
  instance: '',
  factor: '1',
  min: '',
  max: '',
}

/** Where no port is typed. */
export const usualPort: Readonly<Record<PollSettings['protocol'], string>> = { modbus: '502', bacnet: '47808' }

export const begun = (siteId: string): PollFields => ({
  name: '',
  siteId,
  zoneId: '',
  key: '',
  protocol: 'modbus',
  host: '',
  port: usualPort.modbus,
  transport: 'tcp',
  unit: '1',
  deviceInstance: '',
  intervalSeconds: '5',
  timeoutMs: '1000',
  failuresAllowed: '3',
  map: newMap,
  points: [newPoint],
})

export const fieldsOf = (settings: PollSettings): PollFields => {
  const { protocol, host, port, intervalSeconds, timeoutMs, failuresAllowed } = settings
  const common = {
    ...begun(''),
    protocol,
    host,
    port: String(port),
    intervalSeconds: String(intervalSeconds),
    timeoutMs: String(timeoutMs),
    failuresAllowed: String(failuresAllowed),
  }
  if (settings.protocol === 'modbus') {
    const { transport, unit, map } = settings
    return { ...common, transport, unit: String(unit), map: mapFieldsOf(map) }
  }
  return {
    ...common,
    deviceInstance: String(settings.deviceInstance),
    points: settings.points.map(({ channel, unit, object, instance, factor, range }) => ({
      channel,
      unit,
      object,
      instance: String(instance),
      factor: String(factor),
      min: range ? String(range.min) : '',
      max: range ? String(range.max) : '',
    })),
  }
}

const numberOf = (text: string): number => numberIn(text) ?? 0

export const settingsOf = (fields: PollFields): PollSettings => {
  const common = {
    host: fields.host.trim(),
    port: numberOf(fields.port),
    intervalSeconds: numberOf(fields.intervalSeconds),
    timeoutMs: numberOf(fields.timeoutMs),
    failuresAllowed: numberOf(fields.failuresAllowed),
  }
  if (fields.protocol === 'modbus')
    return {
      protocol: 'modbus',
      ...common,
      transport: fields.transport,
      unit: numberOf(fields.unit),
      map: mapOf(fields.map),
    }
  return {
    protocol: 'bacnet',
    ...common,
    deviceInstance: numberOf(fields.deviceInstance),
    points: fields.points.map(({ channel, unit, object, instance, factor, min, max }) => ({
      channel,
      unit,
      object,
      instance: numberOf(instance),
      factor: numberIn(factor) ?? 1,
      ...(min.trim() !== '' && max.trim() !== '' ? { range: { min: numberOf(min), max: numberOf(max) } } : {}),
    })),
  }
}

/** What the server refuses, at the fields that it was typed in. */
export const atFields = (error: unknown): unknown => {
  if (!isApiError(error) || error.details.length === 0) return error
  const { status, code, message, details } = error
  return new ApiError(status, {
    code,
    message,
    details: details.map((detail) => ({ field: fieldOf(detail.field), message: detail.message })),
  })
}

/** `settings.map.channels.0.register.address`: `map.channels.0.address` */
const fieldOf = (field: string): string =>
  field
    .replace(/^settings\./, '')
    .replace(/^(map\.channels\.\d+)\.(?:register|scale|range)\./, '$1.')
    .replace(/^(points\.\d+)\.range$/, '$1.max')
    .replace(/^(points\.\d+)\.range\./, '$1.')
    .replace(/^map\.(?:battery|unreadable|source|unverified).*$/, '')

export const hostFault = (text: string): string | null => {
  const host = text.trim()
  if (host === '') return 'Enter the address of the device'
  return /^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/.test(host) ? null : 'An address or a host name, without a port'
}
