// The list as a screen shows it: the newer reading wins, waiting marks lie over it, and names are found as they are typed.
import type { Person } from '@gatehouse/contract/access/muster'
import { expect, test } from 'vitest'
import type { Waiting } from './outbox.ts'
import { overtaken } from './overtaken.ts'
import { accountedIn, matching, merged, shownOf, tallyOf } from './roll-call.ts'

const aPerson = (name: string, more: Partial<Person> = {}): Person => ({
  id: name,
  userId: name,
  name,
  visitor: null,
  zoneId: 'lobby',
  zone: 'Lobby',
  source: 'badge',
  confidence: 'high',
  because: 'went-through',
  since: null,
  door: null,
  addedAt: null,
  addedBy: null,
  status: 'unaccounted',
  statusAt: null,
  statusBy: null,
  place: null,
  note: null,
  seq: 1,
  ...more,
})

const listOf = (...people: Person[]) => new Map(people.map((person) => [person.id, person]))

const waits = (personId: string, status: 'safe' | 'missing', more: Partial<Waiting> = {}): Waiting => ({
  userId: 'me',
  musterId: 'drill',
  mark: { id: `${personId} ${status}`, personId, status, at: '2026-11-22T10:00:00.000Z' },
  name: personId,
  refused: null,
  ...more,
})

test('an answer that was slow does not put an older state over a newer one', () => {
  const known = listOf(aPerson('Ada', { status: 'safe', seq: 5 }))
  expect(merged(known, [aPerson('Ada', { seq: 2 })])).toBe(known)
  expect(merged(known, [aPerson('Ada', { status: 'missing', seq: 6 })]).get('Ada')?.status).toBe('missing')
})

test('marks that wait are shown as said, and as waiting; the last of them counts, and refused ones do not', () => {
  const list = listOf(aPerson('Ada'), aPerson('Ben'))
  const shown = shownOf(
    list,
    [waits('Ada', 'missing'), waits('Ada', 'safe'), waits('Ben', 'safe', { refused: 'No' })],
    'Me',
  )
  expect(shown.map(({ name, status, statusBy, waiting }) => [name, status, statusBy, waiting !== null])).toEqual([
    ['Ada', 'safe', 'Me', true],
    ['Ben', 'unaccounted', null, false],
  ])
  expect(accountedIn(tallyOf(shown))).toBe(1)
})

test('somebody who was put on the list without a connection is on it', () => {
  const mark = { ...waits('v', 'safe').mark, added: { name: 'Vera Visitor' } }
  const shown = shownOf(listOf(aPerson('Ada')), [waits('v', 'safe', { mark })], 'Me')
  expect(shown.map(({ name, source }) => [name, source])).toEqual([
    ['Ada', 'badge'],
    ['Vera Visitor', 'warden'],
  ])
})

test('names are found by parts, without accents', () => {
  const all = shownOf(listOf(aPerson('Zoë Ångström'), aPerson('Ada Okafor')), [], 'Me')
  const names = (q: string) => matching(all, { status: '', zone: '', q }).map(({ name }) => name)
  expect(names('ang zo')).toEqual(['Zoë Ångström'])
  expect(names('oka')).toEqual(['Ada Okafor'])
  expect(names('nobody')).toEqual([])
})

test('a visitor is found by whom they came to see, and by where they are from', () => {
  const visitor = { passId: 'pass', company: 'Brightwater', hostId: 'Ada', host: 'Ada Okafor' }
  const everybody = shownOf(listOf(aPerson('Vera', { userId: null, visitor }), aPerson('Ben')), [], '')
  for (const q of ['okafor', 'bright', 'vera'])
    expect(matching(everybody, { status: '', zone: '', q }).map(({ name }) => name)).toEqual(['Vera'])
})

test('a mark that somebody else’s later word holds over is told of, and no other', () => {
  const [early, late] = ['2026-11-22T10:00:00.000Z', '2026-11-22T10:00:05.000Z']
  const mark = { id: 'm', personId: 'Ada', status: 'safe' as const, at: early }
  const ada = aPerson('Ada', { status: 'missing', statusAt: late, statusBy: 'Bo' })
  expect(overtaken([ada], [{ mark }])).toEqual(['Ada is missing: Bo said so after you said safe.'])
  expect(overtaken([{ ...ada, statusAt: early }], [{ mark: { ...mark, at: late } }])).toEqual([])
  expect(overtaken([{ ...ada, status: 'safe' }], [{ mark }])).toEqual([])
})

test('whoever went back in is first, in every state and zone that is looked at, whatever was marked without knowing it', () => {
  const [early, late] = ['2026-11-22T09:59:00.000Z', '2026-11-22T10:00:05.000Z']
  const zoe = aPerson('Zoe', { status: 're-entered', statusAt: early, seq: 7 })
  const list = listOf(aPerson('Ada'), zoe)
  const marked = (seq: number) => {
    const mark = { id: 'm', personId: 'Zoe', status: 'safe' as const, at: late, seq }
    return shownOf(list, [waits('Zoe', 'safe', { mark })], 'Me')
  }
  expect(marked(6).map(({ name, status }) => [name, status])).toEqual([
    ['Zoe', 're-entered'],
    ['Ada', 'unaccounted'],
  ])
  expect(marked(7).map(({ status }) => status)).toEqual(['unaccounted', 'safe'])
  const names = matching(marked(6), { status: 'safe', zone: 'office', q: '' }).map(({ name }) => name)
  expect(names).toEqual(['Zoe'])
  expect(accountedIn(tallyOf(marked(6)))).toBe(0)
  const mark = { id: 'm', personId: 'Zoe', status: 'safe' as const, at: late }
  expect(overtaken([zoe], [{ mark }])).toEqual([expect.stringContaining('Zoe went back in')])
})
