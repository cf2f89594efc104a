// The way out of an empty state, for whoever may go it.
import type { Operation } from '@gatehouse/contract/operation'
import type { ReactNode } from 'react'
import { Can } from '../../kit/can.tsx'
import { PlainButtonLink } from '../primitives/plain-button.tsx'

interface NextStepProps {
  /** What is done there. */
  readonly op: Operation
  readonly to: string
  readonly children: ReactNode
}

/** A button that leads to where the first of its kind is added. */
export const NextStep = ({ op, to, children }: NextStepProps) => (
  <Can op={op}>
    <PlainButtonLink to={to}>{children}</PlainButtonLink>
  </Can>
)
