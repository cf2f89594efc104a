// Things that need a person, worst first.
import { memo, type ReactNode } from 'react'
import { Link } from '../../kit/place.tsx'
import { Age } from '../time/age.tsx'
import { StatusWord } from '../primitives/status-word.tsx'
import type { State } from '../theme/tokens.ts'

export interface Attention {
  readonly key: string
  readonly state: State
  readonly word: string
  readonly what: string
  readonly where: string
  /** Since when, as far as it is known. */
  readonly at: string | null
  /** More of it: how often, or who deals with it. */
  readonly note?: ReactNode
  /** Where all of it is. */
  readonly to?: string
  /** What to do first. */
  readonly act?: ReactNode
}

const urgency: Partial<Record<State, number>> = { critical: 5, high: 4, fault: 3, offline: 2, warning: 2, stale: 1 }

/** Less than nothing where the first state is the worse one. */
export const worstFirst = (a: State, b: State): number => (urgency[b] ?? 0) - (urgency[a] ?? 0)

/** Worst first; the newest first among equals. */
export const byUrgency = (a: Attention, b: Attention): number =>
  worstFirst(a.state, b.state) || (b.at ?? '').localeCompare(a.at ?? '')

const isAlarm = (state: State) => state === 'critical' || state === 'high'

export const AttentionList = memo(({ items }: { readonly items: readonly Attention[] }) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-2 px-4 pb-4">
    {items.map(({ key, state, word, what, where, at, note, to, act }) => (
      // Nothing of an alarm is ever cut: it wraps.
      <li
        key={key}
        className={`grid min-h-touch grid-cols-[minmax(0,1fr)_auto] content-center items-baseline gap-x-3 rounded border px-3 py-2 [&>:first-child]:whitespace-normal [&>:nth-child(3):last-child]:col-span-full ${isAlarm(state) ? 'border-state [animation:pulse_0.9s_ease-out_1]' : 'border-line'}`}
        data-state={state}
        data-alarm={act === undefined ? undefined : ''}
        data-tip={at ? `${what}|${at}` : what}
      >
        <StatusWord state={state} word={word} live />
        <Age at={at} />
        <span className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere [&_strong]:font-semibold">
          <strong>{to === undefined ? what : <Link to={to}>{what}</Link>}</strong>
          <span className="text-sm text-muted">{where}</span>
          {note !== undefined && <span className="w-full text-sm">{note}</span>}
        </span>
        {act}
      </li>
    ))}
  </ul>
))
