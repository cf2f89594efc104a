// How the wires of devices answer commands, as their drivers say.
import type { Driver } from '@gatehouse/devices/driver'
import { axis } from '@gatehouse/devices/counters/axis'
import { onvif } from '@gatehouse/devices/counters/onvif'
import { gatehouse } from '@gatehouse/devices/gatehouse'
import { homeassistant } from '@gatehouse/devices/homeassistant'
import { shelly } from '@gatehouse/devices/shelly'
import { zigbee2mqtt } from '@gatehouse/devices/zigbee2mqtt'

const drivers: ReadonlyMap<string, Driver> = new Map(
  [gatehouse, shelly, zigbee2mqtt(), homeassistant(), onvif, axis].map((driver) => [driver.name, driver]),
)

export const driverOf = (name: string): Driver | undefined => drivers.get(name)

/** What it reports next is its answer to a command: it has no other. */
export const answersByState = (driver: string): boolean => driverOf(driver)?.answers === 'state'
