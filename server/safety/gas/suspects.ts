// Looks every few minutes for readings that are not to be believed, and gives alarm rules what became suspect and what no longer
// is. What was suspect before is in the store, so that of several nodes, and before and after a restart, each is raised once.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import * as gas from '@gatehouse/contract/safety/gas'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Directory } from '../../building/devices/devices.ts'
import type { Store } from '../../db/pool.ts'
import { type StoreLoop, storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Judge, Observation } from '../../kit/recorders.ts'
import { belowZeroMs, driftLimit, driftOf, isBack, isFrozen, wordsOf } from './suspect.ts'
import {
  addBaselines,
  type Baselines,
  deleteSuspects,
  insertSuspects,
  readBaselines,
  readStanding,
  readSuspects,
  type Standing,
  type Suspect,
} from './suspects.sql.ts'

type Querier = Pick<pg.ClientBase, 'query'>

const everyMs = 300_000
const firstMs = 10_000
const rest = { times: 20, mostMs: 1_800_000 }

export interface SuspectsParts {
  readonly store: Store
  readonly directory: Pick<Directory, 'byId'>
  readonly bus: Bus
  readonly judge: Judge
  readonly log: Logger
}

export const watchSuspects = ({ store, directory, bus, judge, log }: SuspectsParts): StoreLoop =>
  storeLoop(
    store,
    everyMs,
    async (now) => {
      const { observations, publishAlarms } = await inPoolTransaction(store.pool, async (tx) => {
        const changed = await findSuspects(tx, now)
        return { observations: changed, publishAlarms: await judge(tx, changed) }
      })
      publishAlarms()
      const companies = new Set(observations.flatMap(({ deviceId }) => directory.byId(deviceId)?.companyId ?? []))
      for (const companyId of companies) bus.publish(gas.suspected, companyId, { at: now.toISOString() })
    },
    { log, firstMs, rest, failure: 'suspect readings of gas wait for the store' },
  )

/** In the caller's transaction: what became suspect and what no longer is, as alarm rules are judged by it. */
export const findSuspects = async (tx: Querier, now: Date): Promise<Observation[]> => {
  const touched = await addBaselines(tx, now)
  const drifts = (touched.length === 0 ? [] : await readBaselines(tx, touched)).map(driftIn)
  const stands = (await readStanding(tx, now)).flatMap(standsIn)
  const found = [...stands, ...drifts.flatMap(({ begun }) => begun ?? [])]
  const begun = await insertSuspects(
    tx,
    found.map(({ suspect }) => suspect),
  )
  const ended = await deleteSuspects(tx, {
    standing: stands.map(({ suspect }) => suspect),
    settled: drifts.flatMap(({ settled }) => settled ?? []),
  })
  const changed = new Map([...begun, ...ended].map((one) => [keyOf(one), one]))
  if (changed.size === 0) return []
  const left = Map.groupBy(
    await readSuspects(
      tx,
      [...changed.values()].map(({ deviceId }) => deviceId),
    ),
    keyOf,
  )
  const words = new Map(found.map(({ suspect, words: note }) => [`${keyOf(suspect)} ${suspect.why}`, note]))
  return [...changed].map(([key, { deviceId, channel }]): Observation => {
    const worst = worstOf(left.get(key) ?? [])
    const note = worst && words.get(`${key} ${worst.why}`)
    return { ...observation, deviceId, part: channel, value: worst !== undefined, at: now, ...(note && { note }) }
  })
}

/** What is suspect at these devices, for a rule that is new. */
export const suspectNow = async (tx: Querier, deviceIds: readonly string[]): Promise<Observation[]> =>
  [...Map.groupBy(await readSuspects(tx, deviceIds), keyOf).values()].flatMap((all) => {
    const worst = worstOf(all)
    return worst
      ? [{ ...observation, deviceId: worst.deviceId, part: worst.channel, value: true, at: worst.since }]
      : []
  })

const observation = { measure: 'gas.suspect' } as const

const keyOf = ({ deviceId, channel }: { readonly deviceId: string; readonly channel: GasChannel }) =>
  `${deviceId} ${channel}`

/** Of several reasons the one that is shown. */
const worstOf = (all: readonly Suspect[]): Suspect | undefined =>
  gas.suspicion.options.flatMap((why) => all.find((one) => one.why === why) ?? [])[0]

interface Found {
  readonly suspect: Suspect
  readonly words: string
}

const standsIn = (one: Standing): Found[] => {
  const { deviceId, channel, value, at, sameSince, belowSince, resolution } = one
  const found = (why: 'frozen' | 'below-zero', since: Date): Found => ({
    suspect: { deviceId, channel, why, since, baseline: null },
    words: wordsOf(why, { channel, value, ms: at.getTime() - since.getTime(), change: 0 }),
  })
  const msSince = (since: Date) => at.getTime() - since.getTime()
  return [
    ...(belowSince && msSince(belowSince) >= belowZeroMs ? [found('below-zero', belowSince)] : []),
    ...(sameSince && isFrozen(channel, resolution, { ...one, ms: msSince(sameSince) })
      ? [found('frozen', sameSince)]
      : []),
  ]
}

const dayMs = 86_400_000

const driftIn = ({
  deviceId,
  channel,
  days,
  since,
  from,
}: Baselines): {
  begun?: Found
  settled?: { deviceId: string; channel: GasChannel }
} => {
  const limit = driftLimit(channel)
  const newest = days.at(-1)
  if (limit === null || !newest) return {}
  const drift = driftOf(days, limit)
  if (from !== null) return !drift && isBack(newest.value, from, limit) ? { settled: { deviceId, channel } } : {}
  if (!drift) return {}
  const ms = (newest.day - (days[0]?.day ?? newest.day)) * dayMs
  return {
    begun: {
      suspect: { deviceId, channel, why: 'drifting', since, baseline: drift.from },
      words: wordsOf('drifting', { channel, value: newest.value, ms, change: drift.change }),
    },
  }
}
