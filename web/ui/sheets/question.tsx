// The frame of every question before something is done: it names the object and the effect, says what went wrong, and
// cannot be left while it is being done.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { Failure } from '../feedback/failure.tsx'
import { useAttempt } from '../forms/use-attempt.ts'

export interface Asked {
  /** `Suspend Ada Byron?` */
  readonly title: string
  /** What happens when it is confirmed. */
  readonly children: ReactNode
  /** The button's word: `Suspend`; and while it is being done: `Suspending…`. */
  readonly action: string
  readonly busy: string
  readonly tone?: 'plain' | 'danger'
  readonly onClose: () => void
}

interface QuestionProps extends Asked {
  /** An alert unless more than a word is asked for. */
  readonly role?: 'alertdialog' | 'dialog'
  /** What has to be filled in. */
  readonly field?: ReactNode
  readonly failure: string | null
  readonly working: boolean
  /** Nothing is there to be confirmed yet. */
  readonly idle?: boolean
  /** The word of what leaves without doing it: `Cancel` where absent. */
  readonly leave?: string
  /** Instead of the button that a press is enough for. */
  readonly confirm?: ReactNode
  readonly onSubmit?: () => Promise<void>
}

export const Question = (props: QuestionProps) => {
  const {
    title,
    children,
    action,
    busy,
    tone = 'plain',
    role = 'alertdialog',
    field,
    failure,
    working,
    idle = false,
    leave = 'Cancel',
    confirm,
    onSubmit,
    onClose,
  } = props
  const heading = useId()
  const words = useId()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // Asked out of another form, its answer is not that form's.
    event.stopPropagation()
    if (!working) void onSubmit?.()
  }
  return (
    <Dialog
      open
      role={role}
      onClose={() => {
        if (!working) onClose()
      }}
      fullWidth
      maxWidth="xs"
      aria-labelledby={heading}
      aria-describedby={words}
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent className="grid gap-4">
          {/* A list of words in it; a list of choices looks after itself. */}
          <div
            id={words}
            className="grid gap-2 wrap-anywhere [&_ul:not(fieldset_ul)]:grid [&_ul:not(fieldset_ul)]:list-disc [&_ul:not(fieldset_ul)]:gap-1 [&_ul:not(fieldset_ul)]:ps-5"
          >
            {children}
          </div>
          {field}
          <Failure text={failure} />
        </DialogContent>
        {/* What has to be held says so below its button. */}
        <DialogActions className="items-start">
          <Button onClick={onClose} disabled={working}>
            {leave}
          </Button>
          {confirm ?? (
            <Button
              type="submit"
              variant="contained"
              className={tone === 'danger' ? danger : ''}
              disabled={idle}
              aria-disabled={working}
            >
              {working ? busy : action}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

const danger = 'bg-critical text-surface hover:bg-[color-mix(in_srgb,var(--state-critical)_88%,var(--text))]'

/** Does what was asked about and closes the question; where that fails it stays, and says why. */
export const useConfirming = (onClose: () => void) => {
  const { busy: working, failure, attempt } = useAttempt()
  const confirm = (work: () => Promise<unknown>): Promise<void> =>
    attempt(async () => {
      await work()
      onClose()
    })
  return { working, failure, confirm }
}
