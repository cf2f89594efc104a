// The public tour: one answer a second for all who look, whatever their number.
import type { Output } from '@gatehouse/contract/operation'
import * as tour from '@gatehouse/contract/site/tour'
import type { Db } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { type ReadDevices, readBuilding } from './building.sql.ts'

type Answer = Output<typeof tour.now>

export interface TourParts {
  readonly db: Db
  readonly readDevices: ReadDevices
  /** Whether the building is played here; one that an earlier start has left behind is not shown. */
  readonly runs: boolean
}

const freshMs = 1000

export const serveTour = (serve: Serve, { db, readDevices, runs }: TourParts) => {
  const answer = async (): Promise<Answer> => {
    const at = clock.now()
    return { at: at.toISOString(), building: runs ? await readBuilding(db, readDevices, at) : null }
  }
  serve.open(tour.now, sharedFor(freshMs, answer))
}

/** Asks once at a time, and not again for so long after an answer. */
export const sharedFor = <T>(ms: number, ask: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | null = null
  let answeredAt: number | null = null
  const forget = () => void (answer = null)
  return () => {
    const isOld = answeredAt !== null && clock.steadyMs() - answeredAt >= ms
    if (answer && !isOld) return answer
    answeredAt = null
    answer = ask()
    answer.then(() => (answeredAt = clock.steadyMs()), forget)
    return answer
  }
}
