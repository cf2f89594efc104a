// Roll-calls: begun over whoever is inside, marked by several wardens at once, ended, and looked at afterwards.
import { Readable } from 'node:stream'
import * as muster from '@gatehouse/contract/access/muster'
import type { Muster } from '@gatehouse/contract/access/muster'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { allOf } from '../../db/conditions.ts'
import { type Db, firstOf, insertRow, isAny, numberOf, type Store, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { createCursor } from '../../kit/cursor.ts'
import { notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { csvOf } from './csv.ts'
import { evaluate } from './evaluation.ts'
import { putCounts, putOnList, readWhoIsInside } from './freeze.sql.ts'
import { hiddenPlaces } from './hidden.sql.ts'
import { hold, momentSeq, readMarks, setSeq } from './mark.sql.ts'
import { takeMarks } from './marks.ts'
import {
  readByZone,
  readCounts,
  readMuster,
  mustersList,
  readMusters,
  readMustersIn,
  readPeople,
  type Reader,
} from './muster.sql.ts'
import { notifyOfMistake, notifyWardens } from './notify.ts'

export { followPresence } from './follow.ts'

/** Those that belong to a lockdown or an incident, as far as somebody may see them; nobody on their lists is read. */
export const mustersOf = async (db: Db, caller: Caller, correlationId: string, limit: number): Promise<Muster[]> =>
  readMusters(db, await readerFor(db, caller), sql`m.correlation_id = ${correlationId}`, limit)

const readerFor = async (db: Db, caller: Caller): Promise<Reader> => ({
  companyId: caller.companyId,
  hidden: await hiddenPlaces(db, caller),
  scope: labelScope(caller),
})

export const serveMuster = (serve: Serve, { store, bus }: { readonly store: Store; readonly bus: Bus }) => {
  const { db } = store
  const readerOf = (caller: Caller) => readerFor(db, caller)
  const found = async (reader: Reader, musterId: string) => {
    const known = await readMuster(db, reader, musterId)
    if (!known) throw notFound('This roll-call')
    return known
  }
  const publish = (caller: Caller) => {
    if (caller.companyId) bus.publish(muster.changed, caller.companyId, { at: clock.iso() })
  }

  serve(muster.inside, async (_input, caller) => {
    const now = clock.now()
    return { sites: await readWhoIsInside(db, await readerOf(caller), now), at: now.toISOString() }
  })

  serve(muster.list, async ({ limit, cursor, sort, siteId, kind, open, correlationId }, caller) => {
    const reader = await readerOf(caller)
    const wanted = allOf(
      siteId && sql`m.site_id = ${siteId}`,
      kind && sql`m.kind = ${kind}`,
      correlationId && sql`m.correlation_id = ${correlationId}`,
      open && (open === 'true' ? sql`m.ended_at is null` : sql`m.ended_at is not null`),
    )
    const { page, ...rest } = await mustersList.page(
      { limit, cursor, sort },
      (filter) => readMustersIn(db, reader, wanted, filter),
      ({ id }) => id,
    )
    return { musters: page, ...rest }
  })

  serve(muster.start, async ({ siteId, zoneIds, kind, reason, assemblyPoints, correlationId }, caller, call) => {
    const reader = await readerOf(caller)
    const companyId = caller.companyId
    const site = await firstOf<{ name: string }>(db)`
      select name from site where id = ${siteId} and company_id = ${companyId}
    `
    if (!companyId || !site || reader.hidden.sites.includes(siteId)) throw notFound('This site')
    const wanted = [...new Set(zoneIds)]
    const seen = await numberOf(db)`
      select count(*)::int from zone where site_id = ${siteId} and id = any (${wanted}::uuid[])
        and id <> all (${reader.hidden.zones}::uuid[])
    `
    if (seen < wanted.length) throw notFound('This zone')
    const id = uuid()
    await inTransaction(db, async (tx) => {
      // Two who begin one at the same moment: the second finds the first.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`muster ${siteId}`}, 0))`.execute(tx)
      const [running] = await readMusters(
        tx,
        reader,
        sql`m.site_id = ${siteId} and m.ended_at is null and (m.zone_ids = '{}' or ${wanted}::uuid[] = '{}'
          or m.zone_ids && ${wanted}::uuid[])`,
        1,
      )
      if (running)
        throw new Refusal(409, 'ALREADY_RUNNING', muster.messages.running(running.site, running.reason), [
          { field: 'musterId', message: running.id },
        ])
      const now = clock.now()
      const seq = await numberOf(tx)`select ${momentSeq} as seq`
      await insertRow(tx, 'muster', {
        id,
        company_id: companyId,
        site_id: siteId,
        site: site.name,
        zone_ids: wanted,
        kind,
        reason,
        assembly_points: assemblyPoints,
        started_at: now,
        started_by: caller.userId,
        started_by_name: caller.name,
        correlation_id: correlationId ?? call.correlationId,
        seq,
      })
      const list = { musterId: id, companyId, siteId, zoneIds: wanted, now, seq }
      const people = await putOnList(tx, list)
      await putCounts(tx, list)
      await notifyWardens(tx, { id, companyId, siteId, site: site.name, zoneIds: wanted, kind, reason, by: caller })
      await call.record(tx, { subject: site.name, after: { kind, zones: wanted.length, people, assemblyPoints } })
    })
    publish(caller)
    return { muster: await found(reader, id) }
  })

  serve(muster.setReason, async ({ musterId, reason }, caller, { record }) => {
    const reader = await readerOf(caller)
    const before = await found(reader, musterId)
    await inTransaction(db, async (tx) => {
      await updateRow(tx, 'muster', musterId, { reason })
      await record(tx, { subject: before.site, before: { reason: before.reason }, after: { reason } })
    })
    publish(caller)
    return { muster: await found(reader, musterId) }
  })

  serve(muster.byId, async ({ musterId }, caller) => {
    const reader = await readerOf(caller)
    const known = await found(reader, musterId)
    const counts = await readCounts(db, reader, musterId)
    const countOf = (zoneId: string | null) => {
      const marked = counts.find((c) => c.zoneId === zoneId)
      return marked ? { counted: marked.counted, listed: marked.listed } : null
    }
    const byZone = await readByZone(db, reader, musterId)
    return {
      muster: known,
      byZone: byZone.map((zone) => ({ ...zone, count: zone.zoneId === null ? null : countOf(zone.zoneId) })),
      count: countOf(null),
    }
  })

  serve(muster.people, async ({ musterId, cursor, limit }, caller) => {
    const reader = await readerOf(caller)
    const known = await found(reader, musterId)
    const after = peopleCursor.decode(cursor)
    const people = await readPeople(
      db,
      reader,
      musterId,
      after ? sql`(p.seq, p.id) > (${after.seq}::bigint, ${after.id}::uuid)` : sql`true`,
      { limit: limit + 1 },
    )
    const page = people.slice(0, limit)
    const last = page.at(-1)
    return {
      people: page,
      cursor: last ? peopleCursor.encode(last) : (cursor ?? null),
      more: people.length > limit,
      endedAt: known.endedAt,
    }
  })

  serve(muster.onePerson, async ({ musterId, personId }, caller) => {
    const reader = await readerOf(caller)
    await found(reader, musterId)
    const [person] = await readPeople(db, reader, musterId, sql`p.id = ${personId}`)
    if (!person) throw notFound('This person')
    return { person, marks: await readMarks(db, musterId, personId) }
  })

  serve(muster.marks, async (marked, caller, { record }) => {
    const reader = await readerOf(caller)
    await found(reader, marked.musterId)
    const answer = await inTransaction(db, (tx) => takeMarks(tx, reader, caller, marked, record))
    publish(caller)
    return answer
  })

  const end = async (tx: Db, musterId: string, caller: Caller, how: { summary: string | null; mistaken: boolean }) => {
    const held = await hold(tx, musterId)
    if (!held || held.endedAt)
      throw new Refusal(409, 'ENDED', 'This roll-call has ended already. Its evaluation shows how it went.')
    await updateRow(tx, 'muster', musterId, {
      ended_at: clock.now(),
      ended_by: caller.userId,
      ended_by_name: caller.name,
      ...how,
    })
    await setSeq(tx, musterId, held.seq)
    return held
  }

  serve(muster.end, async ({ musterId, summary }, caller, { record }) => {
    const reader = await readerOf(caller)
    const before = await found(reader, musterId)
    await inTransaction(db, async (tx) => {
      await end(tx, musterId, caller, { summary: summary === '' ? null : summary, mistaken: false })
      await record(tx, {
        subject: before.site,
        before: { running: true },
        after: { running: false, summary, ...before.tally },
      })
    })
    publish(caller)
    return { muster: await found(reader, musterId) }
  })

  serve(muster.endMistake, async ({ musterId }, caller, { record }) => {
    const reader = await readerOf(caller)
    const before = await found(reader, musterId)
    await inTransaction(db, async (tx) => {
      const { zoneIds } = await end(tx, musterId, caller, { summary: null, mistaken: true })
      const marked = sql`select from muster_mark k where k.muster_id = ${musterId} and k.how = 'warden'`
      if (await isAny(tx)`${marked}`)
        throw new Refusal(409, 'MARKED', 'People have been marked in this roll-call. End it in the usual way.')
      const companyId = caller.companyId ?? ''
      await notifyOfMistake(tx, { ...before, companyId, zoneIds, by: caller })
      await record(tx, { subject: before.site, before: { running: true }, after: { running: false, mistaken: true } })
    })
    publish(caller)
    return { muster: await found(reader, musterId) }
  })

  serve(muster.evaluation, async ({ musterId }, caller) => {
    const reader = await readerOf(caller)
    return evaluate(db, reader, await found(reader, musterId), clock.now())
  })

  serve(
    muster.exportCsv,
    async ({ musterId, status, zoneId, q }, caller, { reply, annotate: notifyMore, annotateAtEnd }) => {
      const reader = await readerOf(caller)
      const known = await found(reader, musterId)
      const wanted = allOf(
        status && sql`p.status = ${status}`,
        zoneId && sql`p.zone_id = ${zoneId}`,
        q && sql`strpos(lower(p.name), lower(${q})) > 0`,
      )
      const people = await readPeople(db, reader, musterId, wanted, { order: sql`lower(p.name), p.id` })
      notifyMore({ subject: known.site, after: { people: people.length } })
      annotateAtEnd(() => ({ rows: people.length }))
      reply.header(
        'content-disposition',
        `attachment; filename="gatehouse-roll-call-${known.startedAt.slice(0, 16).replaceAll(/[-:]/g, '')}.csv"`,
      )
      return Readable.from(csvOf(people), { objectMode: false })
    },
  )
}

/** By the change of each, so that it serves for whoever has changed since, too. */
const peopleCursor = createCursor(z.object({ seq: z.int().nonnegative(), id: z.guid() }))
