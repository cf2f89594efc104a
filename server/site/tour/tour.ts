// The public tour: one answer a second for all who look, whatever their number.
import type { Output } from '@gatehouse/contract/operation'
import * as tour from '@gatehouse/contract/site/tour'
import type { Logger } from 'pino'
import { v4 as uuid } from 'uuid'
import type { Commands } from '../../access/doors/doors.ts'
import type { Store } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { existing } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { checkRecord, type OpenAuditLog } from '../../record/activity/activity.ts'
import { type ReadDevices, readBuilding, readPlan } from './building.sql.ts'
import { guide } from './drill.sql.ts'
import { createShowing } from './showing.ts'

type Answer = Output<typeof tour.now>

export interface TourParts {
  readonly store: Store
  readonly log: Logger
  readonly activity: OpenAuditLog
  readonly issue: Commands['issue']
  readonly readDevices: ReadDevices
  /** What is to be stopped with the server. */
  readonly closing: (() => unknown)[]
  /** Whether the building is played here; one that an earlier start has left behind is not shown. */
  readonly runs: boolean
}

const freshMs = 1000

export const serveTour = (
  serve: Serve,
  { store, log, activity, issue, readDevices, closing, runs }: TourParts,
): void => {
  const { db } = store
  const by = { userId: null, actor: guide }
  const showing = createShowing({
    db,
    log,
    ready: () => store.ready(),
    record: activity.record,
    unlock: (companyId, deviceId) =>
      issue([{ companyId, deviceId, action: 'unlock', args: {}, reason: null, by, correlationId: uuid() }]),
    async verify(companyId) {
      const { ok, checked, logs, checkpoints } = await checkRecord(store, activity, { owners: [companyId] })
      return { at: clock.iso(), ok, checked, logs, head: checkpoints.at(-1)?.hash ?? null }
    },
  })
  closing.push(() => showing.stop())
  const answer = async (): Promise<Answer> => {
    const at = clock.now()
    if (!runs) return { at: at.toISOString(), building: null }
    showing.seen()
    return { at: at.toISOString(), building: await readBuilding({ db, readDevices, verified: showing.verified() }, at) }
  }
  serve.open(tour.now, sharedFor(freshMs, answer))

  serve.open(tour.plan, async ({ level }, _nobody, { reply }) => {
    const bytes = existing(runs ? await readPlan(db, level) : undefined, 'This plan')
    reply.header('cache-control', 'public, max-age=86400')
    reply.header('content-disposition', 'inline')
    return bytes
  })
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
