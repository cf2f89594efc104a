// Alarms: judged where devices report, stored with what is done about them. The only file of this domain that others import.
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import { type StoreLoop, storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { clock } from '../../kit/clock.ts'
import type { Judge, PlaceObservation } from '../../kit/recorders.ts'
import { afterMaintenance, afterTime } from './alarm-life.ts'
import { lockAlarms, type Step } from './alarms.sql.ts'
import { levels, whatIsDue } from './conditions.sql.ts'
import { createJudge, judgeTime, judgeTimeAtPlaces, noticedMs, staleBy, type TimeParts } from './judge.ts'
import { judgeAnew } from './judge-anew.ts'
import { createRules } from './rules.ts'
import { type AlarmParts, storeChanges } from './store-changes.ts'
import { companiesCounting } from './unjudged.sql.ts'

// What a past of alarms is made with.
export {
  afterAcknowledgement,
  afterOccurrence,
  afterResolution,
  afterReturn,
  afterShelving,
  afterTime,
  type AlarmLife,
  raised,
  stateOf,
} from './alarm-life.ts'
export { meets, valueOf } from './evaluate.ts'
export { addPresets, presets } from './presets.ts'
export { definition, type Definition, looksAt, type Placed } from './rules.ts'
export { afterDelay, afterObservation, type Standing } from './standing.ts'

export { acknowledgeByAnswer, createAlarmLink, forgetAlarmLinks, serveElsewhere } from './elsewhere.ts'
export { readTransitions, visibleTo } from './read-alarms.ts'
export type { Rules } from './rules.ts'
export {
  endSetPoint,
  readSetPointRules,
  removeSetPointRule,
  setPointsOf,
  type StoredSetPoint,
  type WantedSetPoint,
  writeSetPoint,
} from './set-points.ts'
export { serveAlarms } from './serve-alarms.ts'
export { serveAlarmRules } from './serve-rules.ts'

export interface Alarms extends StoreLoop {
  readonly judge: Judge
  readonly rules: ReturnType<typeof createRules>
  /** Takes the alarms of a device out of service, or back: somebody works at it, or is done. */
  maintained(
    tx: Pick<pg.ClientBase, 'query'>,
    device: { readonly id: string; readonly isOutOfService: boolean; readonly by: string | null },
  ): Promise<() => void>
  /** What is so of places, found by who stores nothing with it. */
  observe(observations: readonly PlaceObservation[]): Promise<void>
  /** What time alone does, as of a moment. */
  tick(now: Date): Promise<void>
}

export interface AlarmsParts extends AlarmParts {
  readonly store: Store
  readonly directory: Directory
  readonly log: Logger
}

const everyMs = 1000
/** Visitors whose passes are over, and people who are deleted, leave without going through any door. */
const countEveryMs = 60_000

export const createAlarms = (parts: AlarmsParts): Alarms => {
  const { store, log } = parts
  // Read on connections of its own: who asks for them holds one of the others within a transaction, and if all of those waited
  // for one more, none would be given back.
  const rules = createRules(store.plannedOnce)
  const judging = { ...parts, rules }
  const judge = createJudge(judging)
  const observe = async (observations: readonly PlaceObservation[]) => {
    if (observations.length === 0) return
    const publish = await inPoolTransaction(store.pool, (tx) => judge(tx, observations))
    publish()
  }
  const judgeLevels = async (timing: TimeParts, now: Date) => {
    for (const level of levels) {
      const publish = await inPoolTransaction(store.pool, (tx) =>
        level === 'devices' ? judgeTime(tx, timing, now) : judgeTimeAtPlaces(tx, timing, level, now),
      )
      publish()
    }
  }
  const endShelves = async (now: Date) => {
    const publish = await inPoolTransaction(store.pool, async (tx) => {
      const over = await lockAlarms(tx, 'a.shelved_until <= $1', [now], 'skip')
      return storeChanges(
        tx,
        parts,
        over.map((alarm) => {
          const after = { ...alarm, ...afterTime(alarm, now) }
          const at = alarm.shelved?.until ?? now
          const steps: Step[] = [{ what: 'shelf-ended', at, by: null, note: null }]
          if (after.cleared) steps.push({ what: 'cleared', at, by: null, note: null })
          return { after, steps }
        }),
      )
    })
    publish()
  }
  let lastTick = -Infinity
  let lastCount = -Infinity
  const tick = async (now: Date) => {
    const wasAway = now.getTime() - lastTick > noticedMs
    lastTick = now.getTime()
    const due = await whatIsDue(store.pool, now)
    const isDue = due.conditions || (await staleBy(store.pool, judging, now)).length > 0
    if (isDue) await judgeLevels({ ...judging, wasAway }, now)
    if (due.shelves) await endShelves(now)
    await judgeAnew(judging, now)
    if (now.getTime() - lastCount < countEveryMs) return
    lastCount = now.getTime()
    const companies = await companiesCounting(store.pool)
    for (const companyId of companies) await observe([{ companyId, measure: 'occupancy', value: null, at: now }])
  }
  const loop = storeLoop(store, everyMs, tick, { log, failure: 'alarms wait for the store' })
  return {
    judge,
    observe,
    rules,
    async maintained(tx, { id, isOutOfService, by }) {
      const now = clock.now()
      const alarms = await lockAlarms(tx, 'a.device_id = $1', [id])
      return storeChanges(
        tx,
        parts,
        alarms.flatMap((alarm) => {
          const life = afterMaintenance(alarm, isOutOfService, now)
          if (life === alarm) return []
          const steps: Step[] = [{ what: isOutOfService ? 'out-of-service' : 'in-service', at: now, by, note: null }]
          if (life.cleared) steps.push({ what: 'cleared', at: now, by: null, note: null })
          return [{ after: { ...alarm, ...life }, steps }]
        }),
      )
    },
    tick,
    ...loop,
  }
}
