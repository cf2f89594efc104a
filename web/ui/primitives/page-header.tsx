// The head of a page: where one is, what it is, and its one primary action.
import type { ReactNode } from 'react'
import { type Breadcrumb, useNamedPage } from '../../kit/page-context.tsx'
import { Link } from '../../kit/place.tsx'
import { TabTitle } from '../../kit/tab-title.tsx'

interface PageHeaderProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly breadcrumbs?: readonly Breadcrumb[]
  readonly action?: ReactNode
}

export const PageHeader = ({ title, lead, breadcrumbs = [], action }: PageHeaderProps) => {
  useNamedPage(title, breadcrumbs)
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <TabTitle title={title} />
      <div className="grid min-w-0 flex-[1_1_20rem] grid-cols-1 gap-1 [&_h1]:wrap-anywhere">
        {breadcrumbs.length > 0 && (
          <nav aria-label="Breadcrumbs">
            <ol className="flex gap-2 text-sm below-sm:[&_a]:inline-flex below-sm:[&_a]:min-h-touch below-sm:[&_a]:items-center">
              {breadcrumbs.map(({ label, to }) => (
                <li key={to} className="not-last:after:ms-2 not-last:after:text-muted not-last:after:content-['/']">
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex flex-wrap items-baseline gap-x-3 below-sm:grid">
          <h1>{title}</h1>
          {lead && <p className="wrap-anywhere text-muted">{lead}</p>}
        </div>
      </div>
      {action}
    </header>
  )
}
