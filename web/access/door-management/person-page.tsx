// The card of a member of staff with what they can open.
import { Suspense } from 'react'
import { StaffCardPage } from '../../identity/staff/staff-card-page.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'

const PersonOpens = later(async () => (await import('../decisions/person-opens.tsx')).PersonOpens)

export const PersonPage = () => <StaffCardPage Beside={Opens} />

const Opens = ({ userId }: { readonly userId: string }) => (
  <Suspense fallback={<SkeletonRows rows={6} />}>
    <PersonOpens userId={userId} />
  </Suspense>
)
