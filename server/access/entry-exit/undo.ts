// A visitor's entry or exit by hand undone: by one more log that corrects it, and the visitor is where they were before.
import type { Log } from '@gatehouse/contract/access/entry-exit'
import type pg from 'pg'
import { clock } from '../../kit/clock.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import type { Call } from '../../kit/http/serve.ts'
import { addByHand, type HandParts } from './by-hand.ts'

interface Undone {
  readonly passId: string
  readonly logId: string
  /** What was logged before this is not undone any more. */
  readonly since: Date
  readonly caller: Caller
  readonly call: Call
  readonly subject: string
}

interface ByHand {
  readonly type: Log['type']
  readonly door_id: string | null
  readonly zone_id: string | null
}

/** Undefined: it is not the caller's, not the newest of this visitor, undone already, or too long ago. */
export const undoByHand = async (
  parts: HandParts,
  { passId, logId, since, caller, call, subject }: Undone,
): Promise<Log | undefined> => {
  const { pool } = parts.store
  const found = await pool.query<ByHand>(newest, [passId, logId, since, caller.userId])
  const [log] = found.rows
  if (!log) return undefined
  const type = log.type === 'entry' ? 'exit' : 'entry'
  const at = clock.now()
  const undone = addByHand(
    parts,
    {
      companyId: companyOf(caller),
      userId: null,
      passId,
      doorId: log.door_id,
      zoneId: log.zone_id,
      leadsTo: null,
      type,
      at,
      correlationId: call.correlationId,
      recordedBy: caller.userId,
      note: log.type === 'entry' ? 'Check-in undone' : 'Check-out undone',
      corrects: logId,
    },
    async (client: pg.PoolClient, tx, added) => {
      // Two at once: the later one waits for the row, and finds it corrected.
      if ((await client.query(correct, [added.id, logId, since])).rowCount === 0) throw new Corrected()
      await client.query(putBack, [passId])
      await client.query(forget, [passId])
      await call.record(tx, { subject, after: { type, at, corrects: logId } })
    },
  )
  return undone.catch((error: unknown) => {
    if (error instanceof Corrected) return undefined
    throw error
  })
}

/** Somebody has undone it meanwhile. */
class Corrected extends Error {}

const newest = `
  select l.type, l.door_id, l.zone_id from entry_exit_log l
  where l.id = $2 and l.pass_id = $1 and l.at >= $3 and l.source = 'manual' and l.recorded_by = $4
    and l.corrected_by is null and l.corrects is null
    and not exists (select from entry_exit_log n where n.pass_id = $1 and n.at > l.at and n.result = 'granted'
      and n.taken is not false)`

const correct = `update entry_exit_log set corrected_by = $1 where id = $2 and at >= $3
  and corrected_by is null`

const before = `
  select case l.type when 'entry' then o.to_zone_id end as zone_id, l.at
  from entry_exit_log l left join door o on o.device_id = l.door_id
  where l.pass_id = $1 and l.result = 'granted' and l.taken is not false
    and l.corrected_by is null and l.corrects is null
  order by l.at desc, l.id desc limit 1`

const putBack = `
  update visitor_presence p set zone_id = b.zone_id, at = b.at from (${before}) b where p.pass_id = $1`

const forget = `delete from visitor_presence where pass_id = $1 and not exists (${before})`
