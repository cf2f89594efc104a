// The steps of a policy in plain words.
import type { EscalationPolicy } from '@gatehouse/contract/safety/escalations'
import { type Names, repeatText, stepText } from './escalation-words.ts'

interface PolicyStepsProps {
  readonly policy: Pick<EscalationPolicy, 'steps' | 'repeatSeconds'>
  readonly names: Names
}

export const PolicySteps = ({ policy: { steps, repeatSeconds }, names }: PolicyStepsProps) => (
  <ol className="grid list-decimal gap-1 ps-5 wrap-anywhere [&>li:last-child]:list-none [&>li:last-child]:text-muted">
    {steps.map((_, index) => {
      const text = stepText(steps, index, names)
      // oxlint-disable-next-line react/no-array-index-key -- steps have no other identity than their place
      return <li key={index}>{text}</li>
    })}
    <li>{repeatText(repeatSeconds)}</li>
  </ol>
)
