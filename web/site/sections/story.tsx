// One thing told in words, beside what it looks like.
import type { ReactNode } from 'react'
import { Link } from '../../kit/place.tsx'
import styles from './sections.module.css'

interface StoryProps {
  readonly title: string
  readonly text: readonly ReactNode[]
  readonly figure: ReactNode
  /** The figure stands before the words on a desk. */
  readonly turned?: boolean
  readonly more?: { readonly to: string; readonly label: string }
}

export const Story = ({ title, text, figure, turned = false, more }: StoryProps) => (
  <section className={styles.story} data-turned={turned || undefined}>
    <div className={`${styles.words} grid min-w-0 content-center justify-items-start gap-4`}>
      <h2>{title}</h2>
      {text.map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the words of a page stay where they are
        <p key={index}>{paragraph}</p>
      ))}
      {more && (
        <Link to={more.to} className="inline-flex min-h-touch items-center font-semibold text-public-text">
          {more.label}
        </Link>
      )}
    </div>
    <div className="min-w-0">{figure}</div>
  </section>
)
