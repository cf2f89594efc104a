// Setting doors up: one page of sections, each fetched when it is looked at, at an address of its own.
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Suspense } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { sections } from './sections.ts'
import { NothingHere } from '../../ui/feedback/nothing-here.tsx'

const home = '/door-management'
const tabs = sections.map(({ path, label, load }) => ({ path, label, Part: later(load) }))

/** `/door-management/{section}/…`; without a section the first one. */
export const DoorManagementPage = () => {
  const { '*': rest = '' } = useParams()
  const navigate = useNavigate()
  const [wanted = ''] = rest.split('/')
  if (wanted === '' && tabs[0]) return <Navigate to={`${home}/${tabs[0].path}`} replace />
  const shown = tabs.find(({ path }) => path === wanted)
  if (!shown) return <NothingHere to={home} words="Go to door management" />
  const { path, label, Part } = shown
  return (
    <div className="grid grid-cols-1 gap-4 [--table-rest:24rem] [&>header]:mb-1">
      <PageHeader title="Door management" lead="Doors, where they are, and who may open them when" />
      <Tabs
        value={path}
        onChange={(_, chosen: string) => void navigate(`${home}/${chosen}`)}
        aria-label="Door management"
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        className="border-b border-b-line"
      >
        {tabs.map((one) => (
          <Tab
            key={one.path}
            value={one.path}
            label={one.label}
            id={`tab-${one.path}`}
            aria-controls={one.path === path ? `panel-${one.path}` : undefined}
          />
        ))}
      </Tabs>
      <div
        role="tabpanel"
        id={`panel-${path}`}
        aria-label={label}
        className="grid grid-cols-1 content-start gap-4 [&>search]:m-0"
      >
        <Suspense fallback={<SkeletonRows rows={10} />}>
          <Part key={path} />
        </Suspense>
      </div>
    </div>
  )
}
