// What one may do, in words, by area.
import type { User } from '@gatehouse/contract/identity/auth'
import { permissions as known } from '@gatehouse/contract/permissions'
import { Card } from '../../ui/primitives/card.tsx'
import { Empty } from '../../ui/feedback/states.tsx'

export const MyRights = ({ user }: { readonly user: User }) => {
  const areas = rightsByArea(user.permissions)
  return (
    <Card title="Permissions" note={user.permissions.length === 0 ? undefined : String(user.permissions.length)}>
      {areas.length === 0 ? (
        <Empty title="Nothing yet">
          <p>An administrator of your company gives roles.</p>
        </Empty>
      ) : (
        <dl className="px-4 pb-3 [columns:18rem] [column-gap:var(--space-6)]">
          {areas.map(([area, text]) => (
            <div key={area} className="break-inside-avoid pb-4">
              <dt className="text-sm font-semibold text-muted">{area}</dt>
              <dd>
                <ul>
                  {text.map((sentence) => (
                    <li key={sentence} className="py-[2px]">
                      {sentence}
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

const rightsByArea = (held: readonly string[]): [string, string[]][] => {
  const areas = new Map<string, string[]>()
  for (const [name, { area, description: text }] of Object.entries(known)) {
    if (!held.includes(name)) continue
    areas.set(area, [...(areas.get(area) ?? []), text])
  }
  return [...areas]
}
