// What the wires of doors can and cannot do by themselves, as their drivers say.
import { gatehouse } from '@gatehouse/devices/gatehouse'
import { driverOf } from '../../building/commands/commands.ts'

/** It locks when the seconds of an unlock are over, even if this server is gone by then. */
export const relocksByItself = (driver: string): boolean => driverOf(driver)?.relocks === true

/** A relay that drops out by itself after an unlock drops out of a hold too. A controller of doors keeps them apart. */
export const unlockEndsHold = (driver: string): boolean => relocksByItself(driver) && driver !== gatehouse.name
