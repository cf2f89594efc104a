// Alarms of a past as rows of the store, for COPY.
import type { PastAlarm, PastCondition } from './alarm-past.ts'
import { escaped, type Field, stamp } from './copy-text.ts'
import type { Ids } from './world.sql.ts'

const moment = (at: Date | null | undefined): Field => (at ? stamp(at.getTime()) : null)
const words = (text: string | null | undefined): Field => (text === null || text === undefined ? null : escaped(text))

const idOf = (ids: Ids, key: string): string => {
  const id = ids.devices.get(key)
  if (id === undefined) throw new Error(`there is no device ${key}`)
  return id
}

const sourceOf = (ids: Ids, { device, part }: Pick<PastAlarm, 'device' | 'part'>) =>
  part === null ? idOf(ids, device) : `${idOf(ids, device)}/${part}`

const list = (items: readonly string[]) =>
  escaped(`{${items.map((item) => `"${item.replace(/["\\]/g, (c) => `\\${c}`)}"`).join(',')}}`)

export const alarmFields = (ids: Ids, alarm: PastAlarm): readonly Field[] => {
  const { rule, device, part, life } = alarm
  const { acknowledged, shelved, cleared } = life
  return [
    alarm.id,
    ids.company,
    rule.id,
    1,
    sourceOf(ids, alarm),
    idOf(ids, device),
    part,
    words(rule.name),
    rule.severity,
    alarm.correlationId,
    alarm.isFirstOut,
    alarm.value,
    alarm.unit,
    life.isActive,
    moment(life.raisedAt),
    moment(life.lastAt),
    moment(life.returnedAt),
    life.count,
    moment(acknowledged?.at),
    words(acknowledged?.by),
    words(acknowledged?.note),
    moment(shelved?.at),
    moment(shelved?.until),
    words(shelved?.by),
    words(shelved?.reason),
    life.isSuppressed,
    life.isOutOfService,
    life.isAnnunciated,
    life.latches,
    rule.reasonAsked,
    list(rule.checklist),
    alarm.assignee === null ? null : (ids.byEmail.get(alarm.assignee) ?? null),
    moment(cleared?.at),
    words(cleared?.by),
    words(cleared?.reason),
  ]
}

export const stepFields = ({ id, steps }: PastAlarm): Field[][] =>
  steps.map(({ at, what, by, note, correlationId }) => [id, stamp(at), what, words(by), words(note), correlationId])

export const checkFields = ({ id, checks }: PastAlarm): Field[][] =>
  [...checks].map(([step, { at, by }]) => [id, step, stamp(at), words(by)])

export const conditionFields = (ids: Ids, condition: PastCondition): readonly Field[] => [
  condition.rule.id,
  sourceOf(ids, condition),
  idOf(ids, condition.device),
  condition.state,
  moment(condition.since),
  moment(condition.dueAt),
  moment(condition.lastAt),
  condition.value,
]
