// Help inside the product: its pages, one of them in full, and a search over all.
import { helpPages } from '@gatehouse/contract/system/help'
import { Suspense, useEffect } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { Empty, SkeletonRows } from '../../ui/feedback/states.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { NoPage } from '../../ui/feedback/no-page.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Columns } from '../../ui/primitives/columns.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { useUrlQuery } from '../../ui/tables/url-filters.ts'
import { Article } from './articles.tsx'

const FoundSections = later(async () => (await import('./found-sections.tsx')).FoundSections)

export const HelpPage = () => {
  const { '*': name = '' } = useParams()
  const page = helpPages.find((one) => one.name === name)
  if (name !== '' && !page) return <NoPage to="/help">Go to help</NoPage>
  return page ? <OnePage key={name} name={name} title={page.title} /> : <AllPages />
}

const OnePage = ({ name, title }: { readonly name: string; readonly title: string }) => {
  return (
    <>
      <PageHeader title={title} breadcrumbs={[{ label: 'Help', to: '/help' }]} />
      <Columns split="minmax(0, 1fr) 16rem" widest="72rem">
        <Suspense fallback={<SkeletonRows rows={12} />}>
          <Article name={name} />
          <ToAnchor />
        </Suspense>
        <PageLinks current={name} />
      </Columns>
    </>
  )
}

// What the address points to comes into sight once it is there; the browser itself looked before that.
const ToAnchor = () => {
  const { hash } = useLocation()
  useEffect(() => {
    document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [hash])
  return null
}

const AllPages = () => {
  const [query, changeQuery] = useUrlQuery()
  const sought = query.get('q') ?? ''
  const seek = (words: string) =>
    changeQuery((now) => {
      const next = new URLSearchParams(now)
      if (words === '') next.delete('q')
      else next.set('q', words)
      return next
    })
  return (
    <div className="grid max-w-[72rem] grid-cols-1 gap-4">
      <PageHeader title="Help" lead="How to use each page, and how to run Gatehouse" />
      <search>
        <SearchField label="Search help" value={sought} onChange={seek} />
      </search>
      {sought === '' ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3">
          {helpPages.map(({ name, title, about }) => (
            <li key={name} className="relative grid content-start gap-1 rounded border border-line bg-surface p-4">
              <Link to={`/help/${name}`} className="font-semibold after:absolute after:inset-0 after:content-['']">
                {title}
              </Link>
              <p className="text-muted">{about}</p>
            </li>
          ))}
        </ul>
      ) : (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <FoundSections
            sought={sought}
            nothing={<Empty title={`No results for “${sought}”`}>Try fewer words.</Empty>}
          />
        </Suspense>
      )}
    </div>
  )
}

const PageLinks = ({ current }: { readonly current: string }) => (
  <Card title="Pages of help">
    <ul className="grid gap-1 px-4 pb-4">
      {helpPages.map(({ name, title }) => (
        <li key={name}>
          <Link
            to={`/help/${name}`}
            aria-current={name === current ? 'page' : undefined}
            className="inline-flex items-center aria-[current]:font-semibold aria-[current]:text-text pointer-coarse:min-h-touch"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)
