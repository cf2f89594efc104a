// Approving, rejecting or withdrawing a proposed change. The question stays until it is answered, also when the proposal
// has been decided, has expired or is outdated by then: it shows that, and the reason that was typed.
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { Proposal } from '@gatehouse/contract/safety/set-points'
import { useQueryClient } from '@tanstack/react-query'
import { call, isStatus } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import type { Decision } from './proposal-item.tsx'
import { changeText, whereText } from './proposal-words.ts'

interface DecideQuestionProps {
  readonly proposal: Proposal
  readonly decision: Decision
  readonly onClose: () => void
}

const words = {
  approve: {
    title: 'Approve this change?',
    action: 'Approve',
    busy: 'Approving…',
    done: 'The change is approved and made.',
  },
  reject: { title: 'Reject this change?', action: 'Reject', busy: 'Rejecting…', done: 'The change is rejected.' },
  withdraw: {
    title: 'Withdraw this change?',
    action: 'Withdraw',
    busy: 'Withdrawing…',
    done: 'The change is withdrawn.',
  },
} as const satisfies Record<Decision, object>

const operations = {
  approve: setPoints.approve,
  reject: setPoints.reject,
  withdraw: setPoints.withdraw,
} as const satisfies Record<Decision, object>

const effects: Readonly<Record<Decision, string>> = {
  approve: 'It is made at once.',
  reject: 'Nothing changes. Whoever proposed it is notified.',
  withdraw: 'Nothing changes, and nobody has to decide it any more.',
}

export const DecideQuestion = ({ proposal, decision, onClose }: DecideQuestionProps) => {
  const cache = useQueryClient()
  const { title, action, busy, done } = words[decision]
  return (
    <Confirm
      title={title}
      action={action}
      busy={busy}
      tone={decision === 'approve' ? 'plain' : 'danger'}
      reason={{ label: 'Reason' }}
      onClose={onClose}
      onConfirm={async (reason) => {
        try {
          await call(operations[decision], { id: proposal.id, reason })
          toast('success', done)
        } catch (error) {
          if (isStatus(error, 409)) await cache.invalidateQueries({ queryKey: keyOf(setPoints.proposals) })
          throw error
        }
      }}
    >
      <p>
        {changeText(proposal)}, {whereText(proposal)}. {effects[decision]}
      </p>
    </Confirm>
  )
}
