// What is known of something, as names and values.
import type { ReactNode } from 'react'

interface FactsProps {
  /** What they stand in has its own room around them. */
  readonly flush?: boolean
  readonly children: ReactNode
}

export const Facts = ({ flush = false, children }: FactsProps) => (
  <dl className={flush ? 'grid' : 'grid px-4 pb-3'}>{children}</dl>
)

export const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 border-t border-t-line py-2 below-sm:grid-cols-[6.5rem_minmax(0,1fr)]">
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
