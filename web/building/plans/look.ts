// How a device looks on a plan: what the page that puts the domains together says of its state.
import type { Device } from '@gatehouse/contract/building/devices'
import type { ReactNode } from 'react'
import type { IconName } from '../../ui/primitives/icon.tsx'
import type { State } from '../../ui/theme/tokens.ts'

export interface Look {
  readonly state: State
  readonly word: string
  readonly icon: IconName
  /** When it last said so. */
  readonly at: string | null
  /** The most severe of its open alarms. */
  readonly alarm?: {
    readonly state: State
    /** How severe it is. */
    readonly word: string
    /** What is wrong. */
    readonly title: string
    /** Nobody has acknowledged it. */
    readonly waits: boolean
    readonly to: string
  }
  /** What to do about it. */
  readonly act?: ReactNode
}

export type LookOf = (device: Device) => Look

const order: readonly State[] = [
  'critical',
  'high',
  'fault',
  'warning',
  'offline',
  'stale',
  'unknown',
  'information',
  'shelved',
  'normal',
]

/** A device at fault or offline is as urgent as its alarm. */
const rankOf = ({ state, alarm }: Look) =>
  Math.min(order.indexOf(state), alarm ? order.indexOf(alarm.state) : order.length)

/** Those that need somebody first, then by name. */
export const troubleFirst = <D extends Device>(devices: readonly D[], look: LookOf): D[] =>
  devices
    .map((device) => ({ device, rank: rankOf(look(device)) }))
    .sort((a, b) => a.rank - b.rank || a.device.name.localeCompare(b.device.name))
    .map(({ device }) => device)
