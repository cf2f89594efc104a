// A roll-call as a screen has it: everybody on its list as the server last said, and over that the marks that still wait.
import type { byId, Muster, NewMark, Person, Status, Tally } from '@gatehouse/contract/access/muster'
import type { Output } from '@gatehouse/contract/operation'
import type { Waiting } from './outbox.ts'

export type Count = NonNullable<Output<typeof byId>['count']>

export interface RollCall {
  readonly muster: Muster
  readonly people: ReadonlyMap<string, Person>
  /** What counters said as it began, by zone; '' is the site. */
  readonly counts: ReadonlyMap<string, Count>
  /** To ask on from. */
  readonly cursor: string | null
}

/** Somebody as they are shown. */
export interface Shown extends Person {
  /** What this browser has said of them and the server has not answered for. */
  readonly waiting: NewMark | null
  /** In small letters, for the search: of a visitor the company and the host too. */
  readonly sought: string
}

/** Of two readings the newer one, whichever came first. */
export const merged = (known: ReadonlyMap<string, Person>, more: readonly Person[]): ReadonlyMap<string, Person> => {
  const fresh = more.filter((person) => (known.get(person.id)?.seq ?? -1) < person.seq)
  if (fresh.length === 0) return known
  return new Map([...known, ...fresh.map((person) => [person.id, person] as const)])
}

/** Everybody by name, with the marks that wait laid over what the server says. */
export const shownOf = (people: ReadonlyMap<string, Person>, waiting: readonly Waiting[], by: string): Shown[] => {
  const marks = new Map<string, NewMark>()
  const added = new Map<string, Waiting>()
  for (const one of waiting) {
    if (one.refused !== null) continue
    marks.set(one.mark.personId, one.mark)
    if (one.mark.added && !people.has(one.mark.personId)) added.set(one.mark.personId, one)
  }
  const all: Shown[] = [...people.values()].map((person) => shown(person, marks.get(person.id) ?? null, by))
  for (const [id, { mark }] of added) all.push(shown(newcomer(id, mark, by), marks.get(id) ?? mark, by))
  return all.sort((a, b) => firstIf(b) - firstIf(a) || collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
}

/** Whoever went back in is looked for before everybody else. */
const firstIf = ({ status }: Shown): number => Number(status === 're-entered')

const collator = new Intl.Collator('en')

const shown = (person: Person, waiting: NewMark | null, by: string): Shown => ({
  ...person,
  ...(waiting && holds(waiting, person)
    ? {
        status: waiting.status,
        statusAt: waiting.at,
        statusBy: by,
        place: waiting.place ?? null,
        note: waiting.note ?? null,
      }
    : {}),
  waiting,
  sought: plain([person.name, person.visitor?.company, person.visitor?.host].filter(Boolean).join(' ')),
})

/** Not where somebody else has said so later, nor where they went back in and this mark was made without knowing that. */
const holds = (waiting: NewMark, { status, statusAt, seq }: Person): boolean =>
  (statusAt === null || statusAt < waiting.at) && !(status === 're-entered' && (waiting.seq ?? seq) < seq)

const newcomer = (id: string, { at, added }: NewMark, by: string): Person => ({
  id,
  userId: null,
  name: added?.name ?? '',
  visitor: null,
  zoneId: added?.zoneId ?? null,
  zone: null,
  source: 'warden',
  confidence: 'high',
  because: 'added',
  since: null,
  door: null,
  addedAt: at,
  addedBy: by,
  status: 'unaccounted',
  statusAt: null,
  statusBy: null,
  place: null,
  note: null,
  seq: -1,
})

/** Without accents and capitals: as people type names on a phone. */
export const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export interface Wanted {
  readonly status: Status | ''
  readonly zone: string
  readonly q: string
}

/**
 * Every word of the search somewhere in the name, or in whom a visitor came to see. Whoever went back in is everybody's
 * business, whatever state or zone is looked at.
 */
export const matching = (people: readonly Shown[], { status, zone, q }: Wanted): Shown[] => {
  const words = plain(q).split(/\s+/).filter(Boolean)
  return people.filter(
    (person) =>
      (person.status === 're-entered' ||
        ((status === '' || person.status === status) && (zone === '' || (person.zoneId ?? 'none') === zone))) &&
      words.every((word) => person.sought.includes(word)),
  )
}

export const tallyOf = (people: readonly Pick<Person, 'status'>[]): Tally => {
  const tally = { people: people.length, unaccounted: 0, reEntered: 0, missing: 0, safe: 0, notHere: 0, left: 0 }
  for (const { status } of people) tally[tallied[status]]++
  return tally
}

const tallied = {
  unaccounted: 'unaccounted',
  're-entered': 'reEntered',
  missing: 'missing',
  safe: 'safe',
  'not-here': 'notHere',
  left: 'left',
} as const satisfies Record<Status, keyof Tally>

/** Somebody has to look for them. */
export const isOpen = (status: Status): boolean =>
  status === 'unaccounted' || status === 're-entered' || status === 'missing'

export const accountedIn = ({ safe, notHere, left }: Tally): number => safe + notHere + left

/** The zones that anybody on the list is in, by name. */
export const zonesOf = (people: readonly Person[]): { readonly id: string; readonly name: string }[] => {
  const zones = new Map(people.map(({ zoneId, zone }) => [zoneId ?? 'none', zone ?? 'Nobody knows where']))
  return [...zones].map(([id, name]) => ({ id, name })).sort((a, b) => collator.compare(a.name, b.name))
}
