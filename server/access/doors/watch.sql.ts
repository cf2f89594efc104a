// Openings that nobody was let in for, and openings that last: looked at and claimed with one statement each, so that one
// process finds each.
import type pg from 'pg'

type Querier = Pick<pg.ClientBase, 'query'>

export interface Opening {
  readonly deviceId: string
  readonly contactSince: Date
}

/** What let somebody in is on its way a little longer than the door's own word, and clocks differ. */
const judgedAfterMs = 1000
const graceSeconds = 5

const watchedByServer = `coalesce(o.watched_by, case d.driver when 'gatehouse' then 'controller' else 'server' end) = 'server'`

// A command, a card, a button inside, or a hold: whatever lets a person open it.
const letIn = `(
  exists (select from door_hold h where h.device_id = k.device_id)
  or exists (select from command c where c.device_id = k.device_id and c.action in ('unlock', 'hold-unlocked')
    and c.status in ('requested', 'sent', 'confirmed', 'no-answer')
    and c.requested_at <= k.contact_since + g.grace
    and c.requested_at + coalesce((c.args ->> 'seconds')::float8, 0) * interval '1 s' + g.grace >= k.contact_since)
  or exists (select from entry_exit_log l where l.door_id = k.device_id and l.result = 'granted'
    and l.at between k.contact_since - g.grace - o.extended_seconds * interval '1 s' and k.contact_since + g.grace)
  or exists (select from event e where e.device_id = k.device_id
    and e.type in ('door.request-to-exit', 'door.exit-button', 'door.button')
    and e.at between k.contact_since - g.grace - o.extended_seconds * interval '1 s' and k.contact_since + g.grace))`

/** Judged now: those that were forced. In maintenance an opening is judged, and forced by nobody. */
export const claimForced = async (tx: Querier, now: Date): Promise<Opening[]> => {
  const { rows } = await tx.query<Opening & { forced: boolean }>({
    name: 'watch-forced',
    text: `
      with due as (
        select k.device_id, k.contact_since, d.out_of_service_since is null and not ${letIn} as forced
        from door_state k join door o on o.device_id = k.device_id join device d on d.id = k.device_id,
          (select $2 * interval '1 s' as grace) g
        where k.contact = 'Open' and k.opened_locked and k.alarm = 'Normal' and k.contact_since <= $1
          and d.retired_at is null and ${watchedByServer}
          and not exists (select from door_watch w
            where w.device_id = k.device_id and w.judged_opening = k.contact_since)
      )
      insert into door_watch as w (device_id, judged_opening)
      select device_id, contact_since from due order by device_id
      on conflict (device_id) do update set judged_opening = excluded.judged_opening
      where w.judged_opening is distinct from excluded.judged_opening
      returning w.device_id as "deviceId", w.judged_opening as "contactSince",
        (select due.forced from due where due.device_id = w.device_id) as forced`,
    values: [new Date(now.getTime() - judgedAfterMs), graceSeconds],
  })
  return rows.filter(({ forced }) => forced)
}

export interface ShutOpening extends Opening {
  readonly seenAt: Date
}

/** Of doors that the server watches: openings while locked that are over already, to be judged yet. */
export const keepShutOpenings = async (tx: Querier, shut: readonly ShutOpening[]): Promise<void> => {
  if (shut.length === 0) return
  await tx.query({
    name: 'watch-shut-keep',
    text: `
      insert into door_shut_opening (device_id, contact_since, heard_at)
      select t.id, t.since, t.heard
      from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as t (id, since, heard)
        join door o on o.device_id = t.id join device d on d.id = t.id
      where ${watchedByServer} on conflict do nothing`,
    values: [shut.map((one) => one.deviceId), shut.map((one) => one.contactSince), shut.map((one) => one.seenAt)],
  })
}

/** Of those, judged now: those that were forced. */
export const claimForcedAndShut = async (tx: Querier, now: Date): Promise<Opening[]> => {
  const { rows } = await tx.query<Opening & { forced: boolean }>({
    name: 'watch-shut',
    text: `
      delete from door_shut_opening k using door o, device d, (select $2 * interval '1 s' as grace) g
      where o.device_id = k.device_id and d.id = k.device_id and k.heard_at <= $1
      returning k.device_id as "deviceId", k.contact_since as "contactSince",
        (d.out_of_service_since is null and d.retired_at is null and not ${letIn}
          and not exists (select from door_watch w
            where w.device_id = k.device_id and w.judged_opening = k.contact_since)) as forced`,
    values: [new Date(now.getTime() - judgedAfterMs), graceSeconds],
  })
  return rows.filter(({ forced }) => forced)
}

export interface ReportedAlarm {
  readonly deviceId: string
  readonly alarm: string
  readonly at: Date
  readonly seenAt: Date
  readonly correlationId: string
}

/** Told with the state of a door: an event of it may be on its way. */
export const storeReportedAlarms = async (tx: Querier, reported: readonly ReportedAlarm[]): Promise<void> => {
  if (reported.length === 0) return
  await tx.query({
    name: 'watch-said-keep',
    text: `insert into door_alarm_said (device_id, alarm, at, heard_at, correlation_id)
           select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::uuid[])
           on conflict do nothing`,
    values: [
      reported.map((one) => one.deviceId),
      reported.map((one) => one.alarm),
      reported.map((one) => one.at),
      reported.map((one) => one.seenAt),
      reported.map((one) => one.correlationId),
    ],
  })
}

/** Of those, the ones by now that no event has told. */
export const claimUnreported = async (tx: Querier, now: Date): Promise<ReportedAlarm[]> => {
  const { rows } = await tx.query<ReportedAlarm & { told: boolean }>({
    name: 'watch-said',
    text: `
      delete from door_alarm_said k using (select $2 * interval '1 s' as grace) g
      where k.heard_at <= $1
      returning k.device_id as "deviceId", k.alarm, k.at, k.heard_at as "seenAt", k.correlation_id as "correlationId",
        exists (select from event e where e.device_id = k.device_id
          and e.type = case k.alarm when 'DoorForcedOpen' then 'door.forced-open' else 'door.held-open' end
          and e.at between k.at - g.grace and k.at + g.grace) as told`,
    values: [new Date(now.getTime() - judgedAfterMs), graceSeconds],
  })
  return rows.filter(({ told: alreadyRaised }) => !alreadyRaised)
}

/** Open for longer than the door may be: not while it is held, unlocked for longer, or in maintenance. */
export const claimHeld = async (tx: Querier, now: Date): Promise<Opening[]> => {
  const { rows } = await tx.query<Opening>({
    name: 'watch-held',
    text: `
      insert into door_watch as w (device_id, held_opening)
      select k.device_id, k.contact_since
      from door_state k join door o on o.device_id = k.device_id join device d on d.id = k.device_id
      where k.contact = 'Open' and k.alarm = 'Normal' and k.mode not in ('Unlocked', 'LockedOpen')
        and k.contact_since + o.open_too_long_seconds * interval '1 s' <= $1
        and d.out_of_service_since is null and d.retired_at is null and ${watchedByServer}
        and not exists (select from door_hold h where h.device_id = k.device_id)
        and not exists (select from command c where c.device_id = k.device_id and c.action = 'unlock'
          and c.status in ('sent', 'confirmed') and c.requested_at > $1 - interval '2 h'
          and c.requested_at + ((c.args ->> 'seconds')::float8 + o.open_too_long_seconds) * interval '1 s' > $1)
        and not exists (select from door_watch t where t.device_id = k.device_id and t.held_opening = k.contact_since)
      order by k.device_id
      on conflict (device_id) do update set held_opening = excluded.held_opening
      where w.held_opening is distinct from excluded.held_opening
      returning w.device_id as "deviceId", w.held_opening as "contactSince"`,
    values: [now],
  })
  return rows
}
