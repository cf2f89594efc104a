// The head of a page: where one is, what it is, and its one primary action.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './page-header.module.css'

interface PageHeaderProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly breadcrumbs?: readonly { readonly label: string; readonly to: string }[]
  readonly action?: ReactNode
}

export const PageHeader = ({ title, lead, breadcrumbs = [], action }: PageHeaderProps) => (
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
