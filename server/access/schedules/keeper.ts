// Keeps doors to their schedules: notices when one opens or closes, keeps what is then wanted of each door, and tells it.
// Whichever node notices first keeps it; that a door was told is kept with the command, so that none is told twice.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as doors from '@gatehouse/contract/access/doors'
import * as events from '@gatehouse/contract/insight/events'
import * as schedules from '@gatehouse/contract/access/schedules'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { Store } from '../../db/pool.ts'
import { type StoreLoop, storeLoop } from '../../db/store-loop.ts'
import type { Commands } from '../doors/doors.ts'
import type { Bus } from '../../kit/bus.ts'
import {
  type Duty,
  type Followed,
  type Following,
  forgetFailed,
  forgetSent,
  keepWanted,
  markSent,
  recordSent,
  readDuties,
  readFirstIn,
  readFollowing,
  readUnsent,
} from './duties.sql.ts'
import { judge } from './judge.ts'

/** Begun, and every second from then on, when doors can be told. */
export interface Keeper extends StoreLoop {
  /** Schedules or what follows them changed. */
  follow(): Promise<void>
  /** Doors that may stand otherwise than their schedule wants, and are to be told again. */
  sendAgain(deviceIds: readonly string[]): void
  /** What is due by now. */
  tick(now: Date): Promise<void>
}

interface KeeperParts {
  readonly store: Store
  readonly commands: Commands
  readonly bus: Bus
  readonly log: Logger
}

// The store is asked when something changes by the clock, and this often besides: for what other nodes did.
const lookEveryMs = 15_000
const lookForFirstMs = 3000
const everyMs = 1000
// After a start doors come back one after another: until then most of them could not be told.
const patienceMs = 4000

export const createKeeper = ({ store, commands, bus, log }: KeeperParts): Keeper => {
  const { db } = store
  let following: readonly Following[] = []
  let followed: ReadonlyMap<string, Followed> = new Map()
  let duties = new Map<string, Duty>()
  let loaded = false
  let lookedAt = 0
  let lookedForFirstAt = 0
  const again = new Set<string>()
  let somebodyCameIn = false

  const load = async () => {
    const read = await readFollowing(db)
    following = read.following
    followed = read.schedules
    duties = await readDuties(db)
    loaded = true
  }

  const firstIn = async (waiting: readonly { readonly deviceId: string; readonly since: Date }[], now: Date) => {
    if (waiting.length === 0 || (!somebodyCameIn && now.getTime() - lookedForFirstAt < lookForFirstMs)) return []
    somebodyCameIn = false
    lookedForFirstAt = now.getTime()
    return readFirstIn(db, waiting)
  }

  const tick = async (now: Date) => {
    if (!loaded) await load()
    const back = [...again]
    if (back.length > 0) {
      await forgetSent(db, back)
      for (const id of back) again.delete(id)
    }
    const judged = judge(following, followed, duties, now)
    const opened = new Set(await firstIn(judged.waiting, now))
    const news = [
      ...judged.wanted,
      ...judged.waiting.flatMap(({ deviceId, because }) =>
        opened.has(deviceId) ? [{ deviceId, wanted: 'unlocked' as const, because }] : [],
      ),
    ]
    const look = now.getTime() - lookedAt >= lookEveryMs
    if (news.length === 0 && back.length === 0 && !look) return
    lookedAt = now.getTime()
    if (news.length > 0) await keepWanted(db, news, now)
    if (look) await forgetFailed(db, now)
    await publish()
    duties = await readDuties(db)
    const companies = new Set(
      [...following, ...duties.values()]
        .filter(({ deviceId }) => news.some((one) => one.deviceId === deviceId))
        .map(({ companyId }) => companyId),
    )
    for (const companyId of companies) bus.publish(schedules.altered, companyId, { at: now.toISOString() })
  }

  const publish = async () => {
    const unpublished = await readUnsent(db)
    for (const [companyId, ofCompany] of Map.groupBy(unpublished, (duty) => duty.companyId)) {
      const wanted = new Map(ofCompany.map((duty) => [duty.deviceId, duty.wanted]))
      await commands
        .issue(
          ofCompany.map((duty) => commandOf(companyId, duty)),
          {
            async also(tx, issued) {
              const notified = issued.map((one) => ({ ...one, wanted: wanted.get(one.deviceId) ?? '' }))
              if (!(await markSent(tx, notified))) throw new SentElsewhere()
            },
          },
        )
        .catch((error: unknown) => {
          if (!(error instanceof SentElsewhere))
            log.warn({ error }, 'doors could not be told what their schedule wants')
        })
    }
  }

  bus.on(entryExit.logged, () => (somebodyCameIn = true))
  bus.on(events.happened, ({ type, deviceId }) => {
    if (type === 'device.online' && deviceId !== null && duties.has(deviceId)) again.add(deviceId)
  })
  bus.on(doors.commanded, ({ command, step }) => {
    if (command.asked !== 'release' || step.status !== 'confirmed' || !duties.has(command.deviceId)) return
    recordSent(db, command.deviceId, command.id).catch((error: unknown) =>
      log.warn({ error }, 'that a door was released could not be noted'),
    )
  })

  return {
    ...storeLoop(store, everyMs, tick, { firstMs: patienceMs, log, failure: 'schedules wait for the store' }),
    async follow() {
      await load()
      lookedAt = 0
    },
    sendAgain(deviceIds) {
      for (const id of deviceIds) again.add(id)
    },
    tick,
  }
}

/** Another node has told some of them: nothing of this is kept, and what is left is due again. */
class SentElsewhere extends Error {}

const commandOf = (companyId: string, { deviceId, wanted, because }: Duty) => ({
  companyId,
  deviceId,
  action: wanted === 'unlocked' ? ('hold-unlocked' as const) : ('lock' as const),
  args: {},
  reason: wanted === 'unlocked' ? `${because} is open` : `${because} is over`,
  by: { userId: null, actor: `Schedule ${because}` },
  correlationId: uuid(),
})
