// Changes of set points that wait for a second person, and what became of them.
import {
  change as changeShape,
  difference,
  type Difference,
  type Proposal,
  type SetPointChange,
} from '@gatehouse/contract/safety/set-points'
import { sql } from 'kysely'
import { z } from 'zod'
import { allOf, isOlder } from '../../db/conditions.ts'
import { type Db, execute, insertRow, rowsOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import type { TimeKey } from '../../kit/cursor.ts'

export interface StoredProposal {
  readonly id: string
  readonly state: Proposal['state']
  readonly change: SetPointChange
  readonly differences: Difference[]
  readonly reason: string
  readonly proposedAt: string
  readonly proposedById: string | null
  readonly proposedBy: string
  readonly expiresAt: string
  readonly decided: Proposal['decided']
}

interface Wanted {
  readonly companyId: string
  readonly id?: string
  readonly isPending?: boolean | undefined
  readonly beyond?: TimeKey | undefined
  readonly limit: number
}

export const readProposals = async (
  db: Db,
  { companyId, id, isPending, beyond, limit }: Wanted,
): Promise<StoredProposal[]> => {
  const now = clock.now()
  const isOpen = sql`(p.state = 'pending' and p.expires_at > ${now})`
  const rows = await rowsOf<
    Omit<StoredProposal, 'change' | 'differences' | 'proposedAt' | 'expiresAt' | 'decided'> & {
      change: unknown
      differences: unknown
      proposedAt: Date
      expiresAt: Date
      decidedAt: Date | null
      decidedBy: string | null
      decisionReason: string | null
    }
  >(db)`
    select p.id, p.change, p.differences, p.reason,
      case when p.state = 'pending' and not ${isOpen} then 'expired' else p.state end as state,
      p.proposed_at as "proposedAt", p.proposed_by_id as "proposedById", p.proposed_by as "proposedBy",
      p.expires_at as "expiresAt", p.decided_at as "decidedAt", p.decided_by as "decidedBy",
      p.decision_reason as "decisionReason"
    from set_point_proposal p where ${allOf(
      sql`p.company_id = ${companyId}`,
      id && sql`p.id = ${id}`,
      isPending !== undefined && (isPending ? isOpen : sql`not ${isOpen}`),
      isOlder('p.proposed_at', 'p.id', beyond),
    )}
    order by p.proposed_at desc, p.id desc limit ${limit}
  `
  return rows.map(({ change, differences, proposedAt, expiresAt, decidedAt, decidedBy, decisionReason, ...row }) => ({
    ...row,
    change: changeShape.parse(change),
    differences: z.array(difference).parse(differences),
    proposedAt: proposedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decided:
      decidedAt === null ? null : { at: decidedAt.toISOString(), by: decidedBy ?? '', reason: decisionReason ?? '' },
  }))
}

export const insertProposal = (
  tx: Db,
  proposal: Pick<StoredProposal, 'id' | 'change' | 'differences' | 'reason' | 'proposedBy'> & {
    readonly companyId: string
    readonly proposedById: string
    readonly at: Date
    readonly expiresAt: Date
  },
) =>
  insertRow(tx, 'set_point_proposal', {
    id: proposal.id,
    company_id: proposal.companyId,
    change: JSON.stringify(proposal.change),
    differences: JSON.stringify(proposal.differences),
    reason: proposal.reason,
    proposed_at: proposal.at,
    proposed_by_id: proposal.proposedById,
    proposed_by: proposal.proposedBy,
    expires_at: proposal.expiresAt,
    state: 'pending',
  })

export const decideProposal = (
  tx: Db,
  id: string,
  {
    state,
    by,
    reason,
  }: { readonly state: 'approved' | 'rejected' | 'withdrawn'; readonly by: string; readonly reason: string },
) =>
  execute(tx)`
    update set_point_proposal set state = ${state}, decided_at = ${clock.now()}, decided_by = ${by},
      decision_reason = ${reason} where id = ${id}
  `
