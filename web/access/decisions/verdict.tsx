// A decision in words: let in or not, why, and each question that was asked on the way, in order.
import type { Reason, Verdict as Decided, Way } from '@gatehouse/contract/access/decisions'
import type { DecisionStep } from '@gatehouse/contract/access/entry-exit'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

const reasonWords: Readonly<Record<Reason, string>> = {
  'unknown credential': 'nothing that is known here',
  'not active': 'not active',
  expired: 'expired',
  'wrong PIN': 'wrong PIN',
  'outside schedule': 'outside its hours',
  'not authorised': 'not authorised',
  'anti-passback': 'anti-passback',
  lockdown: 'lockdown',
  'locked out': 'locked out',
  'escort needed': 'needs an escort',
}

export const VerdictWord = ({ verdict }: { readonly verdict: Pick<Decided, 'result' | 'reason'> }) =>
  verdict.result === 'granted' ? (
    <StatusWord state="normal" word="Allowed" />
  ) : (
    <StatusWord
      state="high"
      word={verdict.reason === null ? 'Access denied' : `Access denied: ${reasonWords[verdict.reason]}`}
    />
  )

/** The same for a file. */
export const verdictText = ({ verdict }: { readonly verdict: Pick<Decided, 'result' | 'reason'> }): string =>
  verdict.result === 'granted' ? 'let in' : `kept out: ${verdict.reason ?? ''}`

/** Of a question that was not answered with yes, what follows was never asked. */
export const Path = ({ path, label }: { readonly path: readonly DecisionStep[]; readonly label: string }) => (
  <ol aria-label={label}>
    {path.map(({ check, ok, says: text }, place) => (
      // The same question may be asked again, of the rules after the controller.
      // oxlint-disable-next-line react/no-array-index-key -- the steps of a decision never change their places
      <li
        key={`${place} ${check}`}
        className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-3 py-2 not-first:border-t not-first:border-t-line"
      >
        <StatusWord state={ok ? 'normal' : 'high'} word={ok ? 'Yes' : 'No'} />
        <span>{text}</span>
      </li>
    ))}
  </ol>
)

/** By which level, when, and since when. */
export const Ways = ({ ways }: { readonly ways: readonly Way[] }) => {
  const timeZone = useTimeZone()
  const show = (moment: string) => exactTime(moment, timeZone)
  return (
    <ul className="grid gap-1">
      {ways.map(({ level, group, schedule, from, to, since }) => (
        <li key={`${level.id} ${group?.id ?? ''} ${from ?? ''} ${to ?? ''}`}>
          {level.name}
          {group && ` by ${group.name}`}, {schedule?.name ?? 'at any time'}
          <Note>{to === null ? `since ${show(since)}` : `${show(from ?? since)} to ${show(to)}`}</Note>
        </li>
      ))}
    </ul>
  )
}
