// What is printed: on paper there is nothing else, and each page begins with what it is of.
import type { ReactNode } from 'react'
import { useRootMark } from '../use-root-mark.ts'
import styles from './paper.module.css'

interface PaperProps {
  readonly label: string
  /** Again at the head of every page. */
  readonly head: ReactNode
  readonly children: ReactNode
}

export const Paper = ({ label, head, children }: PaperProps) => {
  useRootMark('data-paper')
  return (
    // A phone shows it as wide as the paper is, and scrolls: by keys as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <article className={styles.paper} tabIndex={0} aria-label={label}>
      {/* The head of a table is what a browser prints again at the head of every page. */}
      <table role="presentation" className={styles.pages}>
        <thead aria-hidden>
          <tr>
            <td>{head}</td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className="p-0">{children}</td>
          </tr>
        </tbody>
      </table>
    </article>
  )
}
