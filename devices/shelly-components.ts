// What the components of a Shelly (`switch:0`, `input:0`, `smoke:0`...) say about a door, an actuator or a gas detector.
import { z } from 'zod'
import type { JsonObject } from './driver.ts'
import { isObject } from './payload.ts'
import type { Report } from './report.ts'

/** `settings` of a registered Shelly. */
export const settingsSchema = z.object({
  /** The relay that works the strike or magnet, or the horn, strobe or fan. */
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
export const component = (name: string, reported: JsonObject, whole: boolean, settings: Settings, report: Report) => {
  const [kind = '', index = ''] = name.split(':')
  if (kind === 'cover' && Number(index) === settings.cover) gate(reported, whole, report)
  else if (kind === 'switch' && settings.cover === null && Number(index) === settings.relay)
    relay(reported, whole, settings, report)
  else if (kind === 'input' && Number(index) === settings.contact?.input)
    contact(reported, settings.contact.closedWhen, report)
  else if (kind === 'smoke' && typeof reported.alarm === 'boolean') report.condition('smoke', reported.alarm)
  // How many it takes them for (`num_objects`) is no count of people: only whether somebody is there is believed.
  else if (kind === 'presencezone' && typeof reported.value === 'boolean')
    report.condition('occupancy', reported.value, { component: name })
  else if (kind === 'flood' && typeof reported.alarm === 'boolean') report.condition('water', reported.alarm)
  else if (kind === 'temperature') measured('temperature', reported.tC, '°C', report)
  else if (kind === 'humidity') measured('humidity', reported.rh, '%', report)
  else if (kind === 'devicepower') battery(reported, report)
  else if (kind === 'wifi' && typeof reported.rssi === 'number') report.health({ signal: reported.rssi })
}

const relay = (reported: JsonObject, whole: boolean, settings: Settings, report: Report) => {
  // Notifications carry only what changed: a message about power or temperature says nothing of the output.
  if (typeof reported.output === 'boolean') {
    const unlocked = reported.output === (settings.energised === 'unlocked')
    report.door({ lock: unlocked ? 'Unlocked' : 'Locked' })
    report.output({ active: reported.output })
  }
  faults(reported, whole, report)
}

/** `errors` is there only while there are some, and is null in the notification that the last one is over. */
const faults = (reported: JsonObject, whole: boolean, report: Report) => {
  if (!whole && reported.errors === undefined) return
  const fault = Array.isArray(reported.errors) && reported.errors.length > 0
  report.door({ fault: fault ? 'FaultDetected' : 'NotInFault' })
  report.output({ fault })
}

/** A gate is its own lock: shut it is locked, moving or standing anywhere else it is open. */
const gate = (reported: JsonObject, whole: boolean, report: Report) => {
  const { state, current_pos: position } = reported
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
  faults(reported, whole, report)
}

const contact = (reported: JsonObject, closedWhen: boolean, report: Report) => {
  if (typeof reported.state === 'boolean') report.door({ contact: reported.state === closedWhen ? 'Closed' : 'Open' })
  // An input set up as a button has no state.
  else if (reported.state === null) report.door({ contact: 'Unknown' })
}

/** null: the probe could not be read. */
const measured = (channel: 'temperature' | 'humidity', value: unknown, unit: string, report: Report) => {
  if (typeof value === 'number') report.reading(channel, value, unit)
  else if (value === null) report.reading(channel, null, unit, 'fault')
}

const battery = (reported: JsonObject, report: Report) => {
  if (isObject(reported.battery) && typeof reported.battery.percent === 'number')
    report.health({ battery: reported.battery.percent })
}
