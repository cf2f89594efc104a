// A page of parts, each at an address of its own and fetched when it is looked at: the first at that of the page, the
// others below it.
import { type ComponentType, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { NoPage } from '../feedback/no-page.tsx'
import { SkeletonRows } from '../feedback/states.tsx'
import { PageHeader } from './page-header.tsx'
import { PageTabs } from './page-tabs.tsx'

export interface PageTab {
  /** Below the page's address; '' is the page itself. */
  readonly path: string
  readonly label: string
  readonly Part: ComponentType
  /** It has addresses of its own below its path. */
  readonly isDeep?: true
}

interface TabbedPageProps {
  /** The page's address. */
  readonly home: string
  readonly title: string
  readonly lead: string
  readonly tabs: readonly PageTab[]
}

export const TabbedPage = ({ home, title, lead, tabs }: TabbedPageProps) => {
  const { '*': rest = '' } = useParams()
  const navigate = useNavigate()
  const shown = tabs.find(({ path, isDeep }) => path === rest || (isDeep && rest.startsWith(`${path}/`)))
  if (!shown) return <NoPage to={home}>Go to {title.toLowerCase()}</NoPage>
  const { Part } = shown
  return (
    <div className="grid grid-cols-1 gap-4 [&>header]:mb-1">
      <PageHeader title={title} lead={lead} />
      <PageTabs
        label={title}
        tabs={tabs.map(({ path, label }) => ({ name: nameOf(path), label }))}
        chosen={nameOf(shown.path)}
        onChoose={(name) => {
          const chosen = tabs.find(({ path }) => nameOf(path) === name)
          if (chosen) void navigate(chosen.path === '' ? home : `${home}/${chosen.path}`)
        }}
      >
        <Suspense fallback={<SkeletonRows rows={10} />}>
          <Part key={shown.path} />
        </Suspense>
      </PageTabs>
    </div>
  )
}

/** In the ids of the document. */
const nameOf = (path: string) => (path === '' ? 'first' : path)
