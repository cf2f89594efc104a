// What the wires of doors can and cannot do by themselves, as their drivers say.
import type { Driver } from '@gatehouse/devices/driver'
import { gatehouse } from '@gatehouse/devices/gatehouse'
import { homeassistant } from '@gatehouse/devices/homeassistant'
import { shelly } from '@gatehouse/devices/shelly'
import { zigbee2mqtt } from '@gatehouse/devices/zigbee2mqtt'

const drivers: ReadonlyMap<string, Driver> = new Map(
  [gatehouse, shelly, zigbee2mqtt(), homeassistant()].map((driver) => [driver.name, driver]),
)

/** What it reports next is its answer to a command: it has no other. */
export const answersByState = (driver: string): boolean => drivers.get(driver)?.answers === 'state'

/** It locks when the seconds of an unlock are over, even if this server is gone by then. */
export const relocksByItself = (driver: string): boolean => drivers.get(driver)?.relocks === true

/** A relay that drops out by itself after an unlock drops out of a hold too. A controller of doors keeps them apart. */
export const unlockEndsHold = (driver: string): boolean => relocksByItself(driver) && driver !== gatehouse.name
