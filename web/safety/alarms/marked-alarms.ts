// Of each device the most severe of its open alarms, live, for pages that show devices and not alarms.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm, AlarmState } from '@gatehouse/contract/safety/alarms'
import { useMemo } from 'react'
import { useMissing } from '../../kit/can.tsx'
import { severities } from '../../ui/theme/severity.ts'
import { isWaiting } from './alarm-words.ts'
import { useAlarms } from './use-alarms.ts'

/** By the id of the device. */
export type MarkedAlarms = ReadonlyMap<string, Alarm>

// The most urgent come first: what is beyond these is put aside, or of a building that is all in alarm.
const howMany = { limit: 100, atLeast: 500 } as const

/** Empty for who may not read alarms. */
export const useMarkedAlarms = (): MarkedAlarms => {
  const enabled = useMissing(alarms.list).length === 0
  const { rows } = useAlarms({ state: 'open' }, { ...howMany, enabled })
  return useMemo(() => marksOf(rows), [rows])
}

// What is held back asks nobody to look.
const marked: ReadonlySet<AlarmState> = new Set([
  'unacknowledged',
  'returned-unacknowledged',
  'acknowledged',
  'latched',
])

/** Of equally severe ones that which nobody has acknowledged. */
export const marksOf = (open: readonly Alarm[]): MarkedAlarms => {
  const rankOf = (alarm: Alarm) => 2 * severities.indexOf(alarm.severity) + (isWaiting(alarm) ? 0 : 1)
  const marks = new Map<string, Alarm>()
  for (const alarm of open) {
    if (!alarm.device || !marked.has(alarm.state)) continue
    const known = marks.get(alarm.device.id)
    if (!known || rankOf(alarm) < rankOf(known)) marks.set(alarm.device.id, alarm)
  }
  return marks
}
