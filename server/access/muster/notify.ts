// Telling those who may run a muster that one has begun: whoever sees the site and a zone of it. How many are on the list
// is not said, because labels may hide some of them.
import { type Db, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { labelsOf, seesLabelled } from '../../kit/label-scope.ts'
import { notify, usersWho } from '../../messages/notifications/notifications.ts'

export interface Begun {
  readonly id: string
  readonly companyId: string
  readonly siteId: string
  readonly site: string
  readonly zoneIds: readonly string[]
  readonly kind: 'drill' | 'real'
  readonly reason: string
  readonly by: Pick<Caller, 'userId' | 'name'>
}

export const notifyWardens = async (tx: Db, begun: Begun): Promise<void> => {
  const labels = await levelsOf(tx, begun)
  const wardens = await usersWho(tx, [begun.companyId], ['manage_muster'])
  const notified = wardens.filter(
    (reader) =>
      reader.id !== begun.by.userId &&
      reader.permissions.has('read_entry_exit_dashboard') &&
      labels.some((levels) => seesLabelled(reader, levels)),
  )
  const what = begun.kind === 'real' ? 'Roll-call' : 'Roll-call (drill)'
  await notify(
    tx,
    notified.map(({ id }) => ({
      userId: id,
      companyId: begun.companyId,
      kind: 'muster-started',
      title: `${what} at ${begun.site}`,
      message: `${begun.by.name} has begun a roll-call: ${begun.reason}. Mark whoever you see as safe.`,
      type: begun.kind === 'real' ? ('error' as const) : ('warning' as const),
      priority: begun.kind === 'real' ? ('high' as const) : ('medium' as const),
      action: { label: 'Open the roll-call', path: `/entry-exit/dashboard/muster/${begun.id}` },
      requiredPermissions: ['manage_muster', 'read_entry_exit_dashboard'] as const,
    })),
  )
}

/** Of each zone it is about: what its site and it ask for. */
const levelsOf = async (tx: Db, { siteId, zoneIds }: Begun): Promise<string[][][]> => {
  const rows = await rowsOf<{ site: string[]; zone: string[] }>(tx)`
    select ${labelsOf('z.site_id')} as site, ${labelsOf('z.id')} as zone
    from (select id, site_id from zone where site_id = ${siteId} and (${zoneIds}::uuid[] = '{}' or id = any (${zoneIds}::uuid[]))
      union all select null, ${siteId}::uuid where ${zoneIds}::uuid[] = '{}') z
  `
  return rows.map(({ site, zone }) => [site, zone].filter((level) => level.length > 0))
}
