// How a door is, with what is known of its alarm.
import type { Alarm } from '@gatehouse/contract/access/doors'
import { type DoorView, isAlarm, type Reported, viewDoor } from './door-state.ts'

/** Its alarm is over, and nobody has acknowledged it. Of a door that is offline nobody knows that it is over. */
const isReturned = (door: Reported, alarm: Alarm | null | undefined): boolean =>
  alarm?.acknowledged === null && door.online !== false && !isAlarm(viewDoor(door).state)

/** With what is known of its alarm: one that nobody has acknowledged goes before what the door is now. */
export const viewDevice = (door: Reported, alarm: Alarm | null | undefined): DoorView => {
  const view = viewDoor(door)
  if (door.online === false && alarm?.acknowledged === null)
    return { ...view, remarks: ['Alarm unacknowledged', ...view.remarks] }
  if (!isReturned(door, alarm)) return view
  const remarks = [view.word, ...view.remarks]
  return { ...view, state: 'high', word: 'Returned, unacknowledged', icon: undefined, remarks }
}

export const alarmWords = { DoorForcedOpen: 'Forced open', DoorOpenTooLong: 'Held open' } as const

/** `Forced open 3 times` */
export const alarmText = ({ kind, count }: Pick<Alarm, 'kind' | 'count'>): string =>
  count > 1 ? `${alarmWords[kind]} ${count} times` : alarmWords[kind]
