// What doors say while a roll-call runs: who went out is accounted for, who went back in is not, and who came in is put on
// the list. Read from presence, whoever wrote it there, so that nothing is missed while this server was away.
import { logged } from '@gatehouse/contract/access/entry-exit'
import { changed } from '@gatehouse/contract/access/muster'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { type Db, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { isMarked } from '../../kit/label-scope.ts'
import { putOnList } from './freeze.sql.ts'
import { hold, type Held, keepWords, setSeq, type Word } from './mark.sql.ts'

const everyMs = 1000
/** After a passage: others follow it closely. */
const soonMs = 100

export const followPresence = (db: Db, bus: Bus, log: Logger, restMs = everyMs) => {
  let running = false

  const tick = async () => {
    const open = await db.selectFrom('muster').select(['id', 'company_id']).where('ended_at', 'is', null).execute()
    running = open.length > 0
    for (const { id, company_id: companyId } of open) {
      const news = await inTransaction(db, (tx) => takeIn(tx, id, companyId, clock.now()))
      if (news) bus.publish(changed, companyId, { at: clock.iso() })
    }
  }
  const loop = clock.every(restMs, tick, {
    firstMs: 0,
    log,
    level: 'debug',
    failure: 'passages could not be brought to a roll-call; trying again',
  })
  const soon = clock.throttle(soonMs, loop.wake)
  bus.on(logged, () => {
    if (running) soon.call()
  })
  return {
    stop() {
      soon.stop()
      return loop.stop()
    },
  }
}

interface Moved {
  readonly id: string
  readonly status: string
  readonly movedAt: Date | null
  readonly at: Date
  /** To the microsecond, as the store has it: else it would differ for ever. */
  readonly exactAt: string
  readonly zoneId: string | null
  readonly zone: string | null
  readonly siteId: string | null
  readonly door: string | null
  /** Whether a label hides the door, or the zone, from somebody who sees the list: words name neither. */
  readonly doorHushed: boolean
  readonly zoneHushed: boolean
  readonly doorId: string | null
  readonly manual: boolean
  /** Whether it was through a door from outside. */
  readonly cameIn: boolean
}

/** In a transaction; answers whether anything was new. Another node that is at it already does it for all. */
export const takeIn = async (tx: Db, musterId: string, companyId: string, now: Date): Promise<boolean> => {
  const held = await hold(tx, musterId, { orSkip: true })
  if (!held || held.endedAt) return false
  const { siteId, zoneIds, startedAt, seq } = held
  const newcomers = await putOnList(tx, { musterId, companyId, siteId, zoneIds, now, seq, since: startedAt })
  const passages = (who: 'user_id' | 'pass_id', presence: RawBuilder<unknown>) => sql`
    select p.id, p.status, p.moved_at as "movedAt", r.at, r.at::text as "exactAt",
      z.id as "zoneId", z.name as zone, z.site_id as "siteId",
      d.name as door, ${isMarked('d.id', 'd.zone_id')} or d.site_id <> ${siteId} and ${isMarked('d.site_id')} as "doorHushed",
      ${isMarked('z.id')} as "zoneHushed", l.door_id as "doorId", coalesce(l.source = 'manual', false) as manual,
      coalesce(l.type = 'entry' and o.from_zone_id is null, false) as "cameIn"
    from muster_person p join ${presence} r on r.${sql.ref(who)} = p.${sql.ref(who)}
      left join zone z on z.id = r.zone_id
      left join lateral (select l.door_id, l.source, l.type from entry_exit_log l
        where l.${sql.ref(who)} = p.${sql.ref(who)} and l.at = r.at and l.result = 'granted' order by l.id desc limit 1) l on true
      left join device d on d.id = l.door_id left join door o on o.device_id = l.door_id
    where p.muster_id = ${musterId} and r.at is distinct from p.moved_at`
  const moved = await rowsOf<Moved>(tx)`
    ${passages('user_id', sql`presence`)} union all ${passages('pass_id', sql`visitor_presence`)}
  `
  if (moved.length === 0) {
    if (newcomers > 0) await setSeq(tx, musterId, seq)
    return newcomers > 0
  }
  await sql`
    update muster_person p set moved_at = t."exactAt", since = t."exactAt", door_id = t."doorId", door = t.door, seq = ${seq}
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as t ("id" uuid, "exactAt" timestamptz, "doorId" uuid,
      "door" text)
    where p.muster_id = ${musterId} and p.id = t.id
  `.execute(tx)
  const reported = moved.flatMap((one) => {
    const word = wordOf(one, held, now)
    return word ? [{ word, manual: one.manual }] : []
  })
  for (const manual of [false, true]) {
    const words = reported.filter((one) => one.manual === manual).map(({ word }) => word)
    const name = manual ? 'Logged by hand' : 'Badge'
    await keepWords(tx, musterId, words, { how: 'badge', id: null, name }, now, seq)
  }
  await setSeq(tx, musterId, seq)
  return true
}

/** What a passage says of somebody; nothing, where it changes nothing. */
const wordOf = (moved: Moved, { siteId, zoneIds, startedAt }: Held, now: Date): Word | undefined => {
  const { id: personId, status, at, movedAt, cameIn } = moved
  const [zone, door] = [moved.zoneHushed ? null : moved.zone, moved.doorHushed ? null : moved.door]
  const isOnSite = moved.siteId === siteId
  const isInside = isOnSite && (zoneIds.length === 0 || zoneIds.includes(moved.zoneId ?? ''))
  // What a door tells of late, or an entry that was taken back, is said now.
  const isOfNow = at >= startedAt && (movedAt === null || at >= movedAt)
  const word = (what: Pick<Word, 'status' | 'place' | 'note'>): Word => {
    const when = isOfNow && at < now ? at : now
    return { id: uuid(), personId, ...what, at: when, saidAt: at }
  }
  if (!isInside) {
    if (at < startedAt)
      return word({ status: 'not-here', place: door, note: 'Had gone out before the roll-call began' })
    return word({ status: 'left', place: door, note: isOnSite && zone !== null ? `Went on to ${zone}` : null })
  }
  if (at < startedAt && isOfNow) return undefined
  const backIn = status === 'left' || (cameIn && (status === 'safe' || status === 'not-here'))
  if (!backIn) return undefined
  return word({
    status: isOfNow ? 're-entered' : 'unaccounted',
    place: door,
    note: isOfNow ? 'Went back in' : 'Did not go out after all',
  })
}
