// How an entry is told: what was done, by whom, and how it ended.
import type { Entry, Outcome } from '@gatehouse/contract/record/activity'
import type { IconName } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { State } from '../../ui/theme/tokens.ts'
import { sentenceOf, textOf } from '../../kit/action-words.ts'

/** Whose own history it is; null: everybody's. */
export interface Reader {
  readonly id: string
  readonly email: string
}

export const isOwn = ({ userId }: Pick<Entry, 'userId'>, reader: Reader | null): boolean =>
  reader !== null && userId === reader.id

/** Somebody else did it in the reader's name. */
export const isInOnesName = (entry: Pick<Entry, 'userId' | 'onBehalfOf'>, reader: Reader | null): boolean =>
  reader !== null && !isOwn(entry, reader) && entry.onBehalfOf === reader.email

export const entryText = (entry: Entry, reader: Reader | null = null): string =>
  textOf(sentenceOf(entry, isOwn(entry, reader)))

export const EntrySentence = ({ entry, reader }: { readonly entry: Entry; readonly reader: Reader | null }) => {
  const { before, subject, after } = sentenceOf(entry, isOwn(entry, reader))
  return (
    <>
      {before}
      {subject !== null && <em className="font-semibold not-italic">{subject}</em>}
      {after}
    </>
  )
}

export const Who = ({ entry, reader }: { readonly entry: Entry; readonly reader: Reader | null }) => {
  const { actor, onBehalfOf } = entry
  if (isInOnesName(entry, reader)) {
    return (
      <>
        {actor}
        <span className="block text-sm text-muted">
          <StatusWord state="warning" icon="eye" word="in your name" />
        </span>
      </>
    )
  }
  return (
    <>
      {isOwn(entry, reader) ? 'You' : actor}
      {onBehalfOf !== null && <span className="block text-sm text-muted">on behalf of {onBehalfOf}</span>}
    </>
  )
}

export const outcomes: Readonly<Record<Outcome, { word: string; state: State; icon: IconName }>> = {
  done: { word: 'Success', state: 'normal', icon: 'check' },
  refused: { word: 'Denied', state: 'warning', icon: 'locked' },
  failed: { word: 'Failed', state: 'critical', icon: 'critical' },
}

export const OutcomeWord = ({ outcome }: { readonly outcome: Outcome }) => <StatusWord {...outcomes[outcome]} />
