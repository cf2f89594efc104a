// A person in a list: the picture, and beside it name and what else is to be known.
import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import styles from './person-line.module.css'

interface PersonLineProps {
  readonly picture: string | null
  readonly name: string
  readonly size?: 'small' | 'medium'
  readonly children: ReactNode
}

export const PersonLine = ({ picture, name, size = 'small', children }: PersonLineProps) => (
  <span className={styles.person}>
    <Avatar picture={picture} name={name} size={size} />
    <span className={styles.words}>{children}</span>
  </span>
)
