// An alarm rule that is a gas set point: what makes it one is changed among the set points alone.
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import { Link } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { severityWords } from '../../ui/theme/severity.ts'
import type { RuleFacts, RuleFields } from './rule-fields.ts'
import { conditionText, type NameOf, scopeText } from './rule-words.ts'

interface SetPointRuleProps {
  readonly rule: AlarmRule
  readonly setPoint: NonNullable<AlarmRule['setPoint']>
  readonly nameOf: NameOf
}

export const SetPointRule = ({ rule, setPoint, nameOf }: SetPointRuleProps) => {
  const { severity, condition, scope, suppressedBy, latches, reasonAsked, enabled } = rule
  const { areaId, channel, stage, except } = setPoint
  return (
    <section aria-label="Gas set point" className="grid gap-3 rounded border border-line bg-sunken p-4">
      <p className="flex items-baseline gap-2">
        <Icon name="locked" className="self-center" />
        <span>
          <strong>This is a gas set point.</strong> Its value, places, severity and handling are changed among the set
          points, where its source, its reason and a second person are asked for.{' '}
          <Can op={setPoints.list}>
            <Link to={`/gas-monitoring/set-points?sheet=value:${areaId ?? 'company'}:${channel}:${stage}`}>
              Open the set point
            </Link>
          </Can>
        </span>
      </p>
      <Facts flush>
        <Fact label="Status">{enabled ? 'On' : 'Off'}</Fact>
        <Fact label="Severity">
          <StatusWord {...severityWords[severity]} />
        </Fact>
        <Fact label="Condition">{conditionText(condition, nameOf)}</Fact>
        <Fact label="Scope">
          {scopeText(scope, nameOf)}
          {except !== null && ', except where a narrower area has set points of the channel'}
        </Fact>
        {suppressedBy.length > 0 && (
          <Fact label="Suppressed by">{suppressedBy.map((id) => nameOf(id) ?? 'Not known here').join(', ')}</Fact>
        )}
        <Fact label="Stays">{latches ? 'Until somebody resolves it' : 'Until normal and acknowledged'}</Fact>
        <Fact label="Resolving">{reasonAsked ? 'Takes a reason' : 'Takes no reason'}</Fact>
      </Facts>
    </section>
  )
}

/** What is sent of a set point: its own facts but for those that every rule has, word for word. */
export const factsOfSetPoint = (
  { condition, scope, severity, latches, reasonAsked, suppressedBy }: AlarmRule,
  { name, escalationId, checklist }: RuleFields,
): RuleFacts => ({
  condition,
  scope,
  severity,
  latches,
  reasonAsked,
  suppressedBy,
  name,
  checklist,
  escalationId: escalationId === '' ? null : escalationId,
})
