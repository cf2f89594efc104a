// What one sees in a tab of the tour: a heading and a few sentences beside the live part.
import type { ReactNode } from 'react'
import styles from './guide.module.css'

interface GuideProps {
  readonly title: string
  readonly says: readonly string[]
  readonly children: ReactNode
}

export const Guide = ({ title, says, children }: GuideProps) => (
  <div className={styles.guide}>
    <h2>{title}</h2>
    <ul className={styles.says}>
      {says.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <div className="min-w-0 [grid-area:live]">{children}</div>
  </div>
)
