// A live value with its unit, its state and its age; it says when it cannot be believed.
import { memo, type ReactNode } from 'react'
import { Age } from '../time/age.tsx'
import { StatusWord } from '../primitives/status-word.tsx'
import type { State } from '../theme/tokens.ts'

const doubtful = 'font-medium text-stale'

const looks: Partial<Record<State, string>> = {
  high: 'font-[650] text-high',
  critical: 'font-[650] text-critical',
  stale: doubtful,
  offline: doubtful,
  fault: doubtful,
  // Nothing is known: hatched, as in a chart.
  unknown: `${doubtful} min-w-[2.5em] rounded-[calc(var(--radius)/2)] text-center [background:var(--hatched)]`,
}

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
  <span className="grid grid-cols-1" data-state={state} data-tip={at ? `${source}|${at}` : source}>
    <span className="flex items-baseline gap-1">
      <span
        className={`text-xl leading-[1.2] tracking-[-0.01em] tabular-nums lost:font-medium lost:text-stale ${looks[state] ?? 'font-[650]'}`}
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
