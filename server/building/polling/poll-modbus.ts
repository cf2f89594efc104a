// One poll of a Modbus device: what its map names, in as few requests as it can be read by.
import type { ModbusSettings } from '@gatehouse/contract/building/polling'
import type { Register, RegisterMap } from '@gatehouse/contract/building/register-map'
import { decodeBattery, decodeChannels, placeOf, type Registers } from '@gatehouse/devices/modbus/decode'
import { type Span } from '@gatehouse/devices/modbus/frames'
import { planReads, spansOf } from '@gatehouse/devices/modbus/plan'
import { clock } from '../../kit/clock.ts'
import { ModbusException, type ModbusSession } from './modbus-session.ts'
import { PollError, type PollOutcome } from './poll-error.ts'

const busyAgain = 2
const busyPauseMs = 100

/** Throws `PollError` where nothing was read; a part that the device refuses leaves the others as they are. */
export const pollModbus = async (session: ModbusSession, settings: ModbusSettings): Promise<PollOutcome> => {
  const { map, unit, timeoutMs } = settings
  const words = new Map<string, number>()
  const refused = new Map<string, PollError>()
  const began = clock.steadyMs()
  let requests = 0

  const read = async (span: Span): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      try {
        requests++
        const values = await session.read(unit, span, timeoutMs)
        values.forEach((value, at) => words.set(nameOf(span.table, span.address + at), value))
        return
      } catch (error) {
        if (!(error instanceof ModbusException) || error.trouble !== 'busy' || attempt >= busyAgain) throw error
        await clock.sleep(busyPauseMs)
      }
    }
  }

  // What is read together may hold one address that the device does not have: then each is asked for by itself.
  const readOrRefuse = async (span: Span, whole: boolean): Promise<void> => {
    try {
      await read(span)
    } catch (error) {
      if (!(error instanceof ModbusException) || error.trouble === 'no-answer') throw error
      const parts = whole && error.trouble === 'configuration' ? partsOf(map, span) : []
      if (parts.length > 1) {
        for (const part of parts) await readOrRefuse(part, false)
        return
      }
      const why = new PollError(error.trouble, `Exception ${error.code} at ${placeIn(map, span)}: ${error.message}.`)
      for (let at = 0; at < span.count; at++) refused.set(nameOf(span.table, span.address + at), why)
    }
  }

  try {
    for (const span of planReads(spansOf(map), map)) await readOrRefuse(span, true)
  } catch (error) {
    if (error instanceof ModbusException)
      throw new PollError(error.trouble, `Unit ${unit} does not answer (exception ${error.code}: ${error.message}).`)
    throw error
  }
  const registers: Registers = (table, address) => words.get(nameOf(table, address))
  const whyNot = ({ table, address }: Pick<Register, 'table' | 'address'>) =>
    refused.get(nameOf(table, address))?.message ?? 'It was not read.'
  return {
    readings: decodeChannels(map, registers, whyNot),
    battery: decodeBattery(map, registers),
    roundTripMs: (clock.steadyMs() - began) / requests,
    failed: [...refused.values()][0] ?? null,
  }
}

const nameOf = (table: string, address: number) => `${table} ${address}`

const partsOf = (map: RegisterMap, whole: Span): Span[] => {
  const inside = spansOf(map).filter(
    ({ table, address, count }) =>
      table === whole.table && address >= whole.address && address + count <= whole.address + whole.count,
  )
  return [...new Map(inside.map((span) => [`${span.address} ${span.count}`, span])).values()]
}

/** As the map calls what is there: `holding register 11 (40012)`. */
const placeIn = (map: RegisterMap, { table, address }: Span): string => {
  const named = [...map.channels.map(({ register }) => register), ...(map.battery ? [map.battery.register] : [])]
  return placeOf(named.find((one) => one.table === table && one.address === address) ?? { table, address })
}
