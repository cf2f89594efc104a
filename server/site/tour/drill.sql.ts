// The roll-call of the tour: as many people without a name as the zones of the building hold at noon, found two at a time,
// and begun anew a while after its end. The one before is deleted: of this building no history of people is stored.
import type { Drill } from '@gatehouse/contract/site/tour'
import { sql } from 'kysely'
import { v4, v7 as uuid } from 'uuid'
import { type Db, execute, firstOf, insertRow, numberOf, rowsOf, updateRow, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import type { AuditEntry, Within } from '../../kit/http/serve.ts'

/** Adds an entry of the roll-call to the record, in its transaction. */
export type RecordDrill = (entry: AuditEntry, within: Within) => Promise<unknown>

interface Place {
  readonly companyId: string
  readonly siteId: string
  readonly site: string
}

interface Held {
  readonly id: string
  readonly startedAt: Date
  readonly endedAt: Date | null
}

/** Who does what is shown. */
export const guide = 'Guided tour'
const pauseMs = 30_000
const foundAtOnce = 2
/** By the use of a zone. */
const peopleIn: Readonly<Record<string, number>> = { standing: 3, storage: 4, equipment: 1, business: 12 }

/** One step: begins a roll-call, finds somebody, or ends it. */
export const advanceDrill = (db: Db, place: Place, record: RecordDrill): Promise<void> =>
  inTransaction(db, async (tx) => {
    // Two nodes that are looked at make one step after the other.
    await execute(tx)`select pg_advisory_xact_lock(hashtextextended('tour drill', 0))`
    const held = await firstOf<Held>(tx)`
      select id, started_at as "startedAt", ended_at as "endedAt" from muster
      where company_id = ${place.companyId} order by started_at desc limit 1
    `
    if (held?.endedAt === null) return proceed(tx, place, held, record)
    if (held?.endedAt && clock.ms() - held.endedAt.getTime() < pauseMs) return undefined
    return begin(tx, place, record)
  })

const begin = async (tx: Db, place: Place, record: RecordDrill): Promise<void> => {
  await execute(tx)`delete from muster where company_id = ${place.companyId}`
  const zones = await rowsOf<{ id: string; name: string; use: string }>(tx)`
    select id, name, use from zone where site_id = ${place.siteId} order by name
  `
  const [id, now] = [uuid(), clock.now()]
  await insertRow(tx, 'muster', {
    id,
    company_id: place.companyId,
    site_id: place.siteId,
    site: place.site,
    kind: 'drill',
    reason: 'Shown in the public tour',
    assembly_points: ['Quayside'],
    started_at: now,
    started_by_name: guide,
    correlation_id: v4(),
  })
  const listed = zones.flatMap(({ id: zoneId, name: zone, use }) =>
    Array.from({ length: peopleIn[use] ?? 0 }, () => ({ id: v4(), zoneId, zone })),
  )
  await execute(tx)`
    insert into muster_person (muster_id, id, company_id, name, zone_id, zone, source, confidence, because, since, seq)
    select ${id}, t.id, ${place.companyId}, 'Somebody', t."zoneId", t.zone, 'badge', 'high', 'went-through', ${now}, 0
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as t (id uuid, "zoneId" uuid, zone text)
  `
  await record(entryOf(place, 'muster.start', { people: listed.length }), tx)
}

// The last one is missing for a step before they are found.
const proceed = async (tx: Db, place: Place, { id }: Held, record: RecordDrill): Promise<void> => {
  const open = await rowsOf<{ id: string; status: string }>(tx)`
    select id, status from muster_person where muster_id = ${id} and status <> 'safe' order by id
  `
  const [one] = open
  if (!one) {
    await updateRow(tx, 'muster', id, { ended_at: clock.now(), ended_by_name: guide })
    const people = await numberOf(tx)`select count(*)::int as people from muster_person where muster_id = ${id}`
    await record(entryOf(place, 'muster.end', { people }), tx)
    return
  }
  const status = open.length === 1 && one.status === 'unaccounted' ? 'missing' : 'safe'
  const found = open.length <= foundAtOnce ? 1 : foundAtOnce
  await execute(tx)`
    update muster_person set status = ${status}, status_at = ${clock.now()}, status_by_name = ${guide}
    where muster_id = ${id} and id = any (${open.slice(0, found).map((person) => person.id)}::uuid[])
  `
}

const entryOf = ({ companyId, site }: Place, action: string, after: Readonly<Record<string, unknown>>): AuditEntry => ({
  companyId,
  userId: null,
  actor: guide,
  action,
  input: {},
  subject: site,
  after,
  status: 200,
  address: '',
  correlationId: v4(),
})

/** The newest roll-call of the company, by zone. */
export const readDrill = async (db: Db, companyId: string): Promise<Drill | null> => {
  const [drill] = await valuesOf<Drill>(db)`
    select jsonb_build_object('startedAt', m.started_at, 'endedAt', m.ended_at, 'zones', coalesce((
      select jsonb_agg(jsonb_build_object('zone', z.zone, 'people', z.people, 'safe', z.safe, 'missing', z.missing)
        order by z.zone)
      from (select p.zone, count(*)::int as people, (count(*) filter (where p.status = 'safe'))::int as safe,
          (count(*) filter (where p.status = 'missing'))::int as missing
        from muster_person p where p.muster_id = m.id and p.zone is not null group by p.zone) z), '[]')) as drill
    from muster m where m.company_id = ${companyId} order by m.started_at desc limit ${sql.lit(1)}
  `
  if (!drill) return null
  const { startedAt, endedAt } = drill
  return {
    ...drill,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  }
}
