// How a door is, with what is known of its alarm.
import type { Alarm } from '@gatehouse/contract/access/doors'
import { severityWords } from '../../ui/theme/severity.ts'
import { type DoorView, isAlarm, type Reported, viewDoor } from '../../ui/theme/door-state.ts'

/** With what is known of its alarm: one that nobody has acknowledged goes before what the door is now. */
export const viewDevice = (
  door: Reported,
  alarm: Pick<Alarm, 'title' | 'severity' | 'acknowledged' | 'returnedAt'> | null | undefined,
): DoorView => {
  const view = viewDoor(door)
  if (!alarm || alarm.acknowledged !== null) return view
  if (door.online === false) return { ...view, remarks: ['Alarm unacknowledged', ...view.remarks] }
  const remarks = [view.word, ...view.remarks]
  if (alarm.returnedAt !== null)
    return { ...view, state: 'high', word: 'Returned, unacknowledged', icon: undefined, remarks }
  if (isAlarm(view.state)) return view
  return { ...view, state: severityWords[alarm.severity].state, word: alarm.title, icon: undefined, remarks }
}

/** `Door forced open 3 times` */
export const alarmText = ({ title, count }: Pick<Alarm, 'title' | 'count'>): string =>
  count > 1 ? `${title} ${count} times` : title
