// How the devices of every domain look on a plan, out of what each domain says of its own.
import type { Device, DeviceKind } from '@gatehouse/contract/building/devices'
import { useMemo } from 'react'
import { AcknowledgeDoor } from '../doors/acknowledge-door.tsx'
import { type DoorAlarms, useDoorAlarms } from '../doors/door-alarms.ts'
import { viewDevice } from '../doors/door-and-alarm.ts'
import { judgeReading } from '../../safety/gas/gas-state.ts'
import { measuredAt } from '../../kit/age.ts'
import { serverNow } from '../../kit/clock.ts'
import type { Look, LookOf } from '../../building/plans/look.ts'
import type { IconName } from '../../ui/primitives/icon.tsx'
import type { State } from '../../ui/theme/tokens.ts'

const icons: Record<DeviceKind, IconName> = {
  door: 'closed',
  camera: 'camera',
  intercom: 'bell',
  gas: 'chart',
  counter: 'people',
}

/** With the alarms of doors that nobody has acknowledged. */
export const useLook = (): LookOf => {
  const alarms = useDoorAlarms()
  return useMemo(() => lookWith(alarms), [alarms])
}

export const lookWith =
  (alarms: DoorAlarms): LookOf =>
  (device) => {
    if (device.kind === 'door') {
      const alarm = alarms.get(device.id)
      const { state, word, icon, at } = viewDevice(device, alarm)
      if (device.maintenance) return { state: 'shelved', word: 'In maintenance', icon: 'shelved', at }
      const waits = alarm !== undefined && alarm.acknowledged === null
      return { state, word, icon: icon ?? state, at, ...(waits && { act: <AcknowledgeDoor door={device} /> }) }
    }
    return device.kind === 'gas' ? gasLook(device) : presence(device)
  }

const presence = ({ kind, online, lastSeenAt }: Device): Look => {
  const [state, word]: [State, string] =
    online === null ? ['unknown', 'Never connected'] : online ? ['normal', 'Online'] : ['offline', 'Offline']
  return { state, word, icon: icons[kind], at: lastSeenAt }
}

const worst: readonly State[] = ['critical', 'high', 'fault', 'offline', 'stale', 'unknown', 'information', 'normal']
const words: Partial<Record<State, string>> = { normal: 'Normal', stale: 'Stale', fault: 'Fault', offline: 'Offline' }

/** As its worst channel. */
const gasLook = (device: Device): Look => {
  if (device.latest.length === 0) return presence(device)
  const judged = device.latest.map((latest) => ({ ...judgeReading(device, latest, serverNow()), latest }))
  const [first] = judged.sort((a, b) => worst.indexOf(a.state) - worst.indexOf(b.state))
  if (!first) return presence(device)
  const { state, word, latest } = first
  return { state, word: word ?? words[state] ?? 'Unknown', icon: icons.gas, at: measuredAt(latest) }
}
