// A name, and what else is to be known in small letters below it.
import type { ReactNode } from 'react'

export const Named = ({ name, children }: { readonly name: ReactNode; readonly children?: ReactNode }) => (
  <span>
    {name}
    {children && <Note>{children}</Note>}
  </span>
)

/** A line of its own in small letters. */
export const Note = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-sm font-normal text-muted">{children}</span>
)
