// One escalation policy for whoever may look at it and not change it.
import type { EscalationPolicy } from '@gatehouse/contract/safety/escalations'
import type { To } from 'react-router'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { When } from '../../ui/time/when.tsx'
import { defaultText, type Names, rulesText } from './escalation-words.ts'
import { PolicySteps } from './policy-steps.tsx'

interface PolicySheetProps {
  readonly policy: EscalationPolicy
  readonly names: Names
  readonly closed: To
}

export const PolicySheet = ({ policy, names, closed }: PolicySheetProps) => (
  <SideSheet title={policy.name} subtitle="Escalation policy" closed={closed}>
    <div className="grid grid-cols-1 gap-4">
      <PolicySteps policy={policy} names={names} />
      <Facts flush>
        <Fact label="By default">{defaultText(policy) ?? 'No'}</Fact>
        <Fact label="Rules">{rulesText(policy)}</Fact>
        <Fact label="Changed">
          <When at={policy.changedAt} />
          {policy.changedBy !== null && `, ${policy.changedBy}`}
        </Fact>
      </Facts>
    </div>
  </SideSheet>
)
