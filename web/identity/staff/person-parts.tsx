// What is known of a person, in parts: which of them is shown is in the address, and each is there for its permission.
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { Cards } from '../../ui/primitives/columns.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { AccessCard } from './access-card.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import { HistoryCard } from './history-card.tsx'
import type { Details } from './parts.tsx'

type Part = ComponentType<{ readonly userId: string }>

interface PersonPartsProps {
  readonly card: Details
  readonly parts: { readonly Access: Part; readonly Credentials: Part | undefined; readonly Account: Part | undefined }
  readonly lastSeen: ReactNode
}

const tabs = [
  { name: 'profile', label: 'Profile' },
  { name: 'access', label: 'Access' },
  { name: 'credentials', label: 'Credentials' },
  { name: 'account', label: 'Account' },
  { name: 'activity', label: 'Activity' },
] as const

export const PersonParts = ({ card, parts: { Access, Credentials, Account }, lastSeen }: PersonPartsProps) => {
  const address = useUrlFilters()
  const { member } = card
  const tab = tabs.find(({ name }) => name === address.get('tab'))?.name ?? 'profile'
  const shown = {
    profile: lastSeen,
    access: <Access userId={member.id} />,
    credentials: Credentials ? (
      <Credentials userId={member.id} />
    ) : (
      <CredentialsCard member={member} part={card.credentials} />
    ),
    account: Account && member.account !== 'none' ? <Account userId={member.id} /> : <AccessCard part={card.access} />,
    activity: <HistoryCard part={card.history} />,
  }
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <PageTabs
        label={member.displayName}
        tabs={tabs}
        chosen={tab}
        onChoose={(name) => address.set({ tab: name === 'profile' ? '' : name })}
      >
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <Cards>{shown[tab]}</Cards>
        </Suspense>
      </PageTabs>
    </div>
  )
}
