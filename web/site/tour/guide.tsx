// What one sees in a tab of the tour: a heading and a few sentences beside the live part.
import type { ReactNode } from 'react'
import styles from './tour.module.css'

interface GuideProps {
  readonly title: string
  readonly text: readonly string[]
  readonly children: ReactNode
}

export const Guide = ({ title, text, children }: GuideProps) => (
  <div className={`${styles.guide} grid gap-4 from-md:gap-x-10 from-md:gap-y-3`}>
    <h2 className="text-xl font-[650] tracking-[-0.01em] text-balance [grid-area:title]">{title}</h2>
    <ul className="mt-3 grid content-start gap-3 text-muted [grid-area:says] from-md:mt-0">
      {text.map((sentence) => (
        <li key={sentence} className="max-w-[64ch] text-pretty">
          {sentence}
        </li>
      ))}
    </ul>
    <div className="min-w-0 [grid-area:live]">{children}</div>
  </div>
)
