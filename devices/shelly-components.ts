// What the components of a Shelly (`switch:0`, `input:0`, `smoke:0`...) say about a door or a gas detector.
import { z } from 'zod'
import type { JsonObject } from './driver.ts'
import { isObject } from './payload.ts'
import type { Report } from './report.ts'

/** `settings` of a registered Shelly. */
export const settingsSchema = z.object({
  /** The relay that works the strike or magnet. */
  relay: z.int().min(0).max(15).nullable().default(0),
  /** What the door is while the relay is on: `unlocked` for a strike (fail-secure), `locked` for a magnet (fail-safe). */
  energised: z.enum(['unlocked', 'locked']).default('unlocked'),
  /** No default: an input with nothing wired to it would look like a door left open for ever. */
  contact: z
    .object({ input: z.int().min(0).max(15), closedWhen: z.boolean().default(true) })
    .nullable()
    .default(null),
  /** A motor gate or roller shutter, instead of a relay: the device is in its profile `cover`. */
  cover: z.int().min(0).max(3).nullable().default(null),
})
export type Settings = z.output<typeof settingsSchema>

/** `whole`: the complete status of the component, not only what changed. */
export const component = (name: string, said: JsonObject, whole: boolean, settings: Settings, report: Report) => {
  const [kind = '', index = ''] = name.split(':')
  if (kind === 'cover' && Number(index) === settings.cover) gate(said, whole, report)
  else if (kind === 'switch' && settings.cover === null && Number(index) === settings.relay)
    relay(said, whole, settings, report)
  else if (kind === 'input' && Number(index) === settings.contact?.input)
    contact(said, settings.contact.closedWhen, report)
  else if (kind === 'smoke' && typeof said.alarm === 'boolean') report.condition('smoke', said.alarm)
  else if (kind === 'flood' && typeof said.alarm === 'boolean') report.condition('water', said.alarm)
  else if (kind === 'temperature') measured('temperature', said.tC, '°C', report)
  else if (kind === 'humidity') measured('humidity', said.rh, '%', report)
  else if (kind === 'devicepower') battery(said, report)
  else if (kind === 'wifi' && typeof said.rssi === 'number') report.health({ signal: said.rssi })
}

const relay = (said: JsonObject, whole: boolean, settings: Settings, report: Report) => {
  // Notifications carry only what changed: a message about power or temperature says nothing of the output.
  if (typeof said.output === 'boolean') {
    const unlocked = said.output === (settings.energised === 'unlocked')
    report.door({ lock: unlocked ? 'Unlocked' : 'Locked' })
  }
  faults(said, whole, report)
}

/** `errors` is there only while there are some, and is null in the notification that the last one is over. */
const faults = (said: JsonObject, whole: boolean, report: Report) => {
  if (whole || said.errors !== undefined)
    report.door({ fault: Array.isArray(said.errors) && said.errors.length > 0 ? 'FaultDetected' : 'NotInFault' })
}

/** A gate is its own lock: shut it is locked, moving or standing anywhere else it is open. */
const gate = (said: JsonObject, whole: boolean, report: Report) => {
  const { state, current_pos: position } = said
  if (state === 'closed') report.door({ lock: 'Locked', contact: 'Closed' })
  else if (state === 'open' || state === 'opening' || state === 'closing')
    report.door({ lock: 'Unlocked', contact: 'Open' })
  // Stopped on its way, or its ends not yet learned: only a position says where.
  else if (state === 'stopped' || state === 'calibrating')
    report.door(
      typeof position !== 'number'
        ? { lock: 'Unknown', contact: 'Unknown' }
        : position === 0
          ? { lock: 'Locked', contact: 'Closed' }
          : { lock: 'Unlocked', contact: 'Open' },
    )
  faults(said, whole, report)
}

const contact = (said: JsonObject, closedWhen: boolean, report: Report) => {
  if (typeof said.state === 'boolean') report.door({ contact: said.state === closedWhen ? 'Closed' : 'Open' })
  // An input set up as a button has no state.
  else if (said.state === null) report.door({ contact: 'Unknown' })
}

/** null: the probe could not be read. */
const measured = (channel: 'temperature' | 'humidity', value: unknown, unit: string, report: Report) => {
  if (typeof value === 'number') report.reading(channel, value, unit)
  else if (value === null) report.reading(channel, null, unit, 'fault')
}

const battery = (said: JsonObject, report: Report) => {
  if (isObject(said.battery) && typeof said.battery.percent === 'number')
    report.health({ battery: said.battery.percent })
}
