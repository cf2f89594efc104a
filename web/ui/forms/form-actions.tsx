// The end of a form: what went wrong with the whole of it, and its buttons. A button that works is not disabled, so
// that focus stays where it is.
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Failure } from '../feedback/failure.tsx'

interface FormActionsProps {
  readonly failure: string | null
  readonly busy: boolean
  /** `Save` */
  readonly label: string
  /** `Saving…` */
  readonly working: string
  readonly onCancel?: () => void
  readonly children?: ReactNode
}

export const FormActions = ({ failure, busy, label, working, onCancel, children }: FormActionsProps) => (
  <div className="grid gap-2">
    {/* Room for one line at all times: a message moves nothing. */}
    <div className="min-h-[1.5em]">
      <Failure text={failure} />
    </div>
    <div className="flex flex-wrap justify-end gap-2">
      {children}
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <Button type="submit" variant="contained" aria-disabled={busy}>
        {busy ? working : label}
      </Button>
    </div>
  </div>
)
