// The columns of the list of alarm rules, and a rule as a card where columns have no room.
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import { Link } from 'react-router'
import { counted } from '../../kit/counted.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { Column } from '../../ui/tables/data-table.tsx'
import { When } from '../../ui/time/when.tsx'
import { conditionText, type NameOf, scopeText } from './rule-words.ts'
import { severities, severityWords } from '../../ui/theme/severity.ts'

/** `opens`: whether alarms may be seen. */
export const rulesColumns = (nameOf: NameOf, opens: boolean): readonly Column<AlarmRule>[] => [
  {
    field: 'name',
    title: 'Rule',
    flex: 2,
    minWidth: 200,
    text: ({ name }) => name,
    render: (rule) => <RuleName rule={rule} />,
  },
  {
    field: 'severity',
    title: 'Severity',
    minWidth: 110,
    text: ({ severity }) => severityWords[severity].word,
    value: ({ severity }) => severities.indexOf(severity),
    render: ({ severity }) => <StatusWord {...severityWords[severity]} />,
  },
  {
    field: 'condition',
    title: 'Condition',
    flex: 3,
    minWidth: 260,
    text: ({ condition }) => conditionText(condition, nameOf),
  },
  { field: 'scope', title: 'Scope', flex: 2, minWidth: 140, text: ({ scope }) => scopeText(scope, nameOf) },
  {
    field: 'enabled',
    title: 'Status',
    minWidth: 90,
    text: enabledText,
    render: (rule) => <Enabled rule={rule} />,
  },
  {
    field: 'open',
    title: 'Open alarms',
    minWidth: 130,
    text: ({ open }) => String(open),
    value: ({ open }) => open,
    render: ({ id, name, open }) =>
      open === 0 ? (
        '–'
      ) : opens ? (
        <Link to={`/alarms?ruleId=${id}`} aria-label={`${counted(open, 'open alarm')} of ${name}`}>
          {open}
        </Link>
      ) : (
        open
      ),
  },
  {
    field: 'changed',
    title: 'Last change',
    minWidth: 160,
    text: ({ changedAt, changedBy }) => `${changedAt} ${changedBy ?? 'Gatehouse'}`,
    value: ({ changedAt }) => changedAt,
    render: ({ changedAt, changedBy }) => (
      <>
        <When at={changedAt} />, {changedBy ?? 'Gatehouse'}
      </>
    ),
  },
]

const RuleName = ({ rule: { name, preset, setPoint } }: { readonly rule: AlarmRule }) => (
  <>
    {name}
    {setPoint !== null ? (
      <span className="text-sm text-muted"> Gas set point</span>
    ) : (
      preset !== null && <span className="text-sm text-muted"> Default</span>
    )}
  </>
)

const enabledText = ({ enabled }: AlarmRule) => (enabled ? 'On' : 'Off')

const Enabled = ({ rule }: { readonly rule: AlarmRule }) => (
  <StatusWord
    state={rule.enabled ? 'normal' : 'unknown'}
    word={enabledText(rule)}
    icon={rule.enabled ? 'check' : 'close'}
  />
)

export const ruleCard = (nameOf: NameOf) => (rule: AlarmRule) => (
  <>
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span>
        <RuleName rule={rule} />
      </span>
      <StatusWord {...severityWords[rule.severity]} />
    </span>
    <span>{conditionText(rule.condition, nameOf)}</span>
    <span className="text-sm text-muted">
      {[scopeText(rule.scope, nameOf), enabledText(rule), rule.open > 0 && counted(rule.open, 'open alarm')]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </>
)
