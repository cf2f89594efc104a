// The changes of set points that wait for a second person, over the set points themselves.
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { Proposal } from '@gatehouse/contract/safety/set-points'
import { useState } from 'react'
import { Failed } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { TableFoot } from '../../ui/tables/table-foot.tsx'
import { DecideQuestion } from './decide-question.tsx'
import type { NameOf } from './differences.tsx'
import { type Decision, ProposalItem } from './proposal-item.tsx'

interface PendingProposalsProps {
  readonly nameOf: NameOf
  readonly areaName: (areaId: string | null, isNewArea: boolean) => string
}

export const PendingProposals = (props: PendingProposalsProps) => {
  const { query, answers, more } = usePages(setPoints.proposals, (page) => ({ ...page, pending: 'true' as const }))
  const [deciding, setDeciding] = useState<{ readonly proposal: Proposal; readonly decision: Decision } | null>(null)
  const pending = answers.flatMap(({ proposals }) => proposals)
  return (
    <>
      {query.isError && pending.length === 0 && (
        <Failed what="The proposed changes could not be loaded" error={query.error} onRetry={() => query.refetch()} />
      )}
      {pending.length > 0 && (
        <Card title="Proposed changes" note={pending.length}>
          <div className="grid gap-3 px-4 pb-2">
            {pending.map((proposal) => (
              <ProposalItem
                {...props}
                key={proposal.id}
                proposal={proposal}
                onDecide={(decision) => setDeciding({ proposal, decision })}
              />
            ))}
          </div>
          {more?.hasNextPage && <TableFoot more={more} rows={pending.length} noun={['proposal', 'proposals']} />}
        </Card>
      )}
      {deciding && <DecideQuestion {...deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}
