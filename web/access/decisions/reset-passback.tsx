// Letting people in again who by the log are inside already: one, or everybody.
import * as decisions from '@gatehouse/contract/access/decisions'
import { call } from '../../kit/data/api.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { toast } from '../../ui/feedback/toast.ts'

interface ResetPassbackProps {
  /** null: everybody. */
  readonly person: { readonly id: string; readonly name: string } | null
  readonly onClose: () => void
}

export const ResetPassback = ({ person, onClose }: ResetPassbackProps) => (
  <Confirm
    title={person ? `Reset anti-passback of ${person.name}?` : 'Reset anti-passback of everybody?'}
    action="Reset"
    busy="Resetting…"
    reason={{ label: 'Why' }}
    onConfirm={async (reason) => {
      await call(decisions.resetPassback, { userId: person?.id ?? null, reason })
      toast('success', 'Anti-passback is reset')
    }}
    onClose={onClose}
  >
    <p>
      {person ? `${person.name} is` : 'Everybody is'} let in once more at doors with anti-passback, whatever the log
      says of where {person ? 'they are' : 'people are'}.
    </p>
  </Confirm>
)
