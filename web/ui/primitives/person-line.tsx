// A person in a list: the picture, and beside it name and what else is to be known.
import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'

interface PersonLineProps {
  readonly picture: string | null
  readonly name: string
  readonly size?: 'small' | 'medium'
  readonly children: ReactNode
}

export const PersonLine = ({ picture, name, size = 'small', children }: PersonLineProps) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar picture={picture} name={name} size={size} />
    <span className="grid min-w-0 wrap-anywhere">{children}</span>
  </span>
)
