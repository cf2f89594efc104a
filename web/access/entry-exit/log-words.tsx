// How an entry or exit is put into words and states, the same in feed, report and details.
import type { Log } from '@gatehouse/contract/access/entry-exit'
import { reasonTexts, passageWords as goneThrough, typeWords } from '@gatehouse/contract/access/entry-exit-words'
import { ageText } from '../../kit/age.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

export const personOf = ({ person }: Pick<Log, 'person'>): string => person ?? 'Unknown person'

export const doorOf = ({ door }: Pick<Log, 'door'>): string => door ?? 'No door'

/** Whether the person really went through, as far as the door can tell. */
export const passageText = ({ result, taken: passage }: Pick<Log, 'result' | 'taken'>): string => {
  if (result === 'denied') return goneThrough.denied
  if (passage === null) return 'Not known: the door cannot tell, or not yet'
  return goneThrough[passage ? 'yes' : 'no']
}

/** How long before or after another log it happened: `12 s before`. */
export const gapWords = ({ timestamp }: Pick<Log, 'timestamp'>, other: Pick<Log, 'timestamp'>): string => {
  const [at, than] = [Date.parse(timestamp), Date.parse(other.timestamp)]
  if (Math.abs(at - than) < 1_000) return at > than ? 'Just after' : 'Just before'
  return at > than ? `${ageText(than, at)} after` : `${ageText(at, than)} before`
}

export const ResultWord = ({ log }: { readonly log: Pick<Log, 'result' | 'taken' | 'type'> }) => {
  if (log.result === 'denied') return <StatusWord state="high" word="Denied" />
  if (log.taken === false) return <StatusWord state="information" word="Not taken" icon={log.type} />
  return <StatusWord state="normal" word="Granted" />
}

export const TypeWord = ({ type }: { readonly type: Log['type'] }) => (
  <span className="inline-flex items-baseline gap-1 whitespace-nowrap [&_svg]:self-center [&_svg]:text-muted">
    <Icon name={type} /> {typeWords[type]}
  </span>
)

/** A reason in plain words; one that is not known is shown as the device put it. */
export const reasonWords = (reason: string): string =>
  reasonTexts[reason.toLowerCase().replaceAll(/[\s_-]+/g, ' ')] ?? reason
