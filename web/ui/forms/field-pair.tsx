// Short fields side by side where there is room.
import type { ReactNode } from 'react'
import styles from './field-pair.module.css'

export const FieldPair = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.pair}>{children}</div>
)
