// Counters: how well each counts, placing them, setting their accuracy, and the corrections.
import type { Permission } from '@gatehouse/contract/permissions'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Anchor, Border, CounterHealth } from '@gatehouse/contract/safety/occupancy'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aFigure, aFloor, aSite, hallId, officeId } from './a-figure.testing.ts'
import { betweenText, countsText, healthOf } from './counter-words.ts'

const pages = [
  {
    path: '/counters',
    load: async () => (await import('./counters-section.tsx')).CountersSection,
    permissions: [],
  },
]
const entrance = { id: uuid(20), name: 'Entrance' }

const aBorder = (changes: Partial<Border> = {}): Border => ({
  id: uuid(30),
  device: entrance,
  kind: 'counter',
  from: null,
  to: { id: hallId, name: 'Hall' },
  inverted: false,
  counts: true,
  because: 'chosen',
  ...changes,
})

const aHealth = (changes: Partial<CounterHealth> = {}): CounterHealth => ({
  device: entrance,
  kind: 'counter',
  accuracyIn: 96.5,
  accuracyOut: 94.5,
  uncertainty: 3,
  lessons: 4,
  learntAt: beganAt,
  online: true,
  drift: 2.5,
  health: 'good',
  because: [],
  ...changes,
})

const aCorrection: Anchor = {
  id: uuid(40),
  place: { id: hallId, name: 'Hall', kind: 'zone' },
  at: beganAt,
  kind: 'manual',
  people: 150,
  applied: true,
  counted: 142,
  low: 131,
  high: 155,
  difference: 8,
  reason: 'Counted at the door',
  by: 'Olive Marsh',
}

interface Given {
  readonly borders?: readonly Border[]
  readonly health?: readonly CounterHealth[]
  readonly permissions?: readonly Permission[]
}

const opens = async (
  search = '',
  {
    borders = [aBorder()],
    health = [aHealth()],
    permissions = ['view_people_count', 'view_people_count_detail', 'manage_people_count'],
  }: Given = {},
) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  const { server } = browser
  server.hangsOtherwise()
  server.answers(occupancy.now, {
    zones: [aFigure(), aFigure({ id: officeId, name: 'Office' })],
    floors: [aFloor()],
    sites: [aSite()],
  })
  server.answers(occupancy.borders, { borders: [...borders] })
  server.answers(occupancy.counters, { counters: [...health] })
  server.answers(occupancy.corrections, { corrections: [aCorrection], next: null })
  await browser.open(`/counters${search}`, undefined, pages)
  await advance('500 ms')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))

test('each counter says where it stands and how well it counts, and what was corrected', async () => {
  await opens('', { health: [aHealth({ health: 'suspect', because: ['misses-many'] })] })
  expect(screen.getByText('Outside → Hall')).toBeDefined()
  expect(screen.getByText('96.5 % in, 94.5 % out, ± 3')).toBeDefined()
  expect(screen.getByText('Suspect')).toBeDefined()
  expect(screen.getByText('It misses many people.')).toBeDefined()
  expect(screen.getByText('8 more than counted')).toBeDefined()
  expect(screen.getByText('142 (131 to 155)')).toBeDefined()
  await expectAccessible({ within: screen.getByRole('region', { name: 'Counters' }) })
})

test('what it is called, by what is known of it', () => {
  const word = (border: Partial<Border>, health: CounterHealth | null = aHealth()) =>
    healthOf({ border: aBorder(border), health }).word
  expect(word({})).toBe('Good')
  expect(word({}, aHealth({ online: false, health: 'suspect' }))).toBe('Not counting')
  expect(word({}, aHealth({ health: 'drifting' }))).toBe('Drifting')
  expect(word({}, null)).toBe('Not known yet')
  expect(word({ counts: false, because: 'counter-here' })).toBe('Does not count')
  expect(word({ because: 'not-placed', counts: false }, null)).toBe('Not placed')
  expect(betweenText(aBorder({ from: { id: officeId, name: 'Office' }, inverted: true }))).toBe(
    'Office → Hall, turned round',
  )
  expect(countsText(aBorder({ counts: false, because: 'counter-here' }))).toBe(
    'Does not count: a counter stands on the same border',
  )
})

test('a counter is placed between two zones; not between one and the same, and a refusal stands at its field', async () => {
  const { server, user } = await opens(`?placing=${entrance.id}`, {
    borders: [aBorder({ id: null, to: null, because: 'not-placed', counts: false })],
    health: [],
  })
  const choose = async (label: RegExp, name: string) => {
    await user.click(dialog().getByRole('combobox', { name: label }))
    await user.click(within(screen.getByRole('listbox')).getByRole('option', { name }))
  }
  await choose(/Comes from/, 'Hall')
  await choose(/Goes into/, 'Hall')
  await user.click(dialog().getByRole('button', { name: 'Place it' }))
  expect(dialog().getByText(/^Choose another zone/)).toBeDefined()
  expect(server.asked(occupancy.placeCounter)).toEqual([])
  await choose(/Goes into/, 'Office')
  server.refuses(occupancy.placeCounter, 422, {
    details: [{ field: 'toZoneId', message: 'Choose a zone of your company, or outside' }],
  })
  await user.click(dialog().getByRole('button', { name: 'Place it' }))
  expect(dialog().getByText('Choose a zone of your company, or outside')).toBeDefined()
  server.answers(occupancy.placeCounter, { border: aBorder() })
  await choose(/Comes from/, 'Outside')
  await user.click(dialog().getByRole('button', { name: 'Place it' }))
  expect(server.asked(occupancy.placeCounter).at(-1)).toEqual({
    deviceId: entrance.id,
    fromZoneId: null,
    toZoneId: officeId,
    inverted: false,
  })
})

test('its accuracy is set, with a decimal comma too, and what is outside the range is said', async () => {
  const browser = await opens(`?accuracy=${entrance.id}`)
  const { server, user } = browser
  const save = () => user.click(dialog().getByRole('button', { name: 'Save' }))
  await fill(browser, dialog().getByLabelText(/^Counted of those/), '40')
  await save()
  expect(dialog().getByText('Enter 50 to 100')).toBeDefined()
  await fill(browser, dialog().getByLabelText(/^Counted of those/), '97,5')
  server.answers(occupancy.setAccuracy, { counter: aHealth() })
  await save()
  expect(server.asked(occupancy.setAccuracy)).toEqual([{ deviceId: entrance.id, accuracy: 97.5, uncertainty: 3 }])
})

test('a counter is removed from its border once that is confirmed', async () => {
  const { server, user } = await opens(`?counter=${entrance.id}`)
  server.answers(occupancy.removeCounter, { success: true })
  await user.click(dialog().getByRole('button', { name: 'Remove from its border' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(server.asked(occupancy.removeCounter)).toEqual([{ deviceId: entrance.id }])
})

test('a door counts or not, as one chooses', async () => {
  const { server, user } = await opens(`?placing=${entrance.id}`, {
    borders: [aBorder({ id: null, kind: 'door', because: 'counter-here', counts: false })],
    health: [],
  })
  server.answers(occupancy.placeCounter, { border: aBorder({ kind: 'door' }) })
  await user.click(dialog().getByRole('checkbox', { name: 'Count who badges here, in and out' }))
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(server.asked(occupancy.placeCounter)).toEqual([{ deviceId: entrance.id, counts: true }])
})

test('a counter says what was learnt of it, and leads to what may be changed', async () => {
  const { user, address } = await opens(`?counter=${entrance.id}`)
  expect(dialog().getByText(/^Learnt from 4 corrections and empty nights/)).toBeDefined()
  expect(dialog().getByText('2.5 since the last anchors')).toBeDefined()
  await user.click(dialog().getByRole('link', { name: 'Set accuracy' }))
  expect(address()).toBe(`/counters?counter=${entrance.id}&accuracy=${entrance.id}`)
  expect(dialog().getByRole('heading', { name: 'Accuracy of Entrance' })).toBeDefined()
})

test('who may look and not manage has no forms', async () => {
  await opens(`?counter=${entrance.id}`, { permissions: ['view_people_count'] })
  expect(dialog().queryByRole('link')).toBeNull()
})

test('a counter that is gone says so', async () => {
  await opens(`?counter=${uuid(99)}`)
  expect(dialog().getByText('This counter is not there')).toBeDefined()
})

test('corrections are filtered in the address, and their file is of the same', async () => {
  const { server, user } = await opens(`?place=${hallId}&kind=manual`)
  expect(server.asked(occupancy.corrections)[0]).toMatchObject({ placeId: hallId, kind: 'manual' })
  // The browser of tests would go where the file is.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  server.answers(occupancy.correctionsCsv, new Blob(['at\r\n']).stream())
  await user.click(within(screen.getByRole('region', { name: 'Corrections' })).getByRole('button', { name: 'CSV' }))
  await advance('500 ms')
  expect(server.asked(occupancy.correctionsCsv)).toEqual([{ placeId: hallId, kind: 'manual' }])
})

test('no counter is a first step', async () => {
  await opens('', { borders: [], health: [] })
  expect(screen.getByText('No counters yet')).toBeDefined()
})
