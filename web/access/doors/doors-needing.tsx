// Doors that need a person: in alarm, tampered with, faulty, or with an alarm that nobody has acknowledged.
import type { Alarm } from '@gatehouse/contract/access/doors'
import type { Device } from '@gatehouse/contract/building/devices'
import { type Attention, worstFirst } from '../../ui/feedback/attention-list.tsx'
import { When } from '../../ui/time/when.tsx'
import { AcknowledgeDoor } from './acknowledge-door.tsx'
import type { DoorAlarms } from './door-alarms.ts'
import { placeOf } from './door-parts.ts'
import { alarmText, viewDevice } from './door-and-alarm.ts'
import { severityWords } from '../../ui/theme/severity.ts'
import { needsSomebody } from '../../ui/theme/door-state.ts'

const note = (alarm: Alarm, returned: boolean) => {
  if (alarm.acknowledged) {
    return (
      <>
        Acknowledged by {alarm.acknowledged.by}, <When at={alarm.acknowledged.at} />
      </>
    )
  }
  if (returned || alarm.returnedAt !== null || alarm.count > 1) {
    return (
      <>
        {alarmText(alarm)}, last <When at={alarm.since} />
      </>
    )
  }
  return undefined
}

export const doorsNeeding = (devices: readonly Device[], alarms: DoorAlarms): Attention[] =>
  devices.flatMap((device) => {
    const alarm = alarms.get(device.id)
    const waits = alarm?.acknowledged === null
    if (device.kind !== 'door' || !(needsSomebody(device) || waits)) return []
    const returned = waits && !needsSomebody(device)
    const { at, ...view } = viewDevice(device, alarm)
    // That it is offline stands there as well.
    const { state, word } =
      waits && device.online === false ? { state: severityWords[alarm.severity].state, word: alarm.title } : view
    return [
      {
        key: `door ${device.id}`,
        state,
        word,
        what: device.name,
        where: placeOf(device),
        at: returned ? (alarm?.since ?? at) : at,
        to: `/doors/${device.id}`,
        ...(alarm && { note: note(alarm, returned) }),
        ...(alarm && !alarm.acknowledged && { act: <AcknowledgeDoor door={device} alarm={alarm} /> }),
      },
    ]
  })

/** Those in alarm before all others, the worst of them first; what is alike stays in its order. */
export const alarmsFirst = (doors: readonly Device[], alarms: DoorAlarms): Device[] => {
  const isFirst = (door: Device) => needsSomebody(door) || alarms.get(door.id)?.acknowledged === null
  const { first = [], rest = [] } = Object.groupBy(doors, (door) => (isFirst(door) ? 'first' : 'rest'))
  const stateOf = (door: Device) => viewDevice(door, alarms.get(door.id)).state
  return [...first.toSorted((a, b) => worstFirst(stateOf(a), stateOf(b))), ...rest]
}
