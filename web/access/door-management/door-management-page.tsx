// Setting doors up: one page of sections, each fetched when it is looked at, at an address of its own.
import { Suspense } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { later } from '../../ui/feedback/later.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { sections } from './sections.ts'
import { NoPage } from '../../ui/feedback/no-page.tsx'

const home = '/door-management'
const tabs = sections.map(({ path, label, load }) => ({ name: path, label, Part: later(load) }))

/** `/door-management/{section}/…`; without a section the first one. */
export const DoorManagementPage = () => {
  const { '*': rest = '' } = useParams()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [wanted = ''] = rest.split('/')
  if (wanted === 'passes') return <Navigate to={{ pathname: '/visitors', search }} replace />
  if (wanted === '' && tabs[0]) return <Navigate to={`${home}/${tabs[0].name}`} replace />
  const shown = tabs.find(({ name }) => name === wanted)
  if (!shown) return <NoPage to={home}>Go to door management</NoPage>
  const { name, Part } = shown
  return (
    <div className="grid grid-cols-1 gap-4 [--table-rest:24rem] [&>header]:mb-1">
      <PageHeader title="Door management" lead="Doors, where they are, and who may open them when" />
      <PageTabs
        label="Door management"
        tabs={tabs}
        chosen={name}
        onChoose={(chosen) => void navigate(`${home}/${chosen}`)}
      >
        <Suspense fallback={<SkeletonRows rows={10} />}>
          <Part key={name} />
        </Suspense>
      </PageTabs>
    </div>
  )
}
