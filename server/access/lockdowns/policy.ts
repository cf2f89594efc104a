import { Refusal } from '../../kit/errors.ts'
import type { DoorPolicy } from '../doors/doors.ts'
import { besideLockdowns } from './lockdowns.sql.ts'
import { lockdownOver } from './send.sql.ts'

/** Whoever asks and from wherever. Nobody is kept in: the way out is the door's own. */
export const lockdownPolicy: DoorPolicy = {
  name: 'lockdown',
  rule: 'Refuses whatever opens a door that is locked down, and to lock one that says it is: merely locked, it would open to cards again. It opens when the lockdown is released.',
  async judge(tx, proposed) {
    const commands = proposed.map(({ command }) => command)
    const opening = commands.filter(
      ({ action, asked }) => action === 'unlock' || action === 'hold-unlocked' || asked === 'release',
    )
    const locking = commands.filter(({ asked, by }) => asked === 'lock' && by.userId !== null)
    if (opening.length + locking.length === 0) return
    await besideLockdowns(
      tx,
      [...opening, ...locking].map(({ companyId }) => companyId),
    )
    const idsOf = (some: typeof commands) => some.map(({ deviceId }) => deviceId)
    const over = await lockdownOver(tx, idsOf(opening), idsOf(locking))
    if (over)
      throw new Refusal(
        409,
        'LOCKDOWN',
        `${over.door} is locked down (${over.name}) and opens when the lockdown is released. The way out stays open.`,
      )
  },
}
