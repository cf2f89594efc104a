// One proposed change of set points: who asks for what and why, until when, and what became of it.
import type { Proposal } from '@gatehouse/contract/safety/set-points'
import Button from '@mui/material/Button'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { Differences, type NameOf } from './differences.tsx'
import { changeText, stateOf, whereText } from './proposal-words.ts'

export type Decision = 'approve' | 'reject' | 'withdraw'

interface ProposalItemProps {
  readonly proposal: Proposal
  readonly nameOf: NameOf
  readonly areaName: (areaId: string | null, isNewArea: boolean) => string
  /** Absent: it is looked at. */
  readonly onDecide?: (decision: Decision) => void
  readonly isCurrent?: boolean
}

export const ProposalItem = ({ proposal, nameOf, areaName, onDecide, isCurrent = false }: ProposalItemProps) => {
  const timeZone = useTimeZone()
  const { state, reason, proposedBy, proposedAt, expiresAt, decided, isOutdated, isOwn, differences } = proposal
  const isPending = state === 'pending'
  return (
    <article
      className="grid gap-2 rounded border border-line p-4 wrap-anywhere aria-current:border-primary"
      aria-current={isCurrent ? 'true' : undefined}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="m-0! text-md">
          {changeText(proposal)} <span className="font-normal text-muted">{whereText(proposal)}</span>
        </h3>
        <StatusWord {...stateOf(proposal)} />
      </header>
      <p>
        <span className="text-muted">
          {proposedBy}, <When at={proposedAt} />:
        </span>{' '}
        {reason}
      </p>
      {decided && (
        <p>
          <span className="text-muted">
            {stateOf({ state, isOutdated: false }).word} by {decided.by}, <When at={decided.at} />:
          </span>{' '}
          {decided.reason}
        </p>
      )}
      <Differences differences={differences} nameOf={nameOf} areaName={areaName} />
      {isPending && <p className="text-sm text-muted">Expires {exactTime(expiresAt, timeZone)}</p>}
      {isPending && isOutdated && (
        <p>
          What it would change has changed since it was proposed. It cannot be approved any more:{' '}
          {isOwn ? 'withdraw' : 'reject'} it, and propose it again.
        </p>
      )}
      {isPending && isOwn && !isOutdated && <p>You proposed this: somebody else has to approve it.</p>}
      {isPending && onDecide && (
        <p className="flex flex-wrap gap-2">
          {!isOwn && !isOutdated && (
            <Button variant="contained" onClick={() => onDecide('approve')}>
              Approve
            </Button>
          )}
          {!isOwn && (
            <Button variant="outlined" onClick={() => onDecide('reject')}>
              Reject
            </Button>
          )}
          {isOwn && (
            <Button variant="outlined" onClick={() => onDecide('withdraw')}>
              Withdraw
            </Button>
          )}
        </p>
      )}
    </article>
  )
}
