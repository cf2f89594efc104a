// Letting people in again who by the log are inside already: one, or everybody.
import * as decisions from '@gatehouse/contract/access/decisions'
import { call } from '../../kit/data/api.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'

interface ResetPassbackProps {
  /** null: everybody. */
  readonly person: { readonly id: string; readonly name: string } | null
}

export const ResetPassback = ({ person }: ResetPassbackProps) => (
  <ConfirmButton
    label="Reset anti-passback…"
    title={person ? `Reset anti-passback of ${person.name}?` : 'Reset anti-passback of everybody?'}
    action="Reset"
    busy="Resetting…"
    tone="plain"
    reason={{ label: 'Why' }}
    run={(reason) => call(decisions.resetPassback, { userId: person?.id ?? null, reason })}
    done="Anti-passback is reset"
  >
    <p>
      {person ? `${person.name} is` : 'Everybody is'} let in once more at doors with anti-passback, whatever the log
      says of where {person ? 'they are' : 'people are'}.
    </p>
  </ConfirmButton>
)
