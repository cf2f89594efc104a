// Readings of devices that the server polls, whatever the protocol: judged, and put into the messages of the wire.
import { type GasChannel, type GasUnit, type Message, messages } from '@gatehouse/contract/building/wire'
import type { Quality } from '@gatehouse/contract/shapes'
import type { DeviceMessage } from './driver.ts'

export interface Judged {
  readonly value: number | null
  readonly quality: Quality
  /** Why it is not good. */
  readonly why: string | null
}

export interface Reading extends Judged {
  readonly channel: GasChannel
  readonly unit: GasUnit
  /** Registers or bits, or the present value as text; null: not read. */
  readonly raw: number[] | string | null
  /** Where it was read. */
  readonly where: string
}

/**
 * A value in its unit against what the channel can measure. Up to once the span beyond it the detector is over or under
 * range, and what it shows is passed on; farther, nothing of the kind can be measured, and the value is none.
 */
export const judgeRange = (
  value: number,
  range: { readonly min: number; readonly max: number } | undefined,
  unit: string,
): Judged => {
  if (!Number.isFinite(value)) return { value: null, quality: 'fault', why: 'It sends no number' }
  if (!range || (value >= range.min && value <= range.max)) return { value, quality: 'good', why: null }
  const span = range.max - range.min
  const shown = `${Number(value.toPrecision(6))} ${unit}`
  if (value < range.min - span || value > range.max + span) {
    const why = `${shown} cannot be measured here (${range.min} to ${range.max}): are type and word order right?`
    return { value: null, quality: 'fault', why }
  }
  return value > range.max
    ? { value, quality: 'over-range', why: `${shown} is above ${range.max} ${unit}` }
    : { value, quality: 'under-range', why: `${shown} is below ${range.min} ${unit}` }
}

/** One `reading` message for each channel. The same poll makes the same ids, so that a repeat is stored once. */
export const readingsOf = (
  device: string,
  slot: Date,
  readings: readonly Pick<Reading, 'channel' | 'unit' | 'value' | 'quality'>[],
): DeviceMessage[] =>
  readings.map(({ channel, unit, value, quality }) => {
    const at = slot.toISOString()
    const message: Message<'reading'> = { id: `poll ${at} ${channel}`, at, channel, unit, value, quality }
    return { what: 'message', device, kind: 'reading', message: messages.reading.parse(message) }
  })

/** Whether it is there, as a `status` message. */
export const statusOf = (device: string, slot: Date, online: boolean, battery: number | null): DeviceMessage => {
  const at = slot.toISOString()
  const message = { id: `poll ${at} ${online ? 'online' : 'offline'}`, at, online, battery }
  return { what: 'message', device, kind: 'status', message: messages.status.parse(message) }
}
