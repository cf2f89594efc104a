// Entries and exits: what doors report, what people log by hand, who is inside now.
import * as entryExit from '@gatehouse/contract/entry-exit'
import { v7 as uuid } from 'uuid'
import { inTransaction } from '../db/both-ways.ts'
import { ensurePartitions, lacksPartition } from '../db/partitions.ts'
import type { Store } from '../db/pool.ts'
import type { Directory } from '../devices/devices.ts'
import type { Bus } from '../kit/bus.ts'
import { can } from '../kit/caller.ts'
import { cursorOf, parseCursor } from '../kit/cursor.ts'
import { invalid, lacking, notFound, Refusal } from '../kit/errors.ts'
import { idAt } from '../kit/ids.ts'
import type { Names } from '../kit/names.ts'
import type { Serve } from '../kit/serve.ts'
import { nothingToTell, type Recorder, type Taken } from '../kit/taken.ts'
import { readLog, readLogs, readSaid } from './entry-exit.sql.ts'
import { readInside } from './inside.sql.ts'
import { insertLogs, type NewLog } from './record.sql.ts'

export { readLogs }

export const recordAccesses =
  (bus: Bus, names: Names): Recorder<'event'> =>
  async (tx, batch) => {
    const accesses = batch.filter((taken) => taken.device.kind === 'door' && taken.message.type === 'access')
    if (accesses.length === 0) return nothingToTell
    const stored = await insertLogs(tx, names, accesses.map(logOfAccess))
    const companies = new Map(accesses.map((taken) => [taken.device.id, taken.device.companyId]))
    return () => {
      for (const log of stored) {
        const companyId = companies.get(log.doorId ?? '')
        if (companyId) tell(bus, companyId, log)
      }
    }
  }

export const serveEntryExit = (serve: Serve, store: Store, directory: Directory, bus: Bus, names: Names) => {
  const { db, pool } = store

  serve(entryExit.logs, async ({ limit, cursor, ...filter }, caller) => {
    if (!caller.companyId) return { logs: [], next: null }
    const logs = await readLogs(store, names, {
      ...filter,
      companyId: caller.companyId,
      hidden: directory.hiddenFrom(caller),
      beyond: cursor === undefined ? undefined : parseCursor(cursor),
      order: 'newest',
      limit: limit + 1,
    })
    const last = logs.length > limit ? logs[limit - 1] : undefined
    return { logs: logs.slice(0, limit), next: last ? cursorOf(last.timestamp, last.id) : null }
  })

  serve(entryExit.logById, async ({ id }, caller) => {
    const found = await readLog(store, names, id)
    const seen =
      found?.companyId === caller.companyId && (!found.log.doorId || directory.sees(caller, found.log.doorId))
    if (!found || !seen) throw notFound('This entry or exit')
    const { log } = found
    const neighbours = (order: 'newest' | 'oldest') =>
      log.doorId
        ? readLogs(store, names, {
            companyId: found.companyId,
            hidden: [],
            doorId: log.doorId,
            beyond: { at: log.timestamp, id: log.id },
            order,
            limit: 5,
          })
        : []
    const said = await readSaid(pool, log)
    return { log, before: await neighbours('newest'), after: await neighbours('oldest'), ...said }
  })

  serve(entryExit.record, async ({ userId, doorId, type, timestamp }, caller, { correlationId, record }) => {
    const permission = type === 'entry' ? 'create_entry' : 'create_exit'
    if (!can(caller, permission)) {
      throw new Refusal(403, lacking([permission]).code, entryExit.messages.createDenied(type))
    }
    const companyId = caller.companyId
    const door = directory.byId(doorId)
    if (!companyId || !door || door.kind !== 'door' || !directory.sees(caller, doorId)) throw notFound('This door')
    const person = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (!person) throw notFound('This person')
    const at = new Date(timestamp)
    const now = new Date()
    if (at.getTime() > now.getTime() + 60_000) {
      throw invalid([{ field: 'timestamp', message: 'The time of an entry or exit cannot lie in the future.' }])
    }
    if (!(await isKept(pool, at, now))) {
      throw invalid([
        { field: 'timestamp', message: 'The time lies before what is still kept of the entry and exit log.' },
      ])
    }
    const made: NewLog = {
      id: uuid(),
      companyId,
      userId,
      credential: null,
      doorId,
      zoneId: door.zoneId,
      type,
      at,
      result: 'granted',
      reason: null,
      method: 'manual',
      taken: true,
      source: 'manual',
      deviceAt: null,
      receivedAt: now,
      correlationId,
      leadsTo: leadsTo(door.door, type),
    }
    const insert = () =>
      inTransaction(pool, async (client, tx) => {
        const logs = await insertLogs(client, names, [made])
        await record(tx, { subject: person.email, after: { type, door: door.name, at } })
        return logs
      })
    const [log] = await insert().catch(async (error: unknown) => {
      if (!lacksPartition(error)) throw error
      await ensurePartitions(pool, at, at, 'entry_exit_log')
      return insert()
    })
    if (!log) throw new Error('the log was not answered')
    tell(bus, companyId, log)
    return { log }
  })

  serve(entryExit.inside, async (_input, caller) => readInside(db, caller, directory.hiddenFrom(caller)))
}

const dayMs = 86_400_000

/** What is older would be dropped again with its part of the log. */
const isKept = async (pool: Pick<Store['pool'], 'query'>, at: Date, now: Date): Promise<boolean> => {
  // Nothing is kept for less than a day: what is logged as it happens asks nobody.
  if (at.getTime() > now.getTime() - dayMs) return true
  const { rows } = await pool.query<{ keep_days: number | null }>(
    `select keep_days from retention where series = 'entry_exit_log'`,
  )
  const days = rows[0]?.keep_days ?? null
  return days === null || at.getTime() > now.getTime() - days * dayMs
}

const tell = (bus: Bus, companyId: string, log: entryExit.Log) => {
  bus.publish(entryExit.logged, companyId, log)
  bus.publish(entryExit.insideChanged, companyId, { at: log.serverTime })
}

const logOfAccess = ({ device, message, at, deviceAt, receivedAt }: Taken<'event'>): NewLog => {
  const type = message.direction ?? 'entry'
  return {
    id: idAt(at),
    companyId: device.companyId,
    userId: null,
    credential: message.credential ?? null,
    doorId: device.id,
    zoneId: device.zoneId,
    type,
    at,
    result: message.result ?? 'granted',
    reason: message.reason ?? null,
    method: methodOf(message.credential),
    taken: message.taken ?? null,
    source: 'device',
    deviceAt,
    receivedAt,
    correlationId: uuid(),
    leadsTo: leadsTo(device.door, type),
  }
}

const leadsTo = (door: Taken['device']['door'], type: 'entry' | 'exit') =>
  (type === 'entry' ? door?.toZoneId : door?.fromZoneId) ?? null

const methods = ['card', 'pin', 'mobile'] as const

const methodOf = (credential: string | undefined): NewLog['method'] =>
  methods.find((method) => credential?.startsWith(`${method}:`)) ?? 'other'
