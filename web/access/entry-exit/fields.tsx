// What is known of an entry or exit, as wide names and values.
import type { ReactNode } from 'react'

interface FieldsProps {
  /** Inside something that has a frame of its own. */
  readonly inner?: boolean
  readonly children: ReactNode
}

export const Fields = ({ inner = false, children }: FieldsProps) => (
  <dl className={inner ? 'grid w-full' : 'grid px-4 pb-3'}>{children}</dl>
)

export const Field = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid grid-cols-[11rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 border-t border-t-line py-2 below-sm:grid-cols-1">
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere [&_code]:text-sm">{children}</dd>
  </div>
)
