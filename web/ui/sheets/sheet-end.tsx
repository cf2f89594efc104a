// The foot of a sheet in which something is changed: what went wrong, the way out, and the button that does it.
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Failure } from '../feedback/failure.tsx'
import styles from './sheet-end.module.css'

interface SheetEndProps {
  readonly failure: string | null
  readonly onCancel: () => void
  readonly children: ReactNode
}

export const SheetEnd = ({ failure, onCancel, children }: SheetEndProps) => (
  <>
    <div className={styles.failure}>
      <Failure text={failure} />
    </div>
    <Button onClick={onCancel}>Cancel</Button>
    {children}
  </>
)
