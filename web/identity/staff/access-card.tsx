// The roles and labels of a member of staff.
import { Card } from '../../ui/primitives/card.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { LabelChip } from '../../ui/primitives/label-chip.tsx'
import type { Shown } from './parts.tsx'

export const AccessCard = ({ part }: { readonly part: Shown<'access'> }) => (
  <Card title="Roles and labels">
    <Facts>
      <Fact label="Roles">
        {part.roles.length === 0 ? (
          <span className="text-muted">None</span>
        ) : (
          <ul className="flex flex-wrap gap-2 [&_li]:inline-flex">
            {part.roles.map((name) => (
              <li key={name} className="rounded border border-strong-line px-2 py-[2px] text-sm">
                {name}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact label="Labels">
        {part.labels.length === 0 ? (
          <span className="text-muted">No labels (unlabelled items only)</span>
        ) : (
          <ul className="flex flex-wrap gap-2 [&_li]:inline-flex">
            {part.labels.map(({ name, colour }) => (
              <li key={name}>
                <LabelChip name={name} colour={colour} />
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </Facts>
  </Card>
)
