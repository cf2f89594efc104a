// Flow, hours of the week, peaks, sites compared and how long people stay, as they are asked for and shown.
import type { Permission } from '@gatehouse/contract/permissions'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { changeText } from './comparison-card.tsx'
import { minutesText } from './dwell-card.tsx'
import { alignedTo, filled, stepFor } from './flow-steps.ts'

const pages = [
  {
    path: '/flow',
    load: async () => (await import('./flow-section.tsx')).FlowSection,
    permissions: [],
  },
]
const [siteId, counterId] = [uuid(2), uuid(20)]

const aSite: occupancy.Figure = {
  id: siteId,
  kind: 'site',
  name: 'Meridian Tower',
  siteId,
  floorId: null,
  occupancy: 10,
  low: 9,
  high: 11,
  source: 'counters',
  anchorAt: beganAt,
  anchorKind: 'manual',
  stale: false,
  silent: [],
  drift: 0,
  limit: null,
  share: null,
  free: null,
  mode: null,
  difference: null,
  movedAt: beganAt,
}

const aBorder: occupancy.Border = {
  id: uuid(30),
  device: { id: counterId, name: 'Entrance' },
  kind: 'counter',
  from: null,
  to: { id: uuid(4), name: 'Hall' },
  inverted: false,
  counts: true,
  because: 'chosen',
}

const opens = async (search = '', permissions: readonly Permission[] = ['view_people_count']) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  const { server } = browser
  server.hangsOtherwise()
  server.answers(occupancy.now, { zones: [], floors: [], sites: [aSite] })
  server.answers(occupancy.borders, { borders: [aBorder] })
  server.answers(peopleCount.flow, {
    steps: [
      { at: '2026-11-23T08:00:00.000Z', in: 40, out: 'few' },
      { at: '2026-11-23T09:00:00.000Z', in: 25, out: 5 },
    ],
  })
  server.answers(peopleCount.heatMap, {
    cells: [
      { weekday: 1, hour: 8, in: 40, hours: 1 },
      { weekday: 1, hour: 9, in: 'few', hours: 1 },
    ],
  })
  server.answers(peopleCount.peaks, {
    hours: [{ at: '2026-11-23T08:00:00.000Z', in: 40 }],
    days: [{ at: '2026-11-23T00:00:00.000Z', in: 65 }],
  })
  server.answers(peopleCount.compare, {
    sites: [{ site: { id: siteId, name: 'Meridian Tower' }, in: 65, inBefore: 50, change: 30 }],
  })
  server.answers(peopleCount.dwell, { visits: 12, medianMinutes: 80, p90Minutes: 495.2 })
  await browser.open(`/flow${search}`, undefined, pages)
  await advance('500 ms')
  return browser
}
const card = (name: string) => within(screen.getByRole('region', { name }))

test('a week by the hour is asked for first; chart and table say the same, and few stay few', async () => {
  const { server, user } = await opens()
  expect(server.asked(peopleCount.flow)[0]).toMatchObject({
    placeId: siteId,
    step: 'hour',
    from: '2026-11-16T10:00:00.000Z',
  })
  const flow = card('In and out')
  expect(flow.getByRole('img', { name: /65 in and at least 5 out/ })).toBeDefined()
  await user.click(flow.getByRole('button', { name: 'Table' }))
  const rows = within(flow.getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'HourInOut',
    expect.stringMatching(/08:0040< 5$/),
    expect.stringMatching(/09:00255$/),
  ])
  expect(within(card('Hours of the week').getByRole('table')).getByText('< 5')).toBeDefined()
  expect(card('Busiest').getByText('65')).toBeDefined()
  expect(card('How long people stay').getByText('at most 1 h 20 min')).toBeDefined()
  expect(card('How long people stay').getByText(/^From badges/)).toBeDefined()
  expect(card('Sites compared').getByRole('img', { name: /65 in, 50 before, \+30 %/ })).toBeDefined()
  await expectAccessible({ within: screen.getByRole('region', { name: 'Flow of people' }) })
})

test('what is shown and for which time is in the address', async () => {
  const { server, user, address } = await opens(`?of=${counterId}&range=24h&step=quarter`)
  expect(server.asked(peopleCount.flow)[0]).toMatchObject({ deviceId: counterId, step: 'quarter' })
  expect(server.asked(peopleCount.dwell)).toEqual([])
  expect(card('How long people stay').getByText(/^A counter sees nobody twice/)).toBeDefined()
  await user.click(card('In and out').getByRole('button', { name: 'Day' }))
  expect(address()).toBe(`/flow?of=${counterId}&range=24h&step=day`)
  expect(server.asked(peopleCount.flow).at(-1)).toMatchObject({ deviceId: counterId, step: 'day' })
})

test('the file is made of exactly what is shown', async () => {
  const { server, user } = await opens('?step=day')
  // The browser of tests would go where the file is.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  server.answers(peopleCount.flowCsv, new Blob(['at,in,out\r\n']).stream())
  await user.click(card('In and out').getByRole('button', { name: 'CSV' }))
  await advance('500 ms')
  const [shown, saved] = [server.asked(peopleCount.flow).at(-1), server.asked(peopleCount.flowCsv)[0]]
  expect(saved).toEqual(shown)
  expect(screen.getByText(/Download complete: people-flow-2026-11-23.csv/)).toBeDefined()
})

test('a part that fails says so alone, and can be asked for again', async () => {
  const { server, user } = await opens()
  server.refuses(peopleCount.flow, 422, { message: 'Choose 62 days at most' })
  await user.click(card('In and out').getByRole('button', { name: '15 minutes' }))
  await advance('500 ms')
  expect(card('In and out').getByText('Choose 62 days at most')).toBeDefined()
  expect(card('Busiest').getByText('65')).toBeDefined()
  server.answers(peopleCount.flow, { steps: [] })
  await user.click(card('In and out').getByRole('button', { name: 'Retry' }))
  await advance('500 ms')
  expect(card('In and out').getByText('Nobody was counted in this time')).toBeDefined()
})

test('what is not there any more is said, and nobody at all is a state of its own', async () => {
  const { server } = await opens(`?of=${uuid(99)}`)
  expect(screen.getByText('This place or counter is not there')).toBeDefined()
  expect(server.asked(peopleCount.flow)).toEqual([])
})

test('a step is as long as the range needs', () => {
  const to = Date.parse(beganAt)
  const days = (count: number) => ({ from: to - count * 86_400_000, to })
  expect(stepFor('quarter', days(1))).toBe('quarter')
  expect(stepFor('quarter', days(9))).toBe('hour')
  expect(stepFor('', days(30))).toBe('hour')
  expect(stepFor('hour', days(90))).toBe('day')
  expect(stepFor('nonsense', days(1))).toBe('hour')
})

test('steps without anybody are there, on the days too on which clocks change', () => {
  const zone = 'Europe/Berlin'
  const bounds = { from: Date.parse('2026-10-23T22:00:00Z'), to: Date.parse('2026-10-27T10:00:00Z') }
  const days = filled([{ at: '2026-10-24T22:00:00.000Z', in: 3, out: 2 }], 'day', bounds, zone)
  expect(days.map(({ at, in: people }) => [at, people])).toEqual([
    ['2026-10-23T22:00:00.000Z', 0],
    ['2026-10-24T22:00:00.000Z', 3],
    ['2026-10-25T23:00:00.000Z', 0],
    ['2026-10-26T23:00:00.000Z', 0],
  ])
  expect(filled([], 'hour', { from: 0, to: 3 * 3_600_000 }, 'UTC')).toHaveLength(3)
  expect(alignedTo('quarter', { from: 950_000, to: 2_000_000 }, 'UTC').from).toBe(900_000)
})

test('words of changes and of minutes', () => {
  expect(changeText(12.5)).toBe('+12.5 %')
  expect(changeText(-3)).toBe('-3 %')
  expect(changeText(null)).toBe('Too few')
  expect(minutesText(495.2, 12)).toBe('at most 8 h 15 min')
  expect(minutesText(60, 12)).toBe('at most 1 h')
  expect(minutesText(0.2, 12)).toBe('less than a minute')
  expect(minutesText(null, 0)).toBe('No visits to tell from')
  expect(minutesText(null, 4)).toBe('Too few to tell')
})
