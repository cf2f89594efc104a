// What happens, as search tells of it: entries and exits, severe events of devices, and alarms. None of it has words of its own in
// the index: it is found by whom and what it names, and by the few other things that are said of it.
import { type DeviceKind, kind, readPermission } from '@gatehouse/contract/building/devices'
import type { Permission } from '@gatehouse/contract/permissions'
import { type Severity, severity } from '@gatehouse/contract/safety/alarm-states'
import { sightOf } from '@gatehouse/contract/safety/alarms'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, can } from '../../kit/http/caller.ts'
import { outsideHidden } from '../../kit/label-scope.ts'
import { kinds, placeSeen, types as known } from './document-rules.sql.ts'

export interface Stream {
  /** As in `search_told`. */
  readonly of: 'reason' | 'event' | 'alarm'
  /** Of its results. */
  readonly type: 'event' | 'alarm'
  /** What asks for a response stands before what merely happened. */
  readonly isFirst: boolean
  readonly needed: readonly Permission[]
  /** Rows `l` of one company. */
  readonly rows: RawBuilder<unknown>
  /** Those among them that an index finds by something else than names. */
  readonly odd: RawBuilder<unknown>
  /** What going through those costs, where looking up the rows of a person costs 1: they lie together. */
  readonly oddCost: number
  /** Of the lines of the index that it may name. */
  readonly types: readonly number[]
  readonly person: RawBuilder<unknown>
  readonly door: RawBuilder<unknown>
  /** What is always said of some rows, in words; `often`: of so many that only walking finds the first. */
  readonly sayings: readonly { readonly words: string; readonly of: RawBuilder<boolean>; readonly often: boolean }[]
  /** What else is said of a row, as it stands in `search_told`. */
  readonly told: RawBuilder<unknown>
  /** With `pd` and `dd`, the person and the door in the index. */
  readonly seen: (caller: Caller) => RawBuilder<boolean>
  readonly title: RawBuilder<string>
  readonly description: RawBuilder<string>
  readonly high: RawBuilder<boolean>
  readonly severity: RawBuilder<Severity | null>
  readonly pathOf: (id: string) => string
  /** How what stands in `search_told` is said. */
  readonly wording: (value: string) => string
}

export const unknownPerson = 'somebody unknown'

const passages: Stream = {
  of: 'reason',
  type: 'event',
  isFirst: false,
  needed: ['read_entry_exit_report', 'read_log_details'],
  rows: sql`(select id, at, company_id, user_id, door_id, type, result, reason from entry_exit_log)`,
  odd: sql`(l.result = 'denied' or l.user_id is null)`,
  oddCost: 100,
  types: [known.person, known.former, kinds.door, known.retired],
  person: sql`l.user_id`,
  door: sql`l.door_id`,
  sayings: [
    { words: 'was denied', of: sql`l.result = 'denied'`, often: false },
    { words: 'entered', of: sql`(l.result <> 'denied' and l.type = 'entry')`, often: true },
    { words: 'left', of: sql`(l.result <> 'denied' and l.type = 'exit')`, often: true },
    { words: unknownPerson, of: sql`l.user_id is null`, often: false },
  ],
  told: sql`case when l.result = 'denied' then l.reason end`,
  seen: () => sql`(l.door_id is null or (dd.id is not null and ${placeSeen('dd')}))`,
  title: sql`coalesce(pd.name, 'Somebody unknown') ||
    case when l.result = 'denied' then ' was denied' when l.type = 'entry' then ' entered' else ' left' end`,
  description: sql`concat_ws(' · ', dd.name, case when l.result = 'denied' then l.reason end)`,
  high: sql`l.result = 'denied'`,
  severity: sql`null::text`,
  pathOf: (id) => `/log-details/${id}`,
  wording: (value) => value,
}

const incidents: Stream = {
  of: 'event',
  type: 'event',
  isFirst: false,
  needed: ['admin_access', 'read_dashboard'],
  rows: sql`(select id, at, company_id, null::uuid as user_id, device_id as door_id, type, severity from event
    where severity in ('high', 'critical'))`,
  odd: sql`true`,
  oddCost: 600,
  types: Object.values(kinds),
  person: sql`null::uuid`,
  door: sql`l.door_id`,
  sayings: [
    { words: 'high', of: sql`l.severity = 'high'`, often: true },
    { words: 'critical', of: sql`l.severity = 'critical'`, often: true },
  ],
  told: sql`l.type`,
  seen: (caller) =>
    sql`(dd.type = any (${readable(caller).map((one) => kinds[one])}::smallint[]) and ${placeSeen('dd')})`,
  title: sql`dd.name || ' · ' || replace(replace(substr(l.type, position('.' in l.type) + 1), '-', ' '), '_', ' ')`,
  description: sql`initcap(l.severity)`,
  high: sql`true`,
  severity: sql`null::text`,
  pathOf: (id) => `/events/${id}`,
  wording: (value) => value.slice(value.indexOf('.') + 1).replaceAll(/[-_]/g, ' '),
}

const alarms = (isOpen: boolean): Stream => ({
  of: 'alarm',
  type: 'alarm',
  isFirst: isOpen,
  needed: ['acknowledge_alarms'],
  rows: sql`(select id, raised_at as at, company_id, assignee_id as user_id, device_id as door_id, site_id, floor_id, zone_id, title, severity, state
    from alarm where cleared_at is ${isOpen ? sql`null` : sql`not null`})`,
  odd: sql`true`,
  oddCost: 600,
  types: [known.person, known.former, ...Object.values(kinds), known.retired, known.noted],
  person: sql`l.user_id`,
  door: sql`l.door_id`,
  sayings: severity.options.map((one) => ({ words: one, of: sql`l.severity = ${one}`, often: false })),
  told: sql`l.title`,
  // As `visibleTo` of alarms has it; of what is retired the index does not have the kind.
  seen: (caller) =>
    sql`((l.door_id is null and l.site_id is null and ${can(caller, sightOf({ device: null, site: null }))})
      or (l.site_id is not null and ${can(caller, sightOf({ device: null, site: {} }))}
        and ${outsideHidden('l.zone_id', 'l.site_id')} and (l.floor_id is null or not exists (
          select from zone y where y.floor_id = l.floor_id and not ${outsideHidden('y.id')}))) or (${placeSeen('dd')} and (dd.type = any (${readable(caller).map((one) => kinds[one])}::smallint[])
      or dd.type = ${known.retired} and exists (select from device r where r.id = l.door_id and r.kind = any (${readable(caller)}::text[])))))`,
  title: sql`l.title`,
  description: sql`concat_ws(' · ', coalesce(dd.name, (select z.name from zone z where z.id = l.zone_id),
    (select f.name from floor f where f.id = l.floor_id), (select s.name from site s where s.id = l.site_id)), pd.name, initcap(replace(l.state, '-', ' ')))`,
  high: sql`(l.severity in ('high', 'critical') and l.state <> 'cleared')`,
  severity: sql`l.severity`,
  pathOf: (id) => `/alarms/${id}`,
  wording: (value) => value,
})

const readable = (caller: Caller): DeviceKind[] => kind.options.filter((one) => can(caller, readPermission[one]))

const all = [passages, incidents, alarms(true), alarms(false)]

export const streamsFor = (caller: Caller): Stream[] =>
  caller.companyId === null ? [] : all.filter(({ needed }) => needed.every((permission) => can(caller, permission)))
