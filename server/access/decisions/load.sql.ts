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
  for (const credential of credentials) {
    const sealed = credential[11]
    if (sealed) credential[11] = secrets.mobile(credential[0], sealed)
  }
  const pinKeys = keys.flatMap(([companyId, sealed]): [string, string][] => {
    const key = secrets.pinKey(companyId, sealed)
    return key === null ? [] : [[companyId, key]]
  })
  return assemble({ ...stored, credentials, pinKeys })
}

const readAll = async (client: pg.ClientBase) => {
  const rows = async <Row extends unknown[]>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>({ text, values, rowMode: 'array' })).rows
  return {
    people: await rows<PersonRow>(selectPeople),
    credentials: await rows<CredentialRow>(selectCredentials),
    schedules: await rows<ScheduleRow>(selectSchedules),
    levels: await rows<LevelRow>(selectLevels),
    holders: await rows<HolderRow>(selectHolders),
    passes: await rows<PassRow>(selectPasses, [clock.now()]),
    doors: await rows<DoorRow>(selectDoors),
    keys: await rows<[string, Buffer]>('select company_id, pin_key from access_key'),
  }
}

// A fraction of a millisecond would be lost on one side of a comparison and not on the other.
const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`

const selectPeople = `
  select u.id, u.company_id, coalesce(u.display_name, u.first_name || ' ' || u.last_name), u.status = 'active', coalesce(p.suspended, false),
    ${ms('p.valid_from')}, ${ms('p.valid_to')}, coalesce(p.extended_time, false), coalesce(p.passback_exempt, false),
    coalesce(p.escort, 'none')
  from users u left join access_person p on p.user_id = u.id
  where u.company_id is not null`

const selectCredentials = `
  select id, company_id, kind, value, state, revoked_at is not null, ${ms('valid_from')}, ${ms('valid_to')}, duress,
    user_id, pass_id, secret
  from credential`

const selectSchedules = `
  select s.id, s.company_id, s.name, json_build_object('week', s.week, 'exceptions', s.exceptions,
    'onHolidays', s.on_holidays, 'holidayRanges', s.holiday_ranges, 'holidays', coalesce(c.days, '[]'))
  from schedule s left join holiday_calendar c on c.id = s.calendar_id`

const selectLevels = `
  select l.id, l.company_id, l.name, l.schedule_id,
    coalesce((select array_agg(o.door_id) from access_level_opens o where o.level_id = l.id), '{}')
  from access_level l`

const selectHolders = `
  select h.level_id, h.user_id, h.group_id, g.name, ${ms('h.valid_from')}, ${ms('h.valid_to')}, ${ms('h.member_from')},
    ${ms('h.member_to')}, ${ms('h.added_at')}
  from access_level_holder h left join access_group g on g.id = h.group_id`

const selectPasses = `
  select p.id, p.company_id, p.visitor_name, p.state = 'withdrawn', ${ms('p.valid_from')}, ${ms('p.valid_to')}, p.uses,
    p.level_id, coalesce((select array_agg(d.door_id) from visitor_pass_door d where d.pass_id = p.id), '{}'),
    p.escort_needed
  from visitor_pass p where p.valid_to > $1::timestamptz - interval '60 days'`

const selectDoors = `
  select d.id, d.company_id, d.key, d.name, d.driver, s.time_zone, o.from_zone_id, o.to_zone_id, o.pulse_seconds,
    o.extended_seconds, coalesce(a.decides, 'server'), coalesce(a.pin_needed, false), coalesce(a.passback, 'none'),
    coalesce(a.passback_minutes, 480)
  from door o join device d on d.id = o.device_id join site s on s.id = d.site_id
    left join door_access a on a.door_id = o.device_id
  where d.retired_at is null`
