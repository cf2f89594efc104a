// What went wrong in a dialog, said at once; its place is there before, so that nothing moves and readers hear it.
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import styles from './dialogs.module.css'

export const Failure = ({ children }: { readonly children: ReactNode }) => (
  <div role="alert" className={styles.failure}>
    {children && <Icon name="critical" />}
    {children && <span>{children}</span>}
  </div>
)
