// Tells doors to lock down or to be released, until each has confirmed: those that were away when they are back, with a
// command anew. That a door was told is kept with the command, so that of several nodes one tells it.
import * as doors from '@gatehouse/contract/access/doors'
import * as events from '@gatehouse/contract/insight/events'
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import { type StoreLoop, storeLoop } from '../../db/store-loop.ts'
import type { DB } from '../../db/schema.ts'
import type { Commands, NewCommand } from '../doors/doors.ts'
import type { Bus } from '../../kit/bus.ts'
import { oneAfterAnother } from './lockdowns.sql.ts'
import { type Due, dueToLock, dueToRelease, hasOpen, markSent, settleReleased } from './send.sql.ts'

/** Begun, and every second from then on, when doors can be told. */
export interface LockdownSender extends StoreLoop {
  /** These doors, now; how many were told. `also`: kept together with the commands. */
  send(what: 'lock' | 'release', due: readonly Due[], also?: Also): Promise<number>
}

type Also = (tx: Transaction<DB>, commanded: number) => Promise<void>

interface LockdownSenderParts {
  readonly store: Store
  readonly commands: Commands
  readonly bus: Bus
  readonly log: Logger
  /** Doors that are out of their lockdown, and go back to what their schedule wants. */
  freed(deviceIds: readonly string[]): void
}

const everyMs = 1000

export const createLockdownSender = ({ store, commands, bus, log, freed }: LockdownSenderParts): LockdownSender => {
  const { db } = store
  const back = new Map<string, string>()
  const answered = new Set<string>()

  const send: LockdownSender['send'] = async (what, due, alsoKeep) => {
    let commanded = 0
    for (const [companyId, ofCompany] of Map.groupBy(due, (one) => one.companyId)) {
      const each = new Map(ofCompany.map((one) => [one.deviceId, one]))
      try {
        const issued = await commands.issue(
          ofCompany.map((one) => commandOf(what, one)),
          {
            async also(tx, all) {
              const stored = all.flatMap(({ deviceId, commandId }) => {
                const one = each.get(deviceId)
                return one ? [{ ...one, commandId }] : []
              })
              // Otherwise a lockdown that begins meanwhile might be told before the release of the one before it.
              await oneAfterAnother(tx, companyId)
              if (!(await markSent(tx, what, stored))) throw new SentElsewhere()
              await alsoKeep?.(tx, all.length)
            },
          },
        )
        commanded += issued.length
      } catch (error) {
        if (!(error instanceof SentElsewhere)) throw error
      }
    }
    return commanded
  }

  const tick = async (now: Date) => {
    for (const companyId of answered) bus.publish(lockdowns.altered, companyId, { at: now.toISOString() })
    answered.clear()
    if (!(await hasOpen(db))) return back.clear()
    const cameBack = new Map(back)
    await send('lock', await dueToLock(db, cameBack, now))
    const out = await settleReleased(db)
    if (out.length > 0) freed(out)
    await send('release', await dueToRelease(db, cameBack, now))
    for (const [id, at] of cameBack) if (back.get(id) === at) back.delete(id)
  }

  bus.on(events.happened, ({ type, deviceId, deviceKind, receivedAt }) => {
    if (type === 'device.online' && deviceKind === 'door' && deviceId !== null) back.set(deviceId, receivedAt)
  })
  bus.on(doors.commanded, ({ command: { asked } }, companyId) => {
    if (asked === 'lockdown' || asked === 'release-lockdown') answered.add(companyId)
  })

  return { send, ...storeLoop(store, everyMs, tick, { log, failure: 'lockdowns wait for the store' }) }
}

/** Another node has told some of them, or the lockdown is over or on again: what is left is due with the next run. */
class SentElsewhere extends Error {}

const commandOf = (what: 'lock' | 'release', due: Due): NewCommand => ({
  companyId: due.companyId,
  deviceId: due.deviceId,
  action: what === 'lock' ? 'lockdown' : 'release-lockdown',
  args: {},
  reason: [due.name, due.reason].filter(Boolean).join(': ').slice(0, 300),
  by: due.by,
  correlationId: due.correlationId,
})
