// An entry or exit that a person adds: as it happens, afterwards, or to put another right.
import { type Log, messages } from '@gatehouse/contract/access/entry-exit'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { inPoolTransaction } from '../../db/transaction.ts'
import { ensurePartitions, lacksPartition } from '../../db/partitions.ts'
import type { Db, Store } from '../../db/pool.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, lacking, Refusal } from '../../kit/errors.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import type { Names } from '../../kit/names.ts'
import type { Judge } from '../../kit/recorders.ts'
import { occupancyAfter } from './occupancy.sql.ts'
import { publishLogged } from './passage.ts'
import { insertLogs, type NewLog } from './record.sql.ts'

/** 403 for who may not log this by hand. */
export const demandMayLog = (caller: Caller, type: Log['type']): void => {
  const permission = type === 'entry' ? 'create_entry' : 'create_exit'
  if (!can(caller, permission)) throw new Refusal(403, lacking([permission]).code, messages.createDenied(type))
}

export interface HandParts {
  readonly store: Store
  readonly names: Names
  readonly bus: Bus
  /** By what alarm rules are judged. */
  readonly judge: Judge
}

type ByHand = Pick<NewLog, 'companyId' | 'userId' | 'doorId' | 'zoneId' | 'leadsTo' | 'type' | 'at' | 'correlationId'> &
  Pick<NewLog, 'passId' | 'recordedBy' | 'note' | 'corrects'>

/** In the same transaction: `more` is done with what is added, and `first` before it is, as what has to hold by then. */
export const addByHand = async (
  { store: { pool }, names, bus, judge }: HandParts,
  given: ByHand,
  more: (client: pg.PoolClient, tx: Db, log: Log) => Promise<void>,
  first: (tx: Db) => Promise<void> = async () => {},
): Promise<Log> => {
  const now = clock.now()
  const { at, companyId } = given
  if (at.getTime() > now.getTime() + 60_000) {
    throw invalid([{ field: 'timestamp', message: 'The time of an entry or exit cannot lie in the future.' }])
  }
  if (!(await isStored(pool, at, now))) {
    throw invalid([
      { field: 'timestamp', message: 'The time lies before what is still kept of the entry and exit log.' },
    ])
  }
  const made: NewLog = {
    id: uuid(),
    credential: null,
    result: 'granted',
    reason: null,
    method: 'manual',
    taken: true,
    source: 'manual',
    deviceAt: null,
    receivedAt: now,
    ...given,
  }
  const insert = () =>
    inPoolTransaction(pool, async (client, tx) => {
      await first(tx)
      const [log] = await insertLogs(client, names, [made])
      if (!log) throw new Error('the log was not answered')
      await more(client, tx, log)
      // Last: what is done with it may move people as well.
      return { log, publish: await judge(client, occupancyAfter([made], clock.now())) }
    })
  const { log, publish } = await insert().catch(async (error: unknown) => {
    if (!lacksPartition(error)) throw error
    await ensurePartitions(pool, at, at, 'entry_exit_log')
    return insert()
  })
  publishLogged(bus, companyId, log)
  publish()
  return log
}

const dayMs = 86_400_000

/** What is older would be dropped again with its part of the log. */
const isStored = async (pool: Pick<Store['pool'], 'query'>, at: Date, now: Date): Promise<boolean> => {
  // Nothing is kept for less than a day: what is logged as it happens asks nobody.
  if (at.getTime() > now.getTime() - dayMs) return true
  const { rows } = await pool.query<{ keep_days: number | null }>(
    `select keep_days from retention where series = 'entry_exit_log'`,
  )
  const days = rows[0]?.keep_days ?? null
  return days === null || at.getTime() > now.getTime() - days * dayMs
}
