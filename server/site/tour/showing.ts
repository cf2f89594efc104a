// What is done in the tour's building while somebody looks at it: doors are unlocked by command, a roll-call is held, and
// the record of both is verified. Nobody looks: nothing is done, and nothing is stored.
import type { TourRecord } from '@gatehouse/contract/site/tour'
import type { Logger } from 'pino'
import { type Db, firstOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { advanceDrill, type RecordDrill } from './drill.sql.ts'

export type Verified = NonNullable<TourRecord['verified']>

export interface Showing {
  /** Somebody looks. */
  readonly seen: () => void
  readonly verified: () => Verified | null
  stop(): Promise<void>
}

export interface ShowingParts {
  readonly db: Db
  readonly ready: () => boolean
  readonly log: Logger
  readonly unlock: (companyId: string, deviceId: string) => Promise<unknown>
  readonly verify: (companyId: string) => Promise<Verified>
  readonly record: RecordDrill
}

const stepMs = 4_000
/** A browser asks every two seconds. */
const lookedAtMs = 15_000
/** In steps: a door every other one. */
const [doorEvery, verifyEvery] = [2, 8]
/** The record grows, and with it what verifying costs: at most this share of the time goes into it. */
const verifyShare = 0.01

export const createShowing = ({ db, ready, log, unlock, verify, record }: ShowingParts): Showing => {
  let seenMs: number | null = null
  let verified: Verified | null = null
  let verifiesFromMs = 0
  let turn = 0
  const isSeen = () => seenMs !== null && clock.steadyMs() - seenMs < lookedAtMs

  const step = async () => {
    const building = await firstOf<{ companyId: string; siteId: string; site: string; doors: string[] }>(db)`
      select c.id as "companyId", s.id as "siteId", s.name as site,
        array(select d.id from device d where d.company_id = c.id and d.kind = 'door' and d.retired_at is null
          order by d.key) as doors
      from company c join site s on s.company_id = c.id where c.tour order by c.id, s.id limit 1
    `
    if (!building) return
    const now = turn++
    const door = building.doors[(now / doorEvery) % building.doors.length]
    if (now % doorEvery === 0 && door !== undefined) await unlock(building.companyId, door)
    await advanceDrill(db, building, record)
    if (now % verifyEvery !== 1 || clock.steadyMs() < verifiesFromMs) return
    const beganMs = clock.steadyMs()
    verified = await verify(building.companyId)
    const endedMs = clock.steadyMs()
    verifiesFromMs = endedMs + (endedMs - beganMs) / verifyShare
  }
  const loop = clock.every(stepMs, step, { log, failure: 'the tour stands still', when: () => ready() && isSeen() })

  return {
    seen() {
      const isFirst = !isSeen()
      seenMs = clock.steadyMs()
      if (isFirst) loop.wake()
    },
    verified: () => verified,
    stop: () => loop.stop(),
  }
}
