// What is left to be done once a roll-call has started: its reason, and the way out where nobody meant to start it.
import * as contract from '@gatehouse/contract/access/muster'
import type { Muster } from '@gatehouse/contract/access/muster'
import { Can } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { ReasonLater } from '../../ui/sheets/reason-later.tsx'

interface StartNoticeProps {
  readonly muster: Muster
  /** Whether a warden has marked somebody: nobody takes it for a mistake then. */
  readonly isMarked: boolean
}

/** For a roll-call that runs. */
export const StartNotice = ({ muster: { id, site, kind, reason }, isMarked }: StartNoticeProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
    <Can op={contract.setReason}>
      <ReasonLater
        reasons={contract.reasons[kind]}
        reason={reason}
        save={(given) => call(contract.setReason, { musterId: id, reason: given })}
      />
    </Can>
    {kind === 'real' && !isMarked && (
      <Can op={contract.endMistake}>
        <ConfirmButton
          label="Started by mistake"
          title={`End the roll-call at ${site}?`}
          action="End it"
          busy="Ending…"
          run={() => call(contract.endMistake, { musterId: id })}
          done="The roll-call has ended. Everybody who was notified is notified of that."
        >
          <p>It stays on the record as started by mistake, and everybody who was notified of it is notified again.</p>
        </ConfirmButton>
      </Can>
    )}
  </div>
)
