// Reads the rules of every company out of the store, all as of one moment.
import type pg from 'pg'
import { clock } from '../../kit/clock.ts'
import type { Store } from '../../db/pool.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Rules } from './rules.ts'
import {
  assemble,
  type CredentialRow,
  type DoorRow,
  type HolderRow,
  type LevelRow,
  type PassRow,
  type PersonRow,
  type ScheduleRow,
} from './rows.ts'

export interface Secrets {
  /** Of a phone; null where it cannot be opened. */
  mobile(credentialId: string, sealed: Buffer): Buffer | null
  /** Base64. */
  pinKey(companyId: string, sealed: Buffer): string | null
}

export const loadRules = async (store: Store, secrets: Secrets): Promise<Map<string, Rules>> => {
  const { credentials, keys, ...stored } = await inPoolTransaction(store.pool, readAll, { snapshot: true })
  const pinKeys = keys.flatMap(({ companyId, sealed }): [string, string][] => {
    const key = secrets.pinKey(companyId, sealed)
    return key === null ? [] : [[companyId, key]]
  })
  const opened = credentials.map((row) =>
    row.secret === null ? row : { ...row, secret: secrets.mobile(row.id, row.secret) },
  )
  return assemble({ ...stored, credentials: opened, pinKeys })
}

const readAll = async (client: pg.ClientBase) => {
  const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows
  return {
    people: await rows<PersonRow>(selectPeople),
    credentials: await rows<CredentialRow>(selectCredentials),
    schedules: await rows<ScheduleRow>(selectSchedules),
    levels: await rows<LevelRow>(selectLevels),
    holders: await rows<HolderRow>(selectHolders),
    passes: await rows<PassRow>(selectPasses, [clock.now()]),
    doors: await rows<DoorRow>(selectDoors),
    keys: await rows<{ companyId: string; sealed: Buffer }>(
      'select company_id as "companyId", pin_key as sealed from access_key',
    ),
  }
}

// A fraction of a millisecond would be lost on one side of a comparison and not on the other.
const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`

const selectPeople = `
  select u.id, u.company_id as "companyId", coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name,
    u.status = 'active' as active, coalesce(p.suspended, false) as suspended, ${ms('p.valid_from')} as "from",
    ${ms('p.valid_to')} as "to", coalesce(p.extended_time, false) as extended,
    coalesce(p.passback_exempt, false) as "passbackExempt", coalesce(p.escort, 'none') as escort
  from users u left join access_person p on p.user_id = u.id
  where u.company_id is not null`

const selectCredentials = `
  select id, company_id as "companyId", kind, value, state, revoked_at is not null as revoked, ${ms('valid_from')} as "from",
    ${ms('valid_to')} as "to", duress, user_id as "userId", pass_id as "passId", secret
  from credential`

const selectSchedules = `
  select s.id, s.company_id as "companyId", s.name, json_build_object('week', s.week, 'exceptions', s.exceptions,
    'onHolidays', s.on_holidays, 'holidayRanges', s.holiday_ranges, 'holidays', coalesce(c.days, '[]')) as rules
  from schedule s left join holiday_calendar c on c.id = s.calendar_id`

const selectLevels = `
  select l.id, l.company_id as "companyId", l.name, l.schedule_id as "scheduleId",
    coalesce((select array_agg(o.door_id) from access_level_opens o where o.level_id = l.id), '{}') as "doorIds"
  from access_level l`

const selectHolders = `
  select h.level_id as "levelId", h.user_id as "userId", h.group_id as "groupId", g.name as "group",
    ${ms('h.valid_from')} as "from", ${ms('h.valid_to')} as "to", ${ms('h.member_from')} as "memberFrom",
    ${ms('h.member_to')} as "memberTo", ${ms('h.added_at')} as since
  from access_level_holder h left join access_group g on g.id = h.group_id`

const selectPasses = `
  select p.id, p.company_id as "companyId", p.visitor_name as visitor, p.state = 'withdrawn' as withdrawn,
    ${ms('p.valid_from')} as "from", ${ms('p.valid_to')} as "to", p.uses, p.level_id as "levelId",
    coalesce((select array_agg(d.door_id) from visitor_pass_door d where d.pass_id = p.id), '{}') as "doorIds",
    p.escort_needed as "escortNeeded"
  from visitor_pass p where p.valid_to > $1::timestamptz - interval '60 days'`

const selectDoors = `
  select d.id, d.company_id as "companyId", d.key, d.name, d.driver, s.time_zone as "timeZone",
    o.from_zone_id as "fromZoneId", o.to_zone_id as "toZoneId", o.pulse_seconds as "pulseSeconds",
    o.extended_seconds as "extendedSeconds", coalesce(a.decides, 'server') as decides,
    coalesce(a.pin_needed, false) as "pinNeeded", coalesce(a.passback, 'none') as passback,
    coalesce(a.passback_minutes, 480) as "passbackMinutes"
  from door o join device d on d.id = o.device_id join site s on s.id = d.site_id
    left join door_access a on a.door_id = o.device_id
  where d.retired_at is null`
