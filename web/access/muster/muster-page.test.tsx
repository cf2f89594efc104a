// From the page of roll-calls to one that runs, by one tap; what may be done of it; and a report that names who is missing.
import * as contract from '@gatehouse/contract/access/muster'
import type { Muster, Person } from '@gatehouse/contract/access/muster'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const at = '2026-11-22T10:00:00.000Z'
const home = '/entry-exit/dashboard/muster'
const tally = { people: 2, unaccounted: 2, reEntered: 0, missing: 0, safe: 0, notHere: 0, left: 0 }

const aMuster = (changes: Partial<Muster> = {}): Muster => ({
  id: uuid(1),
  siteId: uuid(2),
  site: 'Harbour Quay',
  zones: [],
  kind: 'real',
  reason: '',
  assemblyPoints: ['North car park'],
  startedAt: at,
  startedBy: 'Gus Guard',
  correlationId: uuid(3),
  endedAt: null,
  endedBy: null,
  summary: null,
  mistaken: false,
  tally,
  ...changes,
})

const aPerson = (n: number, name: string, changes: Partial<Person> = {}): Person => ({
  id: uuid(n),
  userId: uuid(n),
  name,
  visitor: null,
  zoneId: uuid(4),
  zone: 'Lobby',
  source: 'badge',
  confidence: 'high',
  because: 'went-through',
  since: at,
  door: 'Main entrance',
  addedAt: null,
  addedBy: null,
  status: 'unaccounted',
  statusAt: null,
  statusBy: null,
  place: null,
  note: null,
  seq: 1,
  ...changes,
})

const aSite = (n: number, site: string) => ({
  siteId: uuid(n),
  site,
  people: 2,
  visitors: 0,
  count: null,
  zones: [],
  assemblyPoints: ['North car park'],
})

const aWarden = (sites = [aSite(2, 'Harbour Quay')]) => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_entry_exit_dashboard', 'manage_muster'] })
  browser.server.hangsOtherwise()
  browser.server.answers(contract.inside, { sites, at })
  browser.server.answers(contract.list, { musters: [], next: null, total: 0 })
  return browser
}

const runs = ({ server }: ReturnType<typeof aBrowser>, muster: Muster, people: Person[]) => {
  server.answers(contract.byId, { muster, byZone: [], count: null })
  server.answers(contract.people, { people, cursor: null, more: false, endedAt: muster.endedAt })
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('one tap starts an emergency, nothing is typed, and its reason follows by another tap', async () => {
  const browser = aWarden()
  runs(browser, aMuster(), [aPerson(5, 'Ada Took')])
  browser.server.answers(contract.start, { muster: aMuster() })
  browser.server.answers(contract.setReason, { muster: aMuster({ reason: 'Fire' }) })
  await browser.open(home)
  await advance('1 s')
  await browser.user.click(button('Start emergency roll-call'))
  await advance('1 s')
  expect(browser.server.asked(contract.start)).toEqual([
    { siteId: uuid(2), zoneIds: [], kind: 'real', reason: '', assemblyPoints: ['North car park'] },
  ])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Emergency roll-call')
  await browser.user.click(button('Fire'))
  await advance('1 s')
  expect(browser.server.asked(contract.setReason)).toEqual([{ musterId: uuid(1), reason: 'Fire' }])
  await expectAccessible()
})

test('who taps as another does opens the one that runs; with several sites each button names its own', async () => {
  const browser = aWarden([aSite(2, 'Harbour Quay'), aSite(6, 'Depot')])
  runs(browser, aMuster(), [])
  browser.server.refuses(contract.start, 409, { details: [{ field: 'musterId', message: uuid(1) }] })
  await browser.open(home)
  await advance('1 s')
  expect(button('Start emergency roll-call at Harbour Quay')).toBeTruthy()
  await browser.user.click(button('Start emergency roll-call at Depot'))
  await advance('1 s')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Emergency roll-call')
})

test('one that nobody meant to start ends by a question, and not any more once somebody is marked', async () => {
  const browser = aWarden()
  runs(browser, aMuster(), [aPerson(5, 'Ada Took')])
  browser.server.answers(contract.endMistake, { muster: aMuster({ mistaken: true, endedAt: at }) })
  await browser.open(`${home}/${uuid(1)}`)
  await advance('1 s')
  await browser.user.click(button('Started by mistake'))
  expect(screen.getByRole('alertdialog').textContent).toContain('stays on the record as started by mistake')
  await browser.user.click(button('End it'))
  await advance('1 s')
  expect(browser.server.asked(contract.endMistake)).toEqual([{ musterId: uuid(1) }])
  runs(browser, aMuster(), [aPerson(5, 'Ada Took', { status: 'safe', statusAt: at, seq: 2 })])
  browser.server.pushes(contract.changed, { at })
  await advance('2 s')
  expect(screen.queryByRole('button', { name: 'Started by mistake' })).toBeNull()
})

test('who went back in is announced and first, until one tap says that they are safe', async () => {
  const browser = aWarden()
  runs(browser, aMuster(), [aPerson(5, 'Ada Took'), aPerson(7, 'Zoe Back', { status: 'safe', statusAt: at, seq: 2 })])
  await browser.open(`${home}/${uuid(1)}?status=unaccounted`)
  await advance('1 s')
  expect(screen.queryByRole('alert')).toBeNull()
  runs(browser, aMuster(), [aPerson(7, 'Zoe Back', { status: 're-entered', statusAt: at, seq: 9 })])
  browser.server.pushes(contract.changed, { at })
  await advance('2 s')
  expect(screen.getByRole('alert').textContent).toContain('Re-entered: Zoe Back (Lobby)')
  const names = within(screen.getByRole('list', { name: 'On the list' })).getAllByRole('link')
  expect(names[0]?.textContent).toContain('Zoe Back')
  expect(names[0]?.textContent).toContain('Re-entered')
  await browser.user.click(button(/^Safe.*Zoe/))
  await advance('1 s')
  expect(browser.server.asked(contract.marks)[0]?.marks).toMatchObject([{ personId: uuid(7), status: 'safe', seq: 9 }])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the report begins with who was never accounted for, and contradicts itself nowhere', async () => {
  const browser = aWarden()
  const times = { first: 5, half: null, nine: null, most: null, all: null }
  const report = {
    muster: aMuster({ endedAt: at, endedBy: 'Gus Guard' }),
    times,
    course: [],
    byZone: [],
    visitors: { people: 0, accounted: 0 },
    unaccounted: ['Ada Took', 'Ben Slow'].map((name, n) => ({
      personId: uuid(n + 5),
      name,
      visitor: null,
      zone: 'Lobby',
      door: 'Main entrance',
      since: at,
      status: 'unaccounted' as const,
    })),
    missing: [],
    falselyInside: [],
    notListed: 0,
    wardens: [],
    earlier: [],
  }
  browser.server.answers(contract.evaluation, report)
  await browser.open(`${home}/${uuid(1)}/evaluation`)
  await advance('1 s')
  const [first] = screen.getAllByRole('heading', { level: 2 })
  expect(first?.textContent).toContain('Never accounted for: 2')
  const text = document.body.textContent
  expect(text).toContain('Ada Took')
  expect(text).toContain('Lobby, Main entrance')
  expect(text).toContain('Not reached')
  for (const wrong of ['Not yet', 'Everybody on the list was in the building']) expect(text).not.toContain(wrong)
  await expectAccessible()
})
