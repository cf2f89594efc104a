// Doors to be locked again.
import { type QueryExecutorProvider, sql } from 'kysely'
import type pg from 'pg'

type Querier = Pick<pg.ClientBase, 'query'>

export interface RelockDue {
  readonly id: string
  readonly companyId: string
  readonly deviceId: string
  readonly correlationId: string
  readonly seconds: number | null
}

/**
 * Doors whose unlock is over and that do not lock by themselves: this node's for half a minute, and due again until one
 * has confirmed that it is locked; one that is away, once it is back. Not where a later command has taken its place, nor
 * where the unlock came to nothing, the door is held open, or out of service. A lock that was told since is waited for.
 * What was on its way as its sender died may have arrived.
 */
export const relockDue = async (db: Querier, now: Date): Promise<RelockDue[]> => {
  const { rows } = await db.query<RelockDue & { wanted: boolean; awaited: boolean }>({
    text: `update command c set relock_at = $2 where relock_at <= $1
           returning id, company_id as "companyId", device_id as "deviceId", correlation_id as "correlationId",
             (args ->> 'seconds')::float8 as seconds,
             status not in ('refused', 'failed')
               and exists (select from device d where d.id = c.device_id and d.retired_at is null)
               and not exists (select from door_hold h where h.device_id = c.device_id)
               and not exists (select from command l where l.device_id = c.device_id
                 and l.requested_at > c.requested_at and l.status not in ('refused', 'failed')
                 and (l.action <> 'lock' or l.status = 'confirmed'))
               and (c.requested_at > $3 or ${isAway}) as wanted,
             (status = 'requested' and sender is null) or ${isAway} or exists (select from command l
               where l.device_id = c.device_id and l.requested_at > c.requested_at
                 and l.action = 'lock' and l.status in ('requested', 'sent')) as awaited`,
    values: [now, new Date(now.getTime() + oursMs), new Date(now.getTime() - longestMs)],
  })
  const over = rows.filter(({ wanted }) => !wanted)
  if (over.length > 0)
    await db.query('update command set relock_at = null where id = any ($1::uuid[])', [over.map(({ id }) => id)])
  return rows.filter(({ wanted, awaited }) => wanted && !awaited)
}

/** Held open, or to be told to lock yet, by a controller that is not away. */
export const standsUnlocked = async (db: QueryExecutorProvider, deviceId: string): Promise<boolean> => {
  const { rows } = await sql<{ unlocked: boolean }>`
    select not exists (select from device_status s where s.device_id = ${deviceId} and not s.online)
      and (exists (select from door_hold h where h.device_id = ${deviceId})
        or exists (select from command c where c.device_id = ${deviceId} and c.relock_at is not null
          and c.status not in ('refused', 'failed'))) as unlocked`.execute(db)
  return rows[0]?.unlocked ?? false
}

const isAway = `exists (select from device_status s where s.device_id = c.device_id and not s.online)`
const oursMs = 30_000
/** An unlock lasts for an hour at most; a lock that never says so is left alone then. */
const longestMs = 75 * 60_000
