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
  setPointsOf,
} from './safety/alarms/alarms.ts'
import { createActuatorSwitch, recordOutputs, serveActuators, type SwitchParts } from './safety/actuators/actuators.ts'
import { createControl, serveEffects } from './safety/cause-effect/cause-effect.ts'
import { serveAlarmHealth } from './safety/alarm-health/alarm-health.ts'
import { createEscalations, serveEscalations } from './safety/escalations/escalations.ts'
import { serveDetectorService, watchService } from './safety/detector-service/detector-service.ts'
import {
  createAverages,
  recordReadings,
  serveChannels,
  serveHistory,
  serveHistoryFiles,
  serveSettings,
  serveShiftReport,
  watchSuspects,
} from './safety/gas/gas.ts'
import { serveGasExposure } from './safety/gas-exposure/gas-exposure.ts'
import { createOccupancy, serveOccupancy } from './safety/occupancy/occupancy.ts'
import { serveOnCall } from './safety/on-call/on-call.ts'
import { serveSetPoints, setPointChanges, setPointsAt, setPointsWithin } from './safety/set-points/set-points.ts'
import { serveShiftNotes } from './safety/shift-notes/shift-notes.ts'
import { recordCounts, recordTotals, servePeopleCount } from './safety/people-count/people-count.ts'

/** What is switched for alarms: wired once devices can be told something, and what it judges by is there. */
export const wireActuators = (
  serve: Serve,
  parts: SwitchParts & { readonly directory: Directory; readonly closing: (() => unknown)[] },
) => {
  const switching = createActuatorSwitch(parts)
  parts.closing.push(() => switching.stop())
  const control = createControl({ ...parts, actuators: switching })
  parts.closing.push(() => control.stop())
  serveActuators(serve, { ...parts, control })
  serveEffects(serve, parts)
  return { ...switching, recordOutputs: recordOutputs({ ...parts, actuators: switching }), beginControl: control.begin }
}

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
  serveHistory(serve, { db, directory, setPointsAt: (device, channel, span) => setPointsAt(db, device, channel, span) })
  serveHistoryFiles(serve, { db, directory })
  serveShiftReport(serve, {
    db,
    directory,
    setPointsWithin: (companyId, span) => setPointsWithin(db, companyId, span),
    setPointChanges: (caller, span) => setPointChanges(db, directory, caller, span),
  })
  servePeopleCount(serve, db, directory)
  serveOnCall(serve, { db, bus })
  const escalations = createEscalations(store, directory, log)
  closing.push(() => escalations.stop())
  serveEscalations(serve, db)
  const parts = { store, bus, directory, record, escalations, log }
  const alarms = createAlarms(parts)
  closing.push(() => alarms.stop())
  serveDetectorService(serve, { store, bus, directory, judge: alarms.judge })
  const service = watchService({ store, directory, judge: alarms.judge, log })
  closing.push(() => service.stop())
  const suspects = watchSuspects({ store, directory, bus, judge: alarms.judge, log })
  closing.push(() => suspects.stop())
  const averages = createAverages({ store, directory, bus, judge: alarms.judge, log })
  closing.push(() => averages.stop())
  serveSettings(serve, db, directory)
  serveChannels(serve, {
    db,
    directory,
    async setPoints(companyId) {
      const rules = await alarms.rules.ofCompany(companyId)
      return (device) => setPointsOf(rules, device)
    },
  })
  const occupancyParts = { ...parts, judge: alarms.judge }
  serveOccupancy(serve, occupancyParts)
  const occupancy = createOccupancy(occupancyParts)
  closing.push(() => occupancy.stop())
  serveAlarms(serve, { ...parts, readDevices: (ids) => readDevices(db, ids) })
  serveElsewhere(serve, parts)
  serveAlarmHealth(serve, db)
  serveShiftNotes(serve, { db, bus })
  serveAlarmRules(serve, { ...parts, rules: alarms.rules })
  serveSetPoints(serve, { ...parts, rules: alarms.rules })
  serveGasExposure(serve, { db, directory })
  const counts = recordCounts(db, bus, directory)
  return {
    judge: alarms.judge,
    maintained: alarms.maintained,
    rules: alarms.rules,
    forgetRules: alarms.rules.forget,
    /** What a webhook answered to what it was sent of an alarm. */
    answered: (answer: Parameters<typeof acknowledgeByAnswer>[1]) => acknowledgeByAnswer(parts, answer),
    recorders: { reading: recordReadings(bus), count: counts, total: recordTotals(counts) },
    begin() {
      alarms.begin()
      service.begin()
      suspects.begin()
      averages.begin()
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
