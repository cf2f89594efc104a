// The versions of an alarm rule, the newest first: who made each and when, and what it was.
import type { byId } from '@gatehouse/contract/safety/alarm-rules'
import type { Output } from '@gatehouse/contract/operation'
import { When } from '../../ui/time/when.tsx'
import { RuleSummary } from './rule-summary.tsx'
import type { NameOf } from './rule-words.ts'

type Versions = Output<typeof byId>['versions']

export const RuleVersions = ({ versions, nameOf }: { readonly versions: Versions; readonly nameOf: NameOf }) => (
  <section className="grid grid-cols-1 gap-2" aria-label="Versions">
    <h3>Versions</h3>
    <ul>
      {versions.map(({ version, at, by, ...facts }) => (
        <li key={version} className="border-t border-t-line">
          <details className="[&>summary]:min-h-touch [&>summary]:cursor-pointer [&>summary]:py-2">
            <summary>
              <strong>Version {version}</strong>{' '}
              <span className="text-muted">
                {by ?? 'Gatehouse'}, <When at={at} />
              </span>
            </summary>
            <RuleSummary facts={facts} nameOf={nameOf} />
          </details>
        </li>
      ))}
    </ul>
  </section>
)
