// The end of a page: what to do next.
import { type ReactNode, useId } from 'react'
import styles from './sections.module.css'
import { Way } from './hero.tsx'

interface ClosingProps {
  readonly title?: string
  readonly children?: ReactNode
  /** What a message about this page would be about. */
  readonly topic?: 'product' | 'devices' | 'security'
}

export const Closing = ({ title = 'See it for yourself', children, topic }: ClosingProps) => {
  const id = useId()
  return (
    <section className="mt-auto border-t border-t-line bg-surface" aria-labelledby={id}>
      <div className={styles.closing}>
        <h2 id={id}>{title}</h2>
        <p>
          {children ??
            'The tour shows a building as it runs, without an account. Or start your own: one command brings the server, its database, two demo buildings and ninety days of their history.'}
        </p>
        {children === undefined && (
          <pre className={styles.command}>
            <code>npm start</code>
          </pre>
        )}
        <div className="flex flex-wrap gap-3">
          <Way to="/dashboardtabs">Take the live tour</Way>
          <Way to={topic ? `/contact?about=${topic}` : '/contact'} quiet>
            Write to us
          </Way>
        </div>
      </div>
    </section>
  )
}
