// What every command to a door is judged by before it is kept: a list in an order, declared where the server is wired.
import type { Asked } from '@gatehouse/contract/access/commands'
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { unlockEndsHold } from './abilities.ts'
import type { NewCommand } from './commands.ts'
import type { Opening } from './issue.sql.ts'

/** A command before it is kept, and the door it is for. */
export interface Proposed {
  readonly command: NewCommand & { readonly asked: Asked }
  readonly door: Opening
}

export interface DoorPolicy {
  readonly name: string
  /** Which commands it refuses and why, and what it wants of a door afterwards: for whoever reads the list. */
  readonly rule: string
  /** In the transaction that keeps the commands. Throws what the caller is answered, and then none of them is kept. */
  readonly judge?: (tx: Transaction<DB>, proposed: readonly Proposed[]) => Promise<void> | void
  /** What a door gives way to when a hold of it is released; undefined leaves it to the next policy, and at last to `lock`. */
  readonly afterHold?: (tx: Transaction<DB>, deviceId: string) => Promise<'hold-unlocked' | undefined>
}

const unlocks = (proposed: readonly Proposed[]) => proposed.filter(({ command }) => command.asked === 'unlock')

export const reasonPolicy: DoorPolicy = {
  name: 'reason',
  rule: 'Refuses an unlock without a reason where the door always asks for one.',
  judge(_tx, proposed) {
    const silent = unlocks(proposed).find(
      ({ command, door }) => door.reasonAsked === 'always' && command.reason === null,
    )
    if (silent) throw invalid([{ field: 'reason', message: `Say why ${silent.door.name} is to be unlocked` }])
  },
}

export const holdPolicy: DoorPolicy = {
  name: 'hold',
  rule: 'Refuses an unlock of a door that a relay holds open: its seconds would end the hold.',
  judge(_tx, proposed) {
    const held = unlocks(proposed).find(({ door }) => door.heldOpenBy !== null && unlockEndsHold(door.driver))
    if (held)
      throw new Refusal(
        409,
        'HELD',
        `${held.door.name} is kept unlocked by ${held.door.heldOpenBy}: an unlock for some seconds would end that.`,
      )
  },
}
