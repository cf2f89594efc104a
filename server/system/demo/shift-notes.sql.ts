// The shift log of a demo building: what the guards of the last fourteen days handed over to those who came next.
import { onDuty, type Shift } from '@gatehouse/demo/guard-day'
import { dateOf, localDay, minute, plusDays } from '@gatehouse/demo/local-day'
import { randomFor } from '@gatehouse/demo/random'
import type { Person, World } from '@gatehouse/demo/world'
import type pg from 'pg'
import type { PastAlarm } from './alarm-past.ts'
import { idAt } from './copy-text.ts'
import { insert } from './insert.sql.ts'
import type { Ids } from './world.sql.ts'

interface Span {
  readonly seed: number
  readonly to: number
  readonly alarms: readonly PastAlarm[]
}

const days = 14
/** In minutes of the day on which they begin. */
const shifts: readonly (readonly [Shift, begins: number, ends: number, next: Shift])[] = [
  ['day', 6 * 60, 14 * 60, 'evening'],
  ['evening', 14 * 60, 22 * 60, 'night'],
  ['night', 22 * 60, 30 * 60, 'day'],
]

export const insertShiftNotes = async (
  tx: pg.Client,
  world: World,
  ids: Ids,
  { seed, to, alarms }: Span,
): Promise<void> => {
  const guards = world.people.filter(({ rhythm }) => rhythm === 'guard')
  const remarks = world.response?.remarks ?? []
  if (guards.length === 0 || remarks.length === 0) return
  const today = dateOf(world.timeZone, to)
  const notes: unknown[][] = []
  const readings: unknown[][] = []
  let place = 0
  for (let date = plusDays(today, -days); date <= today; date = plusDays(date, 1)) {
    const day = localDay(world.timeZone, date)
    for (const [shift, begins, ends, nextShift] of shifts) {
      const random = randomFor(seed, 'shift note', date, shift)
      const at = Math.round(day.at(ends) - random.between(2, 12) * minute)
      const writer = onDuty(guards, date, shift)
      if (at >= to || !writer) continue
      const during = alarms.filter(({ life }) => {
        const raisedAt = life.raisedAt.getTime()
        return raisedAt >= day.at(begins) && raisedAt < at
      })
      const remark = random.chance(0.8) ? remarks[place++ % remarks.length] : undefined
      const id = idAt(at)
      const text = [factsOf(world, during), remark].filter((part) => part !== undefined).join(' ')
      notes.push([id, ids.company, new Date(at), ids.people.get(writer.credential), nameOf(writer), text])
      const next = onDuty(guards, nextShift === 'day' ? plusDays(date, 1) : date, nextShift)
      const readAt = Math.round(day.at(ends) + random.between(1, 9) * minute)
      if (next && readAt < to) readings.push([id, ids.people.get(next.credential), nameOf(next), new Date(readAt)])
    }
  }
  await insert(tx, 'shift_note', ['id', 'company_id', 'at', 'user_id', 'by', 'text'], notes)
  await insert(tx, 'shift_note_read', ['note_id', 'user_id', 'name', 'at'], readings)
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

/** `7 alarms, all acknowledged. Most often: Door held open at Goods corridor, 3 times.` */
const factsOf = (world: World, alarms: readonly PastAlarm[]): string => {
  if (alarms.length === 0) return 'Quiet, no alarms.'
  const waiting = alarms.filter(({ life }) => !life.acknowledged && !life.cleared).length
  const all = `${alarms.length === 1 ? 'One alarm' : `${alarms.length} alarms`}, ${waiting === 0 ? 'all acknowledged' : `${waiting} still open`}.`
  const names = new Map(
    [...world.doors, ...world.cameras, ...world.intercoms, ...world.counters, ...world.detectors].map((d) => [
      d.key,
      d.name,
    ]),
  )
  const groups = [...Map.groupBy(alarms, ({ rule, device }) => `${rule.name} at ${names.get(device) ?? device}`)]
  const [most] = groups.toSorted(([, a], [, b]) => b.length - a.length)
  const urgent = alarms.find(({ rule }) => rule.severity === 'critical')
  const often = most && most[1].length > 1 ? ` Most often: ${most[0]}, ${most[1].length} times.` : ''
  const worst = urgent
    ? ` ${urgent.rule.name} at ${names.get(urgent.device) ?? urgent.device}: went there, all in order.`
    : ''
  return all + often + worst
}
