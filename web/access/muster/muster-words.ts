// How a roll-call speaks: states, where somebody is known from, and how long things took.
import type { Confidence, Mark, Muster, Person, Status } from '@gatehouse/contract/access/muster'
import { counted } from '../../kit/counted.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'

export const statusWords: Record<Status, Required<StateWord>> = {
  unaccounted: { state: 'warning', icon: 'unknown', word: 'Unaccounted' },
  're-entered': { state: 'critical', icon: 'entry', word: 'Re-entered' },
  missing: { state: 'critical', icon: 'critical', word: 'Missing' },
  safe: { state: 'normal', icon: 'normal', word: 'Safe' },
  'not-here': { state: 'information', icon: 'information', word: 'Not on site' },
  left: { state: 'normal', icon: 'exit', word: 'Exited' },
}

export const confidenceWords: Record<Confidence, StateWord> = {
  high: { state: 'normal', icon: 'normal', word: 'High' },
  medium: { state: 'information', icon: 'information', word: 'Medium' },
  low: { state: 'unknown', icon: 'unknown', word: 'Low' },
}

const becauses: Record<Person['because'], string> = {
  'went-through': 'the door felt them go in',
  'may-not-have': 'badged in; the door cannot tell whether they went through',
  'by-hand': 'logged in by hand',
  'long-ago': 'badged in 12 hours ago or more, and never out',
  'no-log': 'the entry itself is not kept any more',
  'pass-over': 'the pass is over, and was never shown on the way out',
  added: 'put on the list by a warden',
}

/** `Badge, high: the door felt them go in` */
export const sourceText = (person: Pick<Person, 'source' | 'confidence' | 'because'>): string =>
  `${sources[person.source]}, ${confidenceWords[person.confidence].word.toLowerCase()}: ${becauses[person.because]}`

/** `Badge: the door felt them go in` */
export const becauseText = ({ source, because }: Pick<Person, 'source' | 'because'>): string =>
  `${sources[source]}: ${becauses[because]}`

const sources: Record<Person['source'], string> = {
  badge: 'Badge',
  pass: 'Visitor pass',
  manual: 'By hand',
  import: 'From a file',
  warden: 'A warden',
}

/** `Visitor`, `Visitor of Ada Okafor`: whom to ask about somebody whom nobody knows. */
export const visitorText = ({ host }: Pick<NonNullable<Person['visitor']>, 'host'>): string =>
  host === null ? 'Visitor' : `Visitor of ${host}`

/** What a mark says, beside who said it. */
export const markText = ({ status, how, place }: Pick<Mark, 'status' | 'how' | 'place'>): string => {
  if (how === 'badge') {
    if (status === 'left') return place ? `Exited through ${place}` : 'Exited'
    if (status === 'unaccounted' || status === 're-entered') return place ? `Back in through ${place}` : 'Back in'
  }
  if (status === 'unaccounted' || status === 're-entered') return `Reset to ${statusWords[status].word.toLowerCase()}`
  return place ? `${statusWords[status].word}, ${place}` : statusWords[status].word
}

/** `42 s`, `3 min 5 s`, `1 h 4 min`; null is a dash. */
export const spanText = (seconds: number | null): string => {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}${thin}s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return joined(`${minutes}${thin}min`, whole % 60, 's')
  return joined(`${Math.floor(minutes / 60)}${thin}h`, minutes % 60, 'min')
}

// Figure and unit stay on one line.
const thin = '\u00a0'

const joined = (first: string, rest: number, unit: string) =>
  rest === 0 ? first : `${first}${thin}${rest}${thin}${unit}`

export const kindWords = { drill: 'Drill', real: 'Emergency' } as const

/** What a roll-call is called: its reason, or that of its kind where none has been given yet. */
export const titleOf = ({ kind, reason }: Pick<Muster, 'kind' | 'reason'>): string =>
  reason === '' ? { drill: 'Drill', real: 'Emergency roll-call' }[kind] : reason

export const peopleText = (people: number): string => counted(people, 'person', 'people')

/** What counters say beside the list; null where they agree. */
export const countText = (count: { readonly counted: number; readonly listed: number }): string | null => {
  const more = count.counted - count.listed
  if (more === 0) return null
  return more > 0
    ? `Counters say ${more} more than the list: look for people without a badge`
    : `Counters say ${-more} fewer than the list`
}
