// Somebody else saved what is being edited here: nothing is lost, and whoever edits decides.
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { When } from '../time/when.tsx'
import { ConfirmButton } from './confirm-button.tsx'

interface ChangedMeanwhileProps {
  /** `policy` */
  readonly what: string
  /** null: the server does not know. */
  readonly by: string | null
  readonly at: string
  /** The next save replaces theirs. */
  readonly onKeepMine: () => void
  readonly onLoadTheirs: () => void
  /** What it is by now. */
  readonly children: ReactNode
}

export const ChangedMeanwhile = ({ what, by, at, onKeepMine, onLoadTheirs, children }: ChangedMeanwhileProps) => (
  <section
    className="grid gap-3 rounded border border-line border-warning bg-surface p-4"
    role="alert"
    aria-label="Changed by somebody else"
  >
    <p>
      <strong>
        {by ?? 'Somebody else'} changed this {what}
      </strong>{' '}
      (<When at={at} />) since you opened it. What you typed is still here. It is now:
    </p>
    {children}
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
        <p>What you have typed since you opened the {what} is discarded.</p>
      </ConfirmButton>
    </p>
  </section>
)
