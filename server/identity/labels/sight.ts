// What marking takes from sight: which devices, from whom. It is said before it is done, and with the answer.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import { readPermission } from '@gatehouse/contract/building/devices'
import type { SightChange } from '@gatehouse/contract/identity/labels'
import { sql } from 'kysely'
import { type Db, rowsOf, valuesOf } from '../../db/pool.ts'
import { can } from '../../kit/http/caller.ts'
import { labelsOf, seesLabelled } from '../../kit/label-scope.ts'
import { usersHolding } from '../../messages/notifications/notifications.ts'
import { type Level, levels } from './labels.sql.ts'

/** Who is told by name; the others are counted. */
const mostNamed = 10

export type Places = Readonly<Record<Level, readonly string[]>>

interface Marked {
  readonly kind: DeviceKind
  readonly at: Record<Level, string | null>
  readonly labels: Record<Level, string[]>
}

/** Of the company's people, who would see fewer devices once the label is on what is added and off what is removed. */
export const sightChange = async (
  tx: Db,
  { companyId, labelId, added, removed }: { companyId: string; labelId: string; added: Places; removed: Places },
): Promise<SightChange> => {
  const devices = await readMarked(tx, companyId, added, removed)
  if (devices.length === 0) return { devices: 0, people: 0, names: [] }
  const before = devices.map(({ labels }) => askedFor(labels))
  const after = devices.map(({ at, labels }) => askedFor(marked(at, labels, labelId, added, removed)))
  const people = await usersHolding(tx, [companyId], [...new Set(devices.map(({ kind }) => readPermission[kind]))])
  const affected = new Set<number>()
  const losing = people.filter((person) => {
    const lost = devices.flatMap(({ kind }, n) =>
      can(person, readPermission[kind]) &&
      seesLabelled(person, before[n] ?? []) &&
      !seesLabelled(person, after[n] ?? [])
        ? [n]
        : [],
    )
    for (const n of lost) affected.add(n)
    return lost.length > 0
  })
  return { devices: affected.size, people: losing.length, names: await namesOf(tx, losing) }
}

const askedFor = (labels: Marked['labels']) => levels.map((level) => labels[level]).filter((level) => level.length > 0)

const marked = (at: Marked['at'], labels: Marked['labels'], labelId: string, added: Places, removed: Places) => {
  const of = (level: Level): string[] => {
    const place = at[level]
    if (place === null) return labels[level]
    if (added[level].includes(place)) return [...labels[level], labelId]
    return removed[level].includes(place) ? labels[level].filter((id) => id !== labelId) : labels[level]
  }
  return { site: of('site'), zone: of('zone'), device: of('device') }
}

/** The devices that these places hold, or that they are, with the labels at each level. */
const readMarked = async (tx: Db, companyId: string, added: Places, removed: Places): Promise<Marked[]> => {
  const ids = (level: Level) => sql`${[...added[level], ...removed[level]]}::uuid[]`
  return rowsOf<Marked>(tx)`
    select d.kind, jsonb_build_object('site', d.site_id, 'zone', d.zone_id, 'device', d.id) as at,
      jsonb_build_object('site', ${labelsOf('d.site_id')}, 'zone', ${labelsOf('d.zone_id')}, 'device', ${labelsOf('d.id')}) as labels
    from device d where d.company_id = ${companyId} and d.retired_at is null
      and (d.site_id = any (${ids('site')}) or d.zone_id = any (${ids('zone')}) or d.id = any (${ids('device')}))
  `
}

const namesOf = (tx: Db, people: readonly { readonly id: string }[]) =>
  valuesOf<string>(tx)`
    select coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name from users u
    where u.id = any (${people.map(({ id }) => id)}::uuid[]) order by u.sort_key, u.id limit ${mostNamed}
  `
