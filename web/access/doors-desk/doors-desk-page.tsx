// The doors for those who work with them: the list, the plan, lockdowns, one door's sheet and an incident's timeline.
import * as doors from '@gatehouse/contract/access/doors'
import { Suspense } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { useDoorClosed } from '../door-management/door-closed.ts'
import { later } from '../../ui/feedback/later.tsx'
import { LogPage } from '../../ui/logs/log-view.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { NoPermission, SkeletonRows } from '../../ui/feedback/states.tsx'
import { tabs } from './tabs.ts'
import { NoPage } from '../../ui/feedback/no-page.tsx'

const DoorSheet = later(async () => (await import('../door-management/door-sheet.tsx')).DoorSheet, 'over')
const LockdownBanner = later(async () => (await import('../lockdowns/lockdown-banner.tsx')).LockdownBanner, 'silent')
const TimelinePage = later(async () => (await import('../../insight/events/timeline-page.tsx')).TimelinePage)

const home = '/doors'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const parts = tabs.map(({ path, label, load }) => ({ name: path, label, Part: later(load) }))
const crumbs = [{ label: 'Doors', to: home }]

/** `/doors`, `/doors/{id}`, `/doors/{tab}/…` and `/doors/timeline/{correlationId}`. */
export const DoorsDeskPage = () => {
  const { '*': rest = '' } = useParams()
  const navigate = useNavigate()
  const { search } = useLocation()
  const closed = useDoorClosed(home)
  const missing = useMissing(doors.list)
  const [first = '', second = ''] = rest.split('/')
  if (missing.length > 0) {
    return (
      <>
        <PageHeader title="Doors" />
        <NoPermission missing={missing} />
      </>
    )
  }
  if (first === 'timeline' && uuid.test(second)) {
    return (
      <Suspense fallback={<SkeletonRows rows={12} />}>
        <TimelinePage key={second} correlationId={second} breadcrumbs={crumbs} />
      </Suspense>
    )
  }
  if (first === 'visitors') return <Navigate to={{ pathname: '/visitors', search }} replace />
  const isDoor = uuid.test(first) && second === ''
  const shown = parts.find(({ name }) => name === (isDoor ? '' : first))
  if (!shown) return <NoPage to={home}>Go to the doors</NoPage>
  const { name, Part } = shown
  return (
    <LogPage>
      <PageHeader title="Doors" />
      <LockdownBanner />
      <PageTabs
        label="Doors"
        tabs={parts}
        chosen={name}
        onChoose={(chosen) => void navigate(chosen === '' ? home : `${home}/${chosen}`)}
        className="mt-4 flex min-h-0 flex-1 flex-col"
      >
        <Suspense fallback={<SkeletonRows rows={12} />}>
          <Part key={name} />
        </Suspense>
      </PageTabs>
      {isDoor && <DoorSheet key={first} id={first} closed={closed} />}
    </LogPage>
  )
}
