// Who may put a credential into somebody's hands: nobody gives what opens a door that they could not open, or have opened,
// themselves. And its owner is told, whoever it was.
import type { Credential } from '@gatehouse/contract/access/access'
import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { Refusal } from '../../kit/errors.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { type Notice, notify } from '../../messages/notifications/notifications.ts'

/** The ids of the doors that somebody's own levels open at this moment, whatever the time of day. */
export const ownDoors = ({ userId }: Pick<Caller, 'userId'>): RawBuilder<unknown> =>
  sql`select mine.door_id from access_level_holder me join access_level_opens mine on mine.level_id = me.level_id
    where me.user_id = ${userId}
      and coalesce(me.valid_from, '-infinity') <= ${instant()} and coalesce(me.valid_to, 'infinity') > ${instant()}
      and coalesce(me.member_from, '-infinity') <= ${instant()} and coalesce(me.member_to, 'infinity') > ${instant()}`

/**
 * Of these people, those whose credentials open a door, now or later, that the caller may neither open now nor see and
 * manage: what is enrolled for them would be a key to it. Nobody for `admin_access`.
 */
export const beyondReach = async (tx: Db, caller: Caller, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (can(caller, 'admin_access') || userIds.length === 0) return new Set()
  const rows = await rowsOf<{ id: string }>(tx)`
    select distinct h.user_id as id from access_level_holder h join access_level_opens o on o.level_id = h.level_id
    where h.user_id = any (${[...userIds]}::uuid[])
      and (${labelScope(caller).hides('o.door_id')}
        or (not ${can(caller, 'manage_doors')}::boolean and o.door_id not in (${ownDoors(caller)})))
  `
  return new Set(rows.map(({ id }) => id))
}

export const cannotGive = 'This person may open doors that you may not open yourself'

/** 403 where what is given to this person would open what the caller may not. */
export const demandReach = async (tx: Db, caller: Caller, userId: string): Promise<void> => {
  if ((await beyondReach(tx, caller, [userId])).size > 0)
    throw new Refusal(403, 'FORBIDDEN', `${cannotGive}. Somebody who may has to do this.`)
}

/** What happened to a credential, as its owner is told it. */
export type Change = 'given' | 'changed' | 'replaced' | 'revoked'

/** By the last of its digits: who reads along on a screen knows no card by it. */
const nameOf = ({ kind, number, duress }: Pick<Credential, 'kind' | 'number' | 'duress'>) => {
  if (kind === 'card') return `card ${number === null ? '' : `ending in ${number.slice(-4)}`}`.trim()
  return kind === 'pin' ? `${duress ? 'duress ' : ''}PIN` : 'pass for a phone'
}

const titles: Record<Change, string> = {
  given: 'You were given a credential',
  changed: 'A credential of yours was changed',
  replaced: 'A credential of yours was replaced',
  revoked: 'A credential of yours was revoked',
}

export const ownerNotice = (
  companyId: string,
  caller: Pick<Caller, 'name'>,
  userId: string,
  change: Change,
  credential: Pick<Credential, 'kind' | 'number' | 'duress'>,
): Notice => ({
  userId,
  companyId,
  kind: 'credential-changed',
  title: titles[change],
  message: `Your ${nameOf(credential)}: ${change} by ${caller.name}. If you do not know why, tell whoever looks after access.`,
  type: 'info',
  priority: change === 'given' || change === 'replaced' ? 'medium' : 'low',
  action: { label: 'Your credentials', path: '/profile' },
})

export const notifyOwner = (tx: Db, ...about: Parameters<typeof ownerNotice>): Promise<void> =>
  notify(tx, ownerNotice(...about))
