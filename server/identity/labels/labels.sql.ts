// Labels and what they mark, as far as labels themselves let the caller see it.
import type { Label } from '@gatehouse/contract/identity/labels'
import { type RawBuilder, sql } from 'kysely'
import { type Db, firstOf, isAny, rowsOf, valuesOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { labelScope } from '../../kit/label-scope.ts'

/** Who manages neither labels nor users sees their own. */
export const visibleLabels = async (db: Db, caller: Caller, labelId?: string): Promise<Label[]> => {
  const all = can(caller, 'manage_labels') || can(caller, 'manage_users')
  return rowsOf<Label>(db)`
    select l.id as _id, l.name, l.colour, l.description, jsonb_build_object(
      'people', (select count(*) from user_label ul join users u on u.id = ul.user_id
        where ul.label_id = l.id and u.company_id = ${caller.companyId}),
      'sites', (select count(*) from label_mark k join site s on s.id = k.site_id
        where k.label_id = l.id and ${siteSeen(caller)}),
      'zones', (select count(*) from label_mark k join zone z on z.id = k.zone_id
        where k.label_id = l.id and ${zoneSeen(caller)}),
      'devices', (select count(*) from label_mark k join device d on d.id = k.device_id
        where k.label_id = l.id and ${deviceSeen(caller)})) as uses
    from label l
    where l.company_id = ${caller.companyId}
      and ${all ? sql`true` : sql`l.id in (select label_id from user_label where user_id = ${caller.userId})`}
      and ${labelId ? sql`l.id = ${labelId}` : sql`true`}
    order by l.sort_key, l.id
  `
}

const siteSeen = (caller: Caller): RawBuilder<boolean> => labelScope(caller).places('s.id')

const zoneSeen = (caller: Caller): RawBuilder<boolean> => labelScope(caller).places('z.id', 'z.site_id')

const deviceSeen = (caller: Caller): RawBuilder<boolean> =>
  sql`(d.retired_at is null and ${labelScope(caller).places('d.id', 'd.zone_id', 'd.site_id')})`

export const levels = ['site', 'zone', 'device'] as const
export type Level = (typeof levels)[number]

interface Named {
  readonly id: string
  readonly name: string
}

const seenAt = (caller: Caller): Record<Level, { from: RawBuilder<unknown>; seen: RawBuilder<boolean> }> => ({
  site: { from: sql`site s`, seen: siteSeen(caller) },
  zone: { from: sql`zone z`, seen: zoneSeen(caller) },
  device: { from: sql`device d`, seen: deviceSeen(caller) },
})

const alias: Record<Level, RawBuilder<unknown>> = { site: sql`s`, zone: sql`z`, device: sql`d` }
export const markColumn: Record<Level, RawBuilder<unknown>> = {
  site: sql`site_id`,
  zone: sql`zone_id`,
  device: sql`device_id`,
}

/** What a label marks and the caller can see, by name. */
export const markedBy = async (db: Db, caller: Caller, level: Level, labelId: string): Promise<Named[]> => {
  const { from, seen } = seenAt(caller)[level]
  const at = alias[level]
  return rowsOf<Named>(db)`
    select ${at}.id, ${at}.name from ${from} join label_mark k on k.${markColumn[level]} = ${at}.id
    where k.label_id = ${labelId} and ${at}.company_id = ${caller.companyId} and ${seen}
    order by sort_key_of(${at}.name) collate "C", ${at}.id
  `
}

/** Those of the places or devices that are the company's and that the caller can see. */
export const seenAmong = async (db: Db, caller: Caller, level: Level, ids: readonly string[]): Promise<Named[]> => {
  if (ids.length === 0) return []
  const { from, seen } = seenAt(caller)[level]
  const at = alias[level]
  return rowsOf<Named>(db)`
    select ${at}.id, ${at}.name from ${from}
    where ${at}.id = any (${[...ids]}::uuid[]) and ${at}.company_id = ${caller.companyId} and ${seen}
  `
}

/** Whether something that these contain, or are, is hidden from the caller. */
export const somethingHidden = async (
  db: Db,
  caller: Caller,
  at: Record<Level, readonly string[]>,
): Promise<boolean> => {
  if (can(caller, 'admin_access')) return false
  return isAny(db)`
    select from site s where s.id = any (${[...at.site]}::uuid[]) and not ${siteSeen(caller)}
    union all select from zone z
      where (z.site_id = any (${[...at.site]}::uuid[]) or z.id = any (${[...at.zone]}::uuid[])) and not ${zoneSeen(caller)}
    union all select from device d
      where d.retired_at is null and (d.site_id = any (${[...at.site]}::uuid[])
        or d.zone_id = any (${[...at.zone]}::uuid[]) or d.id = any (${[...at.device]}::uuid[])) and not ${deviceSeen(caller)}
    limit 1
  `
}

/** Everything that a label marks, seen or not. */
export const allMarks = async (db: Db, labelId: string): Promise<Record<Level, string[]>> => {
  const marks = await firstOf<Record<Level, string[]>>(db)`
    select array_remove(array_agg(site_id), null) as site, array_remove(array_agg(zone_id), null) as zone,
      array_remove(array_agg(device_id), null) as device
    from label_mark where label_id = ${labelId} having count(*) > 0
  `
  return marks ?? { site: [], zone: [], device: [] }
}

export const peopleWith = (db: Db, companyId: string | null, labelId: string) =>
  rowsOf<Named>(db)`
    select u.id, coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name
    from user_label ul join users u on u.id = ul.user_id
    where ul.label_id = ${labelId} and u.company_id = ${companyId} order by u.sort_key, u.id
  `

export const holdersOf = async (db: Db, labelId: string): Promise<{ name: string; people: string[] }> => {
  const held = await firstOf<{ name: string; people: string[] }>(db)`
    select name, array(select user_id from user_label where label_id = ${labelId}) as people
    from label where id = ${labelId}
  `
  return held ?? { name: '', people: [] }
}

/** The caller with the labels that they have at this moment. */
export const withLabelsNow = async (db: Db, caller: Caller, permissions: ReadonlySet<string>): Promise<Caller> => {
  const labels = await valuesOf<string>(db)`select label_id from user_label where user_id = ${caller.userId}`
  return { ...caller, permissions, labels: new Set(labels) }
}
