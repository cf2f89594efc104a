// What confirmed commands mean for a hold: one that begins, and one that ends.
import type { Asked, Standing } from '@gatehouse/contract/access/commands'
import type pg from 'pg'
import type { Settled } from '../../building/commands/commands.ts'

/** Which of them begin a hold, and which end one. */
const meansForHold: Partial<Record<Asked, 'begins' | 'ends'>> = {
  hold: 'begins',
  lock: 'ends',
  release: 'ends',
  lockdown: 'ends',
}

export const keepHolds = async (tx: Pick<pg.ClientBase, 'query'>, settled: readonly Settled<Standing>[]) => {
  const confirmed = settled.filter(({ step }) => step.status === 'confirmed')
  const ids = (means: 'begins' | 'ends') =>
    confirmed.flatMap(({ command }) => (meansOf(command) === means ? [command.id] : []))
  const [begun, ended] = [ids('begins'), ids('ends')]
  if (ended.length > 0)
    await tx.query(
      `delete from door_hold h using command c
       where c.id = any ($1::uuid[]) and h.device_id = c.device_id and h.since <= c.requested_at`,
      [ended],
    )
  // Heard of late, it may be over already.
  if (begun.length > 0)
    await tx.query(
      `insert into door_hold as h (device_id, since, user_id, actor, reason, command_id)
       select device_id, requested_at, user_id, actor, reason, id from command c
       where id = any ($1::uuid[]) and not exists (select from command l
         where l.device_id = c.device_id and l.requested_at > c.requested_at and l.status = 'confirmed'
           and (l.asked in ('lock', 'lockdown') or l.asked = 'release' and l.action = 'lock'))
       order by device_id
       on conflict (device_id) do update set since = excluded.since, user_id = excluded.user_id,
         actor = excluded.actor, reason = excluded.reason, command_id = excluded.command_id
       where h.since <= excluded.since`,
      [begun],
    )
}

// A release that leads back to a schedule's hold begins that one.
const meansOf = ({ asked, action }: Standing) =>
  asked === 'release' && action === 'hold-unlocked' ? 'begins' : meansForHold[asked]
