// A live value with its unit, its state and its age; it says when it cannot be believed.
import { memo, type ReactNode } from 'react'
import { Age } from '../time/age.tsx'
import styles from './live-value.module.css'
import { StatusWord } from '../primitives/status-word.tsx'
import type { State } from '../theme/tokens.ts'

interface LiveValueProps {
  /** The number as text; null where there is none to show. */
  readonly text: string | null
  readonly unit: string | null
  readonly state: State
  readonly word?: string | undefined
  /** What its age counts from; null: never heard of. */
  readonly at: string | null
  /** Where it comes from, shown on hover and focus. */
  readonly source: string
  readonly testId?: string | undefined
  /** A trend. */
  readonly beside?: ReactNode
  /** What its age is counted by, where that is not the shared clock. */
  readonly now?: number | undefined
}

export const LiveValue = memo(({ text, unit, state, word, at, source, testId, beside, now }: LiveValueProps) => (
  <span className={styles.value} data-state={state} data-tip={at ? `${source}|${at}` : source}>
    <span className="flex items-baseline gap-1">
      <span
        className={`${styles.number} text-xl leading-[1.2] font-[650] tracking-[-0.01em] tabular-nums`}
        data-testid={testId}
        data-quality={state}
      >
        {text ?? '–'}
      </span>
      {unit && <span className="text-sm whitespace-nowrap text-muted">{unit}</span>}
      {beside}
    </span>
    <span className="flex items-baseline justify-between gap-2 text-sm">
      <StatusWord state={state} word={word} live />
      <Age at={at} now={now} />
    </span>
  </span>
))
