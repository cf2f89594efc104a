// An alarm rule in words, fact by fact: of a version, or of what somebody else has made of it.
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { RuleFacts } from './rule-fields.ts'
import { conditionText, type NameOf, scopeText } from './rule-words.ts'
import { severityWords } from '../../ui/theme/severity.ts'

interface RuleSummaryProps {
  readonly facts: RuleFacts
  /** Absent: it is not of the version. */
  readonly enabled?: boolean
  readonly nameOf: NameOf
}

export const RuleSummary = ({ facts, enabled, nameOf }: RuleSummaryProps) => {
  const { name, severity, condition, scope, suppressedBy, escalationId, latches, reasonAsked, checklist } = facts
  const named = (ids: readonly string[]) => ids.map((id) => nameOf(id) ?? 'Not known here').join(', ')
  return (
    <Facts flush>
      <Fact label="Name">{name}</Fact>
      {enabled !== undefined && <Fact label="Status">{enabled ? 'On' : 'Off'}</Fact>}
      <Fact label="Severity">
        <StatusWord {...severityWords[severity]} />
      </Fact>
      <Fact label="Condition">{conditionText(condition, nameOf)}</Fact>
      {condition.kind === 'combination' && <Fact label="Rules">{named(condition.ruleIds)}</Fact>}
      <Fact label="Scope">{scopeText(scope, nameOf)}</Fact>
      {suppressedBy.length > 0 && <Fact label="Suppressed by">{named(suppressedBy)}</Fact>}
      {escalationId !== null && <Fact label="Escalation">{named([escalationId])}</Fact>}
      <Fact label="Stays">{latches ? 'Until somebody resolves it' : 'Until normal and acknowledged'}</Fact>
      <Fact label="Resolving">{reasonAsked ? 'Takes a reason' : 'Takes no reason'}</Fact>
      {checklist.length > 0 && (
        <Fact label="Checklist">
          <ol className="list-decimal ps-5">
            {checklist.map((step, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- they do not change
              <li key={index}>{step}</li>
            ))}
          </ol>
        </Fact>
      )}
    </Facts>
  )
}
