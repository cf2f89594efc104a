// A form of the account in a dialog, which fills a phone.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId } from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { Failure } from '../../ui/feedback/failure.tsx'
import { useFormAttempt } from '../../ui/forms/use-form-attempt.ts'

interface FormDialogProps<T extends FieldValues> {
  readonly title: string
  readonly form: UseFormReturn<T>
  /** `Change password`; and while it is on its way: `Changing…`. */
  readonly label: string
  readonly working: string
  readonly send: (fields: T) => Promise<unknown>
  readonly failureOf?: (error: unknown) => string | null
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What comes once it is sent is up to `send`: this dialog does not close itself. */
export const FormDialog = <T extends FieldValues>(props: FormDialogProps<T>) => {
  const { title, form, label, working, send, failureOf, onClose, children } = props
  const heading = useId()
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const { isSubmitting } = useFormState({ control: form.control })
  const { failure, submit } = useFormAttempt(form, send, failureOf)
  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth="xs" aria-labelledby={heading}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent className={dialogContent}>
          {children}
          <Failure text={failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" aria-disabled={isSubmitting}>
            {isSubmitting ? working : label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Its first field has room for the label that floats above it. */
export const dialogContent = 'grid content-start gap-4 [&>:first-child]:mt-2'
