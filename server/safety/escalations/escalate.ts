// Notifying of alarms step by step until somebody acknowledges them. Each step is notified of in the transaction that moves
// the escalation on, so that a kill in between repeats none and leaves none out.
import type { EscalationStep } from '@gatehouse/contract/safety/escalations'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import type pg from 'pg'
import type { Directory } from '../../building/devices/devices.ts'
import { type Db } from '../../db/pool.ts'
import { type Notice, notify, usersWho } from '../../messages/notifications/notifications.ts'
import { notifyWebhooks } from '../../messages/webhooks/webhooks.ts'
import { peopleOnCall } from '../on-call/on-call.ts'
import { stepsShape } from './policies.ts'
import { type AlarmAt, seesAlarm, whereaboutsOf } from './sight.ts'
import { type Located, wordsOf } from './words.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export interface Escalated {
  readonly id: string
  readonly companyId: string
  readonly severity: Severity
  /** null: as alarms so urgent do by default. */
  readonly policyId: string | null
  /** A person who is not notified of it. */
  readonly hiddenFrom: string | null
}

/** Of what is not urgent, those that come within this are notified of together. */
const togetherMs = 10_000

const isUrgent = (severity: Severity) => severity === 'critical' || severity === 'high'

/** A response is asked for, for the first time or again: from the first step on. Urgent alarms are notified of at once. */
export const beginEscalations = async (
  tx: Querier,
  parts: EscalationParts,
  alarms: readonly Escalated[],
  now: Date,
): Promise<void> => {
  if (alarms.length === 0) return
  const { rows: policies } = await tx.query<{
    id: string
    companyId: string
    name: string
    steps: unknown
    repeatSeconds: number | null
    defaultFor: string | null
  }>({
    name: 'escalation-policies',
    text: `select id, company_id as "companyId", name, steps, repeat_seconds as "repeatSeconds", default_for as "defaultFor"
      from escalation_policy where company_id = any ($1::uuid[])`,
    values: [[...new Set(alarms.map(({ companyId }) => companyId))]],
  })
  const begun = alarms.flatMap((alarm) => {
    const ofCompany = policies.filter(({ companyId }) => companyId === alarm.companyId)
    const kind = isUrgent(alarm.severity) ? 'urgent' : 'others'
    const policy =
      ofCompany.find(({ id }) => id === alarm.policyId) ?? ofCompany.find(({ defaultFor }) => defaultFor === kind)
    if (!policy) return []
    const steps = stepsShape.parse(policy.steps)
    const after = now.getTime() + (steps[0]?.afterSeconds ?? 0) * 1000
    const due = isUrgent(alarm.severity) ? after : Math.ceil(after / togetherMs) * togetherMs
    return [{ alarm, policy, steps, due: new Date(due) }]
  })
  await tx.query({
    name: 'escalations-begin',
    text: `
      insert into alarm_escalation as e (alarm_id, policy, steps, repeat_seconds, next_step, due_at, hidden_from)
      select t.alarm_id, t.policy, t.steps, t.repeat_seconds, 0, t.due_at, t.hidden_from
      from jsonb_to_recordset($1::jsonb) as t (alarm_id uuid, policy text, steps jsonb, repeat_seconds int,
        due_at timestamptz, hidden_from uuid)
      order by t.alarm_id
      on conflict (alarm_id) do update set policy = excluded.policy, steps = excluded.steps,
        repeat_seconds = excluded.repeat_seconds, next_step = 0, due_at = excluded.due_at, notified_at = null,
        hidden_from = coalesce(excluded.hidden_from, e.hidden_from)`,
    values: [
      JSON.stringify(
        begun.map(({ alarm, policy, steps, due }) => ({
          alarm_id: alarm.id,
          policy: policy.name,
          steps,
          repeat_seconds: policy.repeatSeconds,
          due_at: due,
          hidden_from: alarm.hiddenFrom,
        })),
      ),
    ],
  })
  const immediate = begun.flatMap(({ alarm, due }) => (due <= now ? [alarm.id] : []))
  if (immediate.length > 0)
    await advance(tx, parts, await lockEscalations(tx, 'e.alarm_id = any ($1::uuid[])', [immediate]), now)
}

/** Somebody deals with them, or nobody has to. */
export const endEscalations = async (tx: Querier, alarmIds: readonly string[]): Promise<void> => {
  if (alarmIds.length === 0) return
  await tx.query({
    name: 'escalations-end',
    text: 'delete from alarm_escalation where alarm_id = any ($1::uuid[])',
    values: [alarmIds],
  })
}

export interface EscalationParts {
  /** On the connection of a transaction, for what is asked by Kysely. */
  readonly within: (tx: Querier) => Db
  readonly directory: Pick<Directory, 'byId' | 'placeById'>
}

interface Running extends AlarmAt {
  readonly alarmId: string
  readonly steps: unknown
  readonly repeatSeconds: number | null
  readonly nextStep: number
  readonly hiddenFrom: string | null
  readonly isAsking: boolean
  readonly companyId: string
  readonly title: string
  readonly severity: Severity
  readonly value: number | null
  readonly unit: string | null
  readonly state: string
}

const mostAtOnce = 200

const lockEscalations = async (tx: Querier, where: string, values: readonly unknown[]): Promise<Running[]> => {
  const { rows } = await tx.query<Running>(
    `select e.alarm_id as "alarmId", e.steps, e.repeat_seconds as "repeatSeconds", e.next_step as "nextStep",
       e.hidden_from as "hiddenFrom", a.state in ('unacknowledged', 'returned-unacknowledged') as "isAsking",
       a.company_id as "companyId", a.device_id as "deviceId",
       case when a.site_id is not null
         then jsonb_build_object('siteId', a.site_id, 'floorId', a.floor_id, 'zoneId', a.zone_id) end as place,
       a.title, a.severity, a.value, a.unit, a.state
     from alarm_escalation e join alarm a on a.id = e.alarm_id where ${where}
     order by e.alarm_id limit ${mostAtOnce} for update of e skip locked`,
    [...values],
  )
  return rows
}

/** Steps that are due, and those whose every channel has failed. Answers how many there were. */
export const escalateDue = async (tx: Querier, parts: EscalationParts, now: Date): Promise<number> => {
  const due = await lockEscalations(tx, 'e.due_at <= $1', [now])
  const failed = await lockEscalations(tx, `e.due_at > $1 and ${everyChannelFailed}`, [now])
  await advance(tx, parts, [...due, ...failed], now)
  return due.length + failed.length
}

// Of a step that names mail or push: all that was sent has failed, or nobody has such a channel, and nobody has it on screen
// in the product. What is not numbered yet is still on its way.
const everyChannelFailed = `(
  e.notified_at is not null
  and exists (select from jsonb_array_elements(e.steps) with ordinality as s (step, n)
    where s.n = case when e.next_step = 0 then jsonb_array_length(e.steps) else e.next_step end
      and jsonb_typeof(s.step -> 'channels') = 'array' and s.step -> 'channels' ?| array['email', 'push']
      and not s.step -> 'channels' ? 'webhook')
  and not exists (select from notification n where n.alarm_ids <> '{}' and n.alarm_ids @> array[e.alarm_id]
    and n.created_at >= e.notified_at and (n.seq is null or n.sent_at is not null or n.read_at is not null))
  and not exists (select from notification n join delivery d on d.notification_id = n.id left join mail m on m.id = d.mail_id
    where n.alarm_ids <> '{}' and n.alarm_ids @> array[e.alarm_id] and d.created_at >= e.notified_at
      and d.status <> 'failed' and m.failed_at is null))`

const advance = async (tx: Querier, parts: EscalationParts, running: readonly Running[], now: Date): Promise<void> => {
  const asking = running.filter(({ isAsking }) => isAsking)
  await endEscalations(
    tx,
    running.filter(({ isAsking }) => !isAsking).map(({ alarmId }) => alarmId),
  )
  if (asking.length === 0) return
  const people = await peopleIn(tx, parts, asking, now)
  const moved: { id: string; nextStep: number; dueAt: Date | null; notifiedAt: Date | null }[] = []
  const addressed: { readonly person: string; readonly channels: EscalationStep['channels']; readonly one: Located }[] =
    []
  const webhooks: string[] = []
  for (const alarm of asking) {
    const steps = stepsShape.parse(alarm.steps)
    const where = whereaboutsOf(parts.directory, alarm)
    let next = alarm.nextStep
    let wasNotified = false
    // A step that nobody can be notified by is passed over at once.
    for (let tries = 0; tries < steps.length && !wasNotified && next < steps.length; tries++, next++) {
      const step = steps[next]
      if (!step) break
      const found = people.of(alarm, step)
      for (const person of found) addressed.push({ person, channels: step.channels, one: { alarm, ...where } })
      if (step.channels?.includes('webhook')) webhooks.push(alarm.alarmId)
      wasNotified = found.length > 0 || step.channels?.includes('webhook') === true
    }
    moved.push({
      id: alarm.alarmId,
      ...dueAfter(steps, next, alarm.repeatSeconds, now),
      notifiedAt: wasNotified ? now : null,
    })
  }
  await tx.query({
    name: 'escalations-advance',
    text: `
      update alarm_escalation e set next_step = t.next_step, due_at = t.due_at, notified_at = t.notified_at
      from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::timestamptz[]) as t (id, next_step, due_at, notified_at)
      where e.alarm_id = t.id`,
    values: [
      moved.map(({ id }) => id),
      moved.map(({ nextStep }) => nextStep),
      moved.map(({ dueAt }) => dueAt),
      moved.map(({ notifiedAt }) => notifiedAt),
    ],
  })
  await notify(tx, noticesFor(addressed, asking))
  await notifyWebhooks(tx, 'alarm.escalated', webhooks)
}

const dueAfter = (steps: readonly EscalationStep[], next: number, repeatSeconds: number | null, now: Date) => {
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const step = steps[next]
  if (step) return { nextStep: next, dueAt: later(step.afterSeconds) }
  if (repeatSeconds === null) return { nextStep: next, dueAt: null }
  return { nextStep: 0, dueAt: later(repeatSeconds + (steps[0]?.afterSeconds ?? 0)) }
}

// One notification a person and way of sending, of all that they are notified of at this moment.
const noticesFor = (
  addressed: readonly {
    readonly person: string
    readonly channels: EscalationStep['channels']
    readonly one: Located
  }[],
  asking: readonly Running[],
): Notice[] => {
  const companyOf = new Map(asking.map(({ alarmId, companyId }) => [alarmId, companyId]))
  const groups = Map.groupBy(
    addressed,
    ({ person, channels }) => `${person} ${(channels ?? ['chosen']).toSorted((a, b) => (a < b ? -1 : 1)).join(' ')}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { person, channels } = first
    const to = { userId: person, companyId: companyOf.get(first.one.alarm.alarmId) ?? null }
    const by = channels && { channels: channels.filter((one) => one === 'email' || one === 'push') }
    return wordsOf(group.map(({ one }) => one)).map((words) => ({ ...to, ...words, ...by }))
  })
}

// Whom a step names, of those who may acknowledge the alarm and see where it is.
const peopleIn = async (tx: Querier, parts: EscalationParts, asking: readonly Running[], now: Date) => {
  const companies = [...new Set(asking.map(({ companyId }) => companyId))]
  const readers = await usersWho(tx, companies, ['acknowledge_alarms'])
  const all = asking.flatMap(({ companyId, steps }) => stepsShape.parse(steps).map(({ who }) => ({ companyId, who })))
  const roleIds = [...new Set(all.flatMap(({ who }) => who.roleIds))]
  const { rows: roles } =
    roleIds.length === 0
      ? { rows: [] }
      : await tx.query<{ userId: string; roleId: string }>({
          name: 'escalation-roles',
          text: 'select user_id as "userId", role_id as "roleId" from user_role where role_id = any ($1::uuid[])',
          values: [roleIds],
        })
  const onCall = new Map<string, ReadonlySet<string>>()
  for (const companyId of companies) {
    const ofCompany = all.filter((one) => one.companyId === companyId)
    for (const rotaId of new Set(ofCompany.flatMap(({ who }) => who.rotaIds)))
      onCall.set(rotaId, await peopleOnCall(parts.within(tx), companyId, [rotaId], now))
  }
  return {
    of(alarm: Running, { who }: EscalationStep): string[] {
      const { companyId, hiddenFrom } = alarm
      const inRole = new Set(roles.filter(({ roleId }) => who.roleIds.includes(roleId)).map(({ userId }) => userId))
      const isNamed = (id: string) =>
        who.everybody ||
        inRole.has(id) ||
        who.userIds.includes(id) ||
        who.rotaIds.some((rotaId) => onCall.get(rotaId)?.has(id))
      return readers.flatMap((reader) =>
        reader.companyId === companyId &&
        reader.id !== hiddenFrom &&
        isNamed(reader.id) &&
        seesAlarm(reader, parts.directory, alarm)
          ? [reader.id]
          : [],
      )
    },
  }
}
