// The part of main.ts's wiring that is gas, people counting and alarms, in the order of dependence.
import type { Logger } from 'pino'
import type { Directory } from './building/devices/devices.ts'
import { readDevices } from './building/devices/list.ts'
import type { Store } from './db/pool.ts'
import type { Bus } from './kit/bus.ts'
import type { Serve } from './kit/http/serve.ts'
import type { Config } from './kit/config.ts'
import { type OpenAuditLog, watchRecord } from './record/activity/activity.ts'
import {
  acknowledgeByAnswer,
  createAlarms,
  serveAlarmRules,
  serveAlarms,
  serveElsewhere,
} from './safety/alarms/alarms.ts'
import { serveAlarmHealth } from './safety/alarm-health/alarm-health.ts'
import { createEscalations, serveEscalations } from './safety/escalations/escalations.ts'
import { recordReadings, serveGas } from './safety/gas/gas.ts'
import { createOccupancy, serveOccupancy } from './safety/occupancy/occupancy.ts'
import { serveOnCall } from './safety/on-call/on-call.ts'
import { serveShiftNotes } from './safety/shift-notes/shift-notes.ts'
import { recordCounts, servePeopleCount } from './safety/people-count/people-count.ts'

export interface SafetyParts {
  readonly store: Store
  readonly bus: Bus
  readonly directory: Directory
  readonly activity: OpenAuditLog
  readonly config: Pick<Config, 'vaultKey' | 'dataDir'>
  /** What the record is signed with is made of it. */
  readonly key: Uint8Array
  readonly log: Logger
  /** What is to be stopped with the server, last things first. */
  readonly closing: (() => unknown)[]
}

export const wireSafety = (
  serve: Serve,
  { store, bus, directory, activity, config, key, log, closing }: SafetyParts,
) => {
  const { db } = store
  const { record } = activity
  serveGas(serve, db)
  servePeopleCount(serve, db, directory)
  serveOnCall(serve, { db, bus })
  const escalations = createEscalations(store, directory, log)
  closing.push(() => escalations.stop())
  serveEscalations(serve, db)
  const parts = { store, bus, directory, record, escalations, log }
  const alarms = createAlarms(parts)
  closing.push(() => alarms.stop())
  const occupancyParts = { ...parts, judge: alarms.judge }
  serveOccupancy(serve, occupancyParts)
  const occupancy = createOccupancy(occupancyParts)
  closing.push(() => occupancy.stop())
  serveAlarms(serve, { ...parts, readDevices: (ids) => readDevices(db, ids) })
  serveElsewhere(serve, parts)
  serveAlarmHealth(serve, db)
  serveShiftNotes(serve, { db, bus })
  serveAlarmRules(serve, { ...parts, rules: alarms.rules })
  return {
    judge: alarms.judge,
    maintained: alarms.maintained,
    rules: alarms.rules,
    forgetRules: alarms.rules.forget,
    /** What a webhook answered to what it was sent of an alarm. */
    answered: (answer: Parameters<typeof acknowledgeByAnswer>[1]) => acknowledgeByAnswer(parts, answer),
    recorders: { reading: recordReadings(bus), count: recordCounts(db, bus, directory) },
    begin() {
      alarms.begin()
      occupancy.begin()
      escalations.begin()
      const watch = watchRecord({
        store,
        activity,
        key: { bytes: key, dataDir: config.vaultKey ? null : config.dataDir },
        observe: alarms.observe,
        log,
      })
      closing.push(() => watch.stop())
    },
  }
}
