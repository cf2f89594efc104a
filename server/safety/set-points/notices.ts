// Who is notified of proposed changes of set points: of a new one those who may decide it, of a decision whoever proposed it.
import type { Db } from '../../db/pool.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import { notify, usersWho } from '../../messages/notifications/notifications.ts'
import type { StoredProposal } from './proposals.sql.ts'
import { type Known, placeOf } from './sight.ts'

interface Proposed {
  readonly companyId: string
  readonly subject: string
  readonly placeIds: readonly string[]
  readonly proposalId: string
}

/** Where a proposal is decided and found again. */
const pathOf = (proposalId: string) => `/gas-monitoring/set-points?sheet=proposals:${proposalId}`

export const notifyDeciders = async (
  tx: Db,
  directory: Known,
  {
    companyId,
    subject,
    placeIds,
    proposalId,
    by,
    byId,
    reason,
  }: Proposed & { readonly by: string; readonly byId: string; readonly reason: string },
): Promise<void> => {
  const places = placeIds.flatMap((id) => placeOf(directory, companyId, id) ?? [])
  const deciders = (await usersWho(tx, [companyId], ['manage_gas'])).filter(
    (reader) => reader.id !== byId && places.every(({ levels }) => seesLabelled(reader, levels)),
  )
  await notify(
    tx,
    deciders.map(({ id }) => ({
      userId: id,
      companyId,
      kind: 'set-points-proposed',
      title: `Gas set points: a change waits for a second person`,
      message: `${by} proposes to change the gas set points of ${subject}: ${reason}`,
      type: 'warning' as const,
      priority: 'medium' as const,
      action: { label: 'Review the change', path: pathOf(proposalId) },
      requiredPermissions: ['manage_gas' as const],
      placeIds,
    })),
  )
}

export const notifyProposer = async (
  tx: Db,
  { companyId, subject, placeIds, proposalId }: Proposed,
  { proposedById }: StoredProposal,
  decided: { readonly state: 'approved' | 'rejected'; readonly by: string; readonly reason: string },
): Promise<void> => {
  if (proposedById === null) return
  const isApproved = decided.state === 'approved'
  await notify(tx, {
    userId: proposedById,
    companyId,
    kind: 'set-points-decided',
    title: `Gas set points: your change is ${decided.state}`,
    message: `${decided.by} ${decided.state} your change of the gas set points of ${subject}: ${decided.reason}`,
    type: isApproved ? 'success' : 'warning',
    priority: 'medium',
    action: { label: 'Open the proposal', path: pathOf(proposalId) },
    requiredPermissions: ['manage_gas'],
    placeIds,
  })
}
