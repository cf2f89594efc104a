// Telling those who may run a muster that one has begun, or was started by mistake: whoever sees the site and a zone of it. How many are on the list
// is not said, because labels may hide some of them.
import { type Db, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { labelsOf, seesLabelled } from '../../kit/label-scope.ts'
import { type Notice, notify, usersWho } from '../../messages/notifications/notifications.ts'

interface RollCall {
  readonly id: string
  readonly companyId: string
  readonly siteId: string
  readonly site: string
  readonly zoneIds: readonly string[]
  readonly kind: 'drill' | 'real'
  /** Who did it needs no word of it. */
  readonly by: Pick<Caller, 'userId' | 'name'>
}

/** That one has begun. */
export const notifyWardens = (tx: Db, begun: RollCall & { readonly reason: string }): Promise<void> => {
  const { kind, site, reason, by } = begun
  return notifyThose(tx, begun, {
    title: `${kind === 'real' ? 'Roll-call' : 'Roll-call (drill)'} at ${site}`,
    message: `${by.name} started a roll-call${reason && `: ${reason}`}. Mark everyone you see as safe.`,
    type: kind === 'real' ? 'error' : 'warning',
    priority: kind === 'real' ? 'high' : 'medium',
  })
}

/** Whoever came running because of it may go back. */
export const notifyOfMistake = (tx: Db, ended: RollCall): Promise<void> =>
  notifyThose(tx, ended, {
    title: `Roll-call at ${ended.site} started by mistake`,
    message: `${ended.by.name} ended it. Nobody has to be marked.`,
    type: 'info',
    priority: ended.kind === 'real' ? 'high' : 'medium',
  })

const notifyThose = async (
  tx: Db,
  rollCall: RollCall,
  words: Pick<Notice, 'title' | 'message' | 'type' | 'priority'>,
): Promise<void> => {
  const { id, companyId, by } = rollCall
  const labels = await levelsOf(tx, rollCall)
  const wardens = await usersWho(tx, [companyId], ['manage_muster'])
  const notified = wardens.filter(
    (reader) =>
      reader.id !== by.userId &&
      reader.permissions.has('read_entry_exit_dashboard') &&
      labels.some((levels) => seesLabelled(reader, levels)),
  )
  await notify(
    tx,
    notified.map((reader) => ({
      ...words,
      userId: reader.id,
      companyId,
      kind: 'muster-started',
      action: { label: 'Open the roll-call', path: `/entry-exit/dashboard/muster/${id}` },
      requiredPermissions: ['manage_muster', 'read_entry_exit_dashboard'],
    })),
  )
}

/** Of each zone it is about: what its site and it ask for. */
const levelsOf = async (tx: Db, { siteId, zoneIds }: RollCall): Promise<string[][][]> => {
  const rows = await rowsOf<{ site: string[]; zone: string[] }>(tx)`
    select ${labelsOf('z.site_id')} as site, ${labelsOf('z.id')} as zone
    from (select id, site_id from zone where site_id = ${siteId} and (${zoneIds}::uuid[] = '{}' or id = any (${zoneIds}::uuid[]))
      union all select null, ${siteId}::uuid where ${zoneIds}::uuid[] = '{}') z
  `
  return rows.map(({ site, zone }) => [site, zone].filter((level) => level.length > 0))
}
