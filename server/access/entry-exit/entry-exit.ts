// Entries and exits: what doors report, what people log by hand, who is inside now.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { v7 as uuid } from 'uuid'
import type { Parsed } from '@gatehouse/contract/operation'
import { emailOf, visitorOf } from '../access/access.ts'
import type { Db, Store } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { invalid, notFound } from '../../kit/errors.ts'
import { idAt } from '../../kit/ids.ts'
import type { Names } from '../../kit/names.ts'
import type { Serve } from '../../kit/http/serve.ts'
import {
  type Judge as JudgeOfAlarms,
  nothingToPublish,
  type Observation,
  type Recorder,
  type ReceivedMessage,
} from '../../kit/recorders.ts'
import { everything, labelScope } from '../../kit/label-scope.ts'
import { addByHand, demandMayLog } from './by-hand.ts'
import { readDashboard } from './dashboard.sql.ts'
import { readLog, readLogs, readReported } from './entry-exit.sql.ts'
import { readPeopleInLog } from './people-in-log.sql.ts'
import { readInside } from './inside.sql.ts'
import { occupancyAfter } from './occupancy.sql.ts'
import { leadsTo, methodOf, publishLogged } from './passage.ts'
import { serveQueue } from './queue.ts'
import { insertLogs, type NewLog } from './record.sql.ts'
import { serveReportFiles } from './report-files.ts'
import { serveRules } from './rules.ts'
import { proofOf } from './seals.ts'

export { addByHand } from './by-hand.ts'
export { readLogs } from './entry-exit.sql.ts'
export { keepEntryExit } from './keeper.ts'
export { hasPassed, leadTo } from './moves.sql.ts'
export { countInside, type Occupancy, occupancyAfter, peopleInside } from './occupancy.sql.ts'
export { leadsTo, methodOf, publishLogged } from './passage.ts'
export { insertLogs, type NewLog } from './record.sql.ts'
export { rulesOf } from './rules.ts'
export { undoByHand } from './undo.ts'
export { forgetUnmatched } from './unmatched.sql.ts'

/** What the rules of access add to the log of one that a controller has decided. */
export type Judge = (received: ReceivedMessage<'event'>) => Partial<Pick<NewLog, 'decision' | 'correlationId'>>

export const recordAccesses =
  (bus: Bus, names: Names, judge: Judge = () => ({})): Recorder<'event'> =>
  async (tx, batch, observe) => {
    const accesses = batch.filter((received) => received.device.kind === 'door' && received.message.type === 'access')
    if (accesses.length === 0) return nothingToPublish
    const logs = accesses.map((received) => ({ ...logOfAccess(received), ...judge(received) }))
    const stored = await insertLogs(tx, names, logs)
    observe(occupancyAfter(logs, clock.now()))
    observe(
      accesses.flatMap(({ device, message, at }) => [
        ...(message.result === 'denied' ? [refusedAt(device.id, at, null)] : []),
        ...(message['duress'] === true ? [duressAt(device.id, at, stored)] : []),
      ]),
    )
    const companies = new Map(accesses.map((received) => [received.device.id, received.device.companyId]))
    return () => {
      for (const log of stored) {
        const companyId = companies.get(log.doorId ?? '')
        if (companyId) publishLogged(bus, companyId, log)
      }
    }
  }

// As a door says that decides by its list. Not on their own screen: somebody may be looking over their shoulder.
const duressAt = (deviceId: string, at: Date, stored: readonly entryExit.Log[]): Observation => {
  const log = stored.find(({ doorId, timestamp }) => doorId === deviceId && Date.parse(timestamp) === at.getTime())
  return {
    deviceId,
    measure: 'door.duress',
    value: true,
    at,
    correlationId: log?.correlationId ?? null,
    hiddenFrom: log?.userId ?? null,
  }
}

/** Somebody was refused at a door. */
export const refusedAt = (deviceId: string, at: Date, correlationId: string | null): Observation => ({
  deviceId,
  measure: 'door.refused',
  value: true,
  at,
  correlationId,
})

export interface ServeEntryExitParts {
  readonly store: Store
  readonly directory: Directory
  readonly bus: Bus
  readonly names: Names
  /** By what alarm rules are judged. */
  readonly judge: JudgeOfAlarms
}

export const serveEntryExit = (serve: Serve, parts: ServeEntryExitParts) => {
  const { store, directory, names } = parts
  const { db, pool } = store

  serve(entryExit.logs, async (wanted, caller) => {
    const { companyId } = caller
    if (!companyId) return { logs: [], next: null }
    const whose = { companyId, scope: labelScope(caller), order: 'newest' } as const
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => readLogs(store, names, { ...filter, ...whose }),
      ({ timestamp: at, id }) => ({ at, id }),
    )
    return { logs: page, next }
  })

  serve(entryExit.people, async ({ q, limit }, caller) => ({
    people: await readPeopleInLog(db, caller.companyId, labelScope(caller), q, limit),
  }))

  const seenLog = async (id: string, caller: Caller) => {
    const found = await readLog(store, names, id)
    const seen =
      found?.companyId === caller.companyId && (!found.log.doorId || directory.sees(caller, found.log.doorId))
    if (!found || !seen) throw notFound('This entry or exit')
    return found
  }

  serve(entryExit.logById, async ({ id }, caller) => {
    const { log, companyId } = await seenLog(id, caller)
    const neighbours = (order: 'newest' | 'oldest') =>
      log.doorId
        ? readLogs(store, names, {
            companyId,
            scope: everything,
            doorId: log.doorId,
            beyond: { at: log.timestamp, id: log.id },
            order,
            limit: 5,
          })
        : []
    const reported = await readReported(pool, log)
    return { log, before: await neighbours('newest'), after: await neighbours('oldest'), ...reported }
  })

  serve(entryExit.logProof, async ({ id }, caller) => {
    const { companyId } = await seenLog(id, caller)
    return { proof: await proofOf(db, companyId, id) }
  })

  serve(entryExit.record, async ({ doorId, type, timestamp, reason, ...who }, caller, { correlationId, record }) => {
    demandMayLog(caller, type)
    const companyId = caller.companyId
    const door = directory.byId(doorId)
    if (!companyId || !door || door.kind !== 'door' || !directory.sees(caller, doorId)) throw notFound('This door')
    const { subject, userId, passId } = await wentThrough(db, companyId, caller, who)
    const at = new Date(timestamp)
    const log = await addByHand(
      parts,
      {
        companyId,
        userId,
        passId,
        doorId,
        zoneId: door.zoneId,
        leadsTo: leadsTo(door.door, type),
        type,
        at,
        correlationId,
        recordedBy: caller.userId,
        ...(reason ? { note: reason } : {}),
      },
      (_client, tx) =>
        record(tx, { subject, after: { type, door: door.name, at, ...(reason ? { note: reason } : {}) } }),
    )
    return { log }
  })

  serve(entryExit.inside, async (_input, caller) => readInside(db, caller))

  serve(entryExit.dashboard, (_input, caller) => readDashboard(db, caller, directory))

  serveQueue(serve, parts)
  serveReportFiles(serve, store, directory)
  serveRules(serve, db)
}

/** Who is logged by hand: somebody of the company, or a visitor whose pass the caller may see. */
const wentThrough = async (
  db: Db,
  companyId: string,
  caller: Caller,
  { userId, passId }: Pick<Parsed<typeof entryExit.record>, 'userId' | 'passId'>,
) => {
  if (userId !== undefined && passId === undefined)
    return { subject: await emailOf(db, companyId, userId), userId, passId: null }
  if (passId === undefined || userId !== undefined)
    throw invalid([{ field: 'userId', message: 'Choose the person or the visitor.' }])
  const subject = await visitorOf(db, companyId, labelScope(caller), passId)
  if (subject === undefined) throw notFound('This pass')
  return { subject, userId: null, passId }
}

const logOfAccess = ({ device, message, at, deviceAt, receivedAt }: ReceivedMessage<'event'>): NewLog => {
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
