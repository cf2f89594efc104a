// Every driver, and which of them a message belongs to.
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import { axis } from './counters/axis.ts'
import { onvif } from './counters/onvif.ts'
import {
  type Context,
  type Decoded,
  type Driver,
  type DriverName,
  type Outgoing,
  type Registered,
  Undecodable,
} from './driver.ts'
import { gatehouse } from './gatehouse.ts'
import { homeassistant, topicsOf } from './homeassistant.ts'
import { shelly } from './shelly.ts'
import { zigbee2mqtt } from './zigbee2mqtt.ts'

export interface DriverSettings {
  /** `mqtt.base_topic` of Zigbee2MQTT. */
  readonly zigbee2mqtt?: string
  /** Discovery prefix of Home Assistant. */
  readonly homeassistant?: string
}

export interface Drivers {
  /** Topic filters to subscribe to, beside the topics of `listenersByTopic`. */
  readonly topics: readonly string[]
  /** Who reads a topic by its shape; undefined: at most a device described by Home Assistant's discovery. */
  driverFor(topic: string): Driver | undefined
  /** Throws `Undecodable`, and nothing else. */
  decode(topic: string, payload: Uint8Array, context: Context): Decoded[]
  /** Throws `Unencodable`, and nothing else. */
  encode(command: CommandMessage, device: Registered): Outgoing[]
}

export const createDrivers = (settings: DriverSettings = {}): Drivers => {
  const zigbeeBase = settings.zigbee2mqtt ?? 'zigbee2mqtt'
  const discoveryPrefix = settings.homeassistant ?? 'homeassistant'
  const byName: Record<DriverName, Driver> = {
    gatehouse,
    zigbee2mqtt: zigbee2mqtt(zigbeeBase),
    shelly,
    homeassistant: homeassistant(discoveryPrefix),
    onvif,
    axis,
  }

  const driverFor = (topic: string): Driver | undefined => {
    if (topic.startsWith('gatehouse/')) return gatehouse
    if (topic.startsWith(`${zigbeeBase}/`)) return byName.zigbee2mqtt
    if (topic.startsWith(`${discoveryPrefix}/`)) return byName.homeassistant
    if (/^axis\/[^/]+\/event\//.test(topic)) return axis
    if (/^[^/]+\/onvif-ej\//.test(topic)) return onvif
    return /^[^/]+\/(events\/rpc|status\/[^/]+|online|rpc)$/.test(topic) ? shelly : undefined
  }

  return {
    topics: Object.values(byName).flatMap((driver) => driver.topics),
    driverFor,
    decode(topic, payload, context) {
      const driver = driverFor(topic)
      if (driver === gatehouse) return gatehouse.decode(topic, payload, context)
      if (driver === undefined || driver === byName.homeassistant)
        return byName.homeassistant.decode(topic, payload, context)
      if (context.listeners(topic).length === 0) return driver.decode(topic, payload, context)
      // Registered through discovery, on a topic that an adapter reads too: each has its say, and neither's failure
      // silences the other.
      return [driver, byName.homeassistant]
        .flatMap((each) => attempted(each, topic, payload, context))
        .filter(({ what }) => what !== 'stranger')
    },
    encode: (command, device) => byName[device.driver].encode(command, device),
  }
}

/** Topic to devices, for `Context.listeners`; make it anew when a registration changes. */
export const listenersByTopic = <Device extends Registered>(devices: Iterable<Device>): Map<string, Device[]> => {
  const map = new Map<string, Device[]>()
  for (const device of devices) {
    if (device.driver !== 'homeassistant') continue
    for (const topic of topicsOf(device)) {
      const list = map.get(topic)
      if (list) list.push(device)
      else map.set(topic, [device])
    }
  }
  return map
}

const attempted = (driver: Driver, topic: string, payload: Uint8Array, context: Context): Decoded[] => {
  try {
    return driver.decode(topic, payload, context)
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error
    return [{ what: 'refusal', device: topic, reason: error.message }]
  }
}
