// What is known of a person, in parts: which of them is shown is in the address, and each is there for its permission.
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { Cards } from '../../ui/primitives/columns.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { CredentialsCard } from './credentials-card.tsx'
import { HistoryCard } from './history-card.tsx'
import type { Details } from './parts.tsx'

type Part = ComponentType<{ readonly userId: string }>

/** What other rooms show of a person, each where the permission for it is held. */
export interface PartsElsewhere {
  readonly Access: Part | undefined
  /** Absent: for whoever does not manage doors. */
  readonly Credentials: Part | undefined
  readonly Account: Part | undefined
}

interface PersonPartsProps {
  readonly card: Details
  readonly parts: PartsElsewhere
  readonly profile: ReactNode
}

interface Tab {
  readonly name: string
  readonly label: string
  readonly shown: ReactNode
}

export const PersonParts = ({ card, parts: { Access, Credentials, Account }, profile }: PersonPartsProps) => {
  const address = useUrlFilters()
  const { member, credentials, history } = card
  const first: Tab = { name: 'profile', label: 'Profile', shown: profile }
  const tabs: readonly Tab[] = [
    first,
    ...(Access ? [{ name: 'access', label: 'Access', shown: <Access userId={member.id} /> }] : []),
    ...('missing' in credentials
      ? []
      : [
          {
            name: 'credentials',
            label: 'Credentials',
            shown: Credentials ? (
              <Credentials userId={member.id} />
            ) : (
              <CredentialsCard member={member} part={credentials} />
            ),
          },
        ]),
    ...(Account ? [{ name: 'account', label: 'Account', shown: <Account userId={member.id} /> }] : []),
    ...('missing' in history ? [] : [{ name: 'activity', label: 'Activity', shown: <HistoryCard part={history} /> }]),
  ]
  const chosen = tabs.find(({ name }) => name === address.get('tab')) ?? first
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <PageTabs
        label={member.displayName}
        tabs={tabs}
        chosen={chosen.name}
        // A part of the tab before, and what was looked for in it, is not one of the next.
        onChoose={(name) => address.set({ tab: name === 'profile' ? '' : name, part: '', q: '' })}
      >
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <Cards>{chosen.shown}</Cards>
        </Suspense>
      </PageTabs>
    </div>
  )
}
