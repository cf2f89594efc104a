// The logs of the administration: who signed in, what the server went through, and what left it for people.
import * as activity from '@gatehouse/contract/record/activity'
import Button from '@mui/material/Button'
import { Suspense, useEffect } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { adminContext } from '../../kit/session/admin-context.ts'
import { Can } from '../../kit/can.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { NoPage } from '../../ui/feedback/no-page.tsx'

const SignIns = later(async () => (await import('./sign-ins.tsx')).SignIns)
const SystemLog = later(async () => (await import('./system-log.tsx')).SystemLog)
const Deliveries = later(async () => (await import('./deliveries.tsx')).Deliveries)

const tabs = [
  { name: 'sign-in', label: 'Sign-in', Part: SignIns },
  { name: 'system', label: 'System', Part: SystemLog },
  { name: 'delivery', label: 'Delivery', Part: Deliveries },
] as const

const sectionOf = (name: string) => `logs/${name}`

/** `/logs/sign-in`, `/logs/system` and `/logs/delivery`; `/logs` is the one that was last looked at. */
export const LogsPage = () => {
  const { '*': rest = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const tab = tabs.find(({ name }) => name === rest)
  useEffect(() => {
    if (!tab) return
    adminContext().actions.section(sectionOf(tab.name))
    adminContext().actions.filters(sectionOf(tab.name), search)
  }, [tab, search])
  if (rest === '') return <Navigate to={`/logs/${lastTab()}`} replace />
  if (!tab) return <NoPage to="/logs">Go to the logs</NoPage>
  const { name, Part } = tab
  return (
    <div className="grid grid-cols-1 gap-4 [--table-rest:24rem] [&>header]:mb-1">
      <PageHeader
        title="Logs"
        lead="Sign-ins, the system itself, and what was sent"
        action={
          <Can op={activity.list}>
            <Button variant="outlined" component={Link} to="/activity-logs">
              Activity log
            </Button>
          </Can>
        }
      />
      <PageTabs
        label="Logs"
        tabs={tabs}
        chosen={name}
        onChoose={(chosen) =>
          // As it was left.
          void navigate({
            pathname: `/logs/${chosen}`,
            search: adminContext().current().filters[sectionOf(chosen)] ?? '',
          })
        }
      >
        <Suspense fallback={<SkeletonRows rows={12} />}>
          <Part />
        </Suspense>
      </PageTabs>
    </div>
  )
}

const lastTab = (): string => {
  const { selectedSection } = adminContext().current()
  return tabs.find(({ name }) => sectionOf(name) === selectedSection)?.name ?? tabs[0].name
}
