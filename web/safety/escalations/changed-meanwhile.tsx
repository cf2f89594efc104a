// Somebody else saved the policy while it was being edited here: nothing is lost, and the editor decides.
import type { EscalationPolicy } from '@gatehouse/contract/safety/escalations'
import Button from '@mui/material/Button'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { When } from '../../ui/time/when.tsx'
import type { Names } from './escalation-words.ts'
import { PolicySteps } from './policy-steps.tsx'

interface ChangedMeanwhileProps {
  readonly theirs: EscalationPolicy
  readonly names: Names
  /** The next save replaces theirs. */
  readonly onKeepMine: () => void
  readonly onLoadTheirs: () => void
}

export const ChangedMeanwhile = ({ theirs, names, onKeepMine, onLoadTheirs }: ChangedMeanwhileProps) => (
  <section
    className="grid gap-3 rounded border border-line border-warning bg-surface p-4"
    role="alert"
    aria-label="Changed by somebody else"
  >
    <p>
      <strong>{theirs.changedBy ?? 'Somebody else'} changed this policy</strong> (<When at={theirs.changedAt} />) since
      you opened it. What you typed is still here. It is now:
    </p>
    <p className="font-semibold">{theirs.name}</p>
    <PolicySteps policy={theirs} names={names} />
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button variant="outlined" onClick={onKeepMine}>
        Replace it with mine
      </Button>
      <ConfirmButton
        action="Load theirs"
        busy="Loading…"
        title="Load theirs?"
        tone="plain"
        run={async () => onLoadTheirs()}
      >
        <p>What you have typed since you opened the policy is discarded.</p>
      </ConfirmButton>
    </p>
  </section>
)
