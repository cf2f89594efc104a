// The end of a form: what went wrong with the whole of it, and its buttons. A button that works is not disabled, so
// that focus stays where it is.
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import styles from './form-actions.module.css'
import { Icon } from './icon.tsx'

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
  <div className={styles.end}>
    <p role="alert" className={styles.failure}>
      {failure !== null && <Icon name="critical" />}
      {failure}
    </p>
    <div className={styles.buttons}>
      {children}
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <Button type="submit" variant="contained" aria-disabled={busy}>
        {busy ? working : label}
      </Button>
    </div>
  </div>
)
