// Acknowledging an alarm without being signed in: by the link of a letter, by the button of a pushed notification, or by
// what a webhook answers. Each stands for one person or program, and for what they may do at that moment.
import { randomBytes } from 'node:crypto'
import * as contract from '@gatehouse/contract/safety/alarms'
import { answer as webhookAnswer } from '@gatehouse/contract/messages/webhooks'
import type { QueryExecutorProvider } from 'kysely'
import { z } from 'zod'
import type { Directory } from '../../building/devices/devices.ts'
import { type Db, execute, firstOf, type Store } from '../../db/pool.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { instant } from '../../db/instant.ts'
import { clock } from '../../kit/clock.ts'
import { notFound, Refusal } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import { usersHolding } from '../../messages/notifications/notifications.ts'
import { type AlarmAt, seesAlarm } from '../escalations/escalations.ts'
import { acknowledgeLocked } from './acknowledge.ts'
import { lockAlarms } from './alarms.sql.ts'
import { type AlarmParts, subjectOf } from './store-changes.ts'

export interface ElsewhereParts extends AlarmParts {
  readonly store: Store
  readonly directory: Directory
}

/** A link that lies in a mailbox for longer acknowledges nothing. */
const linkHours = 24

/** For a letter about one alarm that nobody has acknowledged: where its button leads. null: it is about none, or about several. */
export const createAlarmLink = async (
  tx: QueryExecutorProvider,
  { notificationId, userId }: { readonly notificationId: string; readonly userId: string },
): Promise<string | null> => {
  const alarm = await firstOf<{ id: string }>(tx)`
    select a.id from notification n join alarm a on a.id = n.alarm_ids[1]
    where n.id = ${notificationId} and n.user_id = ${userId} and cardinality(n.alarm_ids) = 1
      and a.acknowledged_at is null and a.cleared_at is null
  `
  if (!alarm) return null
  const token = randomBytes(32).toString('base64url')
  const until = new Date(clock.ms() + linkHours * 3_600_000)
  await execute(tx)`
    insert into alarm_link (token_hash, alarm_id, user_id, expires_at) values (${digestOf(token)}, ${alarm.id}, ${userId}, ${until})
  `
  return `/alarm-link?token=${token}`
}

/** Removes those that can be used no more. */
export const forgetAlarmLinks = (db: Db, now: Date) => execute(db)`delete from alarm_link where expires_at < ${now}`

interface Person {
  readonly userId: string
  readonly companyId: string
  readonly name: string
  readonly email: string
}

export const serveElsewhere = (serve: Serve, parts: ElsewhereParts) => {
  const { store, directory } = parts
  const { db } = store

  /** What somebody may acknowledge at this moment: what they held when it was sent may be theirs no more. */
  const rightsOf = async ({ userId, companyId }: Person): Promise<(at: AlarmAt) => boolean> => {
    const reader = (await usersHolding(db, [companyId], ['acknowledge_alarms'])).find(({ id }) => id === userId)
    return (at) => reader !== undefined && seesAlarm(reader, directory, at)
  }

  const linkOf = async (token: string) => {
    const link = await firstOf<Person & AlarmAt & { alarmId: string; isOpen: boolean }>(db)`
      select l.alarm_id as "alarmId", a.device_id as "deviceId",
        case when a.site_id is not null
          then jsonb_build_object('siteId', a.site_id, 'floorId', a.floor_id, 'zoneId', a.zone_id) end as place, l.user_id as "userId", a.company_id as "companyId",
        coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name, u.email,
        l.used_at is null and l.expires_at > ${instant()} as "isOpen"
      from alarm_link l join alarm a on a.id = l.alarm_id join users u on u.id = l.user_id
      where l.token_hash = ${digestOf(token)}
    `
    if (!link || !(await rightsOf(link))(link)) throw notFound('This link')
    return link
  }

  serve.open(contract.linked, async ({ token }) => {
    const { alarmId, isOpen, name } = await linkOf(token)
    const alarm = await firstOf<{
      title: string
      severity: contract.Severity
      device: string | null
      place: string | null
      raisedAt: Date
      by: string | null
      isCleared: boolean
    }>(db)`
      select a.title, a.severity, d.name as device, coalesce(z.name, f.name, s.name) as place, a.raised_at as "raisedAt", a.acknowledged_by as by,
        a.cleared_at is not null as "isCleared"
      from alarm a left join device d on d.id = a.device_id left join zone z on z.id = a.zone_id
        left join floor f on f.id = a.floor_id left join site s on s.id = a.site_id
      where a.id = ${alarmId}
    `
    if (!alarm) throw notFound('This link')
    const { title, severity, device, place, raisedAt, by, isCleared } = alarm
    return {
      title,
      severity,
      device,
      place,
      raisedAt: raisedAt.toISOString(),
      acknowledgedBy: by,
      isOpen: isOpen && !isCleared && by === null,
      person: name,
    }
  })

  const acknowledgeAs = async (person: Person, call: Call, alarmIds: readonly string[], linkToken?: string) => {
    const mayAcknowledge = await rightsOf(person)
    const { publish, done } = await inPoolTransaction(store.pool, async (tx) => {
      if (linkToken !== undefined) {
        const { rowCount } = await tx.query(
          'update alarm_link set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2',
          [digestOf(linkToken), clock.now()],
        )
        if (rowCount === 0)
          throw new Refusal(410, 'LINK_USED', 'This link was used already, or is too old. Sign in to acknowledge.')
      }
      const locked = await lockAlarms(tx, 'a.id = any ($1::uuid[])', [alarmIds])
      const open = locked.filter(({ acknowledged }) => acknowledged === null)
      const allowed = open.filter(mayAcknowledge)
      const [first] = allowed
      call.actsFor({ companyId: person.companyId, userId: person.userId, actor: person.email })
      await call.record(tx, {
        subject: first && allowed.length === 1 ? subjectOf(first, directory) : `${allowed.length} alarms`,
        after: { alarms: allowed.map(({ id }) => id) },
        ...(first ? { belongsTo: first.correlationId } : {}),
      })
      return {
        publish: await acknowledgeLocked(tx, parts, allowed, { by: person.name, at: clock.now(), note: null }),
        done: allowed.length,
      }
    })
    publish()
    return done
  }

  serve.open(contract.acknowledgeLinked, async ({ token }, _nobody, call) => {
    const link = await linkOf(token)
    await acknowledgeAs(link, call, [link.alarmId], token)
    const by = await firstOf<{ by: string | null }>(
      db,
    )`select acknowledged_by as by from alarm where id = ${link.alarmId}`
    return { acknowledgedBy: by?.by ?? link.name }
  })

  serve.open(contract.acknowledgePushed, async ({ token }, _nobody, call) => {
    const pushed = await firstOf<Person & { alarmIds: string[] }>(db)`
      select n.alarm_ids as "alarmIds", n.user_id as "userId", n.company_id as "companyId",
        coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name, u.email
      from delivery d join notification n on n.id = d.notification_id join users u on u.id = n.user_id
      where d.receipt_hash = ${digestOf(token)} and n.company_id is not null and n.alarm_ids <> '{}'
    `
    if (!pushed) throw notFound('This notification')
    return { acknowledged: await acknowledgeAs(pushed, call, pushed.alarmIds) }
  })
}

export interface WebhookAnswer {
  readonly companyId: string
  /** The name of the webhook. */
  readonly webhook: string
  /** What it was sent. */
  readonly body: unknown
  /** What it answered. */
  readonly text: string
}

const sent = z.object({ data: z.object({ alarm: z.object({ id: z.uuid() }) }) })

/** A webhook has answered what it was sent of an alarm: perhaps that somebody deals with it. */
export const acknowledgeByAnswer = async (
  parts: ElsewhereParts,
  { companyId, webhook, body, text }: WebhookAnswer,
): Promise<void> => {
  const answered = webhookAnswer.safeParse(jsonIn(text))
  const about = sent.safeParse(body)
  if (!answered.success || !about.success) return
  const by = answered.data.by === undefined ? webhook : `${answered.data.by} (${webhook})`
  const note = answered.data.note === undefined || answered.data.note === '' ? null : answered.data.note
  const publish = await inPoolTransaction(parts.store.pool, async (tx) => {
    const open = await lockAlarms(tx, 'a.id = $1 and a.company_id = $2 and a.acknowledged_at is null', [
      about.data.data.alarm.id,
      companyId,
    ])
    const [alarm] = open
    if (!alarm) return () => undefined
    await parts.record(
      {
        companyId,
        userId: null,
        actor: by,
        action: 'alarms.acknowledge',
        input: { id: alarm.id },
        subject: subjectOf(alarm, parts.directory),
        after: { webhook },
        reason: note,
        status: 200,
        address: '',
        correlationId: alarm.correlationId,
      },
      tx,
    )
    return acknowledgeLocked(tx, parts, open, { by, at: clock.now(), note })
  })
  publish()
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
