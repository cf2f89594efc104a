// The head of a page: where one is, what it is, and its one primary action.
import type { ReactNode } from 'react'
import { type Breadcrumb, useNamedPage } from '../../kit/page-context.tsx'
import { Link } from '../../kit/place.tsx'
import styles from './page-header.module.css'

interface PageHeaderProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly breadcrumbs?: readonly Breadcrumb[]
  readonly action?: ReactNode
}

export const PageHeader = ({ title, lead, breadcrumbs = [], action }: PageHeaderProps) => {
  useNamedPage(title, breadcrumbs)
  return (
    <header className={styles.header}>
      <title>{`${title} · Gatehouse`}</title>
      <div className={styles.words}>
        {breadcrumbs.length > 0 && (
          <nav aria-label="Breadcrumbs">
            <ol className={styles.crumbs}>
              {breadcrumbs.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={styles.title}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
      </div>
      {action}
    </header>
  )
}
