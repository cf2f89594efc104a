// Somebody else has changed the rule that is being edited: their version, and how to go on. What was typed stays.
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import Button from '@mui/material/Button'
import { Icon } from '../../ui/primitives/icon.tsx'
import { When } from '../../ui/time/when.tsx'
import { RuleSummary } from './rule-summary.tsx'
import type { NameOf } from './rule-words.ts'

interface NewerVersionProps {
  readonly rule: AlarmRule
  readonly nameOf: NameOf
  readonly onUse: () => void
  readonly onKeep: () => void
}

export const NewerVersion = ({ rule, nameOf, onUse, onKeep }: NewerVersionProps) => (
  <section aria-label="Newer version" className="grid grid-cols-1 gap-3 rounded border border-warning px-4 py-3">
    <p role="alert" className="flex items-baseline gap-2">
      <Icon name="warning" className="self-center text-warning" />
      <span>
        <strong>Version {rule.version} has been saved meanwhile</strong> by {rule.changedBy ?? 'Gatehouse'},{' '}
        <When at={rule.changedAt} />. What you typed is still here.
      </span>
    </p>
    <details className="[&>summary]:min-h-touch [&>summary]:cursor-pointer [&>summary]:py-2">
      <summary>View version {rule.version}</summary>
      <RuleSummary facts={rule} enabled={rule.enabled} nameOf={nameOf} />
    </details>
    <div className="flex flex-wrap gap-2">
      <Button variant="outlined" onClick={onKeep}>
        Keep my changes
      </Button>
      <Button onClick={onUse}>Discard mine, edit version {rule.version}</Button>
    </div>
    <p className="text-sm text-muted">If you keep your changes, saving them replaces version {rule.version}.</p>
  </section>
)
