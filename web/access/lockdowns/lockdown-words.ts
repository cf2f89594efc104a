// How lockdowns and what came of their doors are put into words.
import type { DoorResult, Lockdown } from '@gatehouse/contract/access/lockdowns'
import { counted } from '../../kit/counted.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'

/** What came of telling a door, to lock down or, once it is over, to be released. */
export const resultOf = (result: DoorResult, isOver: boolean): StateWord =>
  (isOver ? afterwards[result] : undefined) ?? shown[result]

const shown: Record<DoorResult, StateWord> = {
  confirmed: { state: 'normal', word: 'Locked down', icon: 'locked' },
  pending: { state: 'information', word: 'Locking down…' },
  refused: { state: 'critical', word: 'Refused' },
  'no-answer': { state: 'high', word: 'No answer' },
  failed: { state: 'high', word: 'Not sent' },
  offline: { state: 'offline', word: 'Offline: sent when it is back' },
}

const afterwards: Partial<Record<DoorResult, StateWord>> = {
  confirmed: { state: 'normal', word: 'Released' },
  pending: { state: 'information', word: 'Releasing…' },
}

/** `10 of 12 doors locked down` */
export const progressText = ({ counts, released }: Pick<Lockdown, 'counts' | 'released'>): string =>
  `${counts.confirmed} of ${doorsText(counts.doors)} ${released ? 'released' : 'locked down'}`

export const doorsText = (count: number): string => counted(count, 'door')

/** Of doors that labels hide: `and 1 more door that labels hide from you`. */
export const moreText = (hidden: number): string => `and ${counted(hidden, 'more door')} that labels hide from you`

/** What of it needs somebody: `1 refused, 2 without an answer`; empty where nothing does. */
export const troubleText = ({ refused, noAnswer, failed, offline }: Lockdown['counts']): string =>
  [
    [refused, 'refused'],
    [noAnswer, 'without an answer'],
    [failed, 'not sent'],
    [offline, 'offline'],
  ]
    .flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
    .join(', ')

/** How many can be told again. */
export const tellable = ({ refused, noAnswer, failed, offline }: Lockdown['counts']): number =>
  refused + noAnswer + failed + offline

/** `Security and Fire wardens` */
export const rolesText = (roles: readonly { readonly name: string }[]): string => {
  const names = roles.map(({ name }) => name)
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
