// Occupancy as it is shown now: each state, how well it is known, what is not current, and correcting it.
import type { Permission } from '@gatehouse/contract/permissions'
import * as devices from '@gatehouse/contract/building/devices'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Figure } from '@gatehouse/contract/safety/occupancy'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aFigure, aFloor, aSite, floorId, hallId, officeId } from '../occupancy/a-figure.testing.ts'
import { applyFigures } from '../occupancy/occupancy.live.ts'
import { rangeText, stateOf } from '../occupancy/figure-words.ts'

const looker: readonly Permission[] = ['view_people_count', 'view_people_count_detail']
const manager: readonly Permission[] = [...looker, 'manage_people_count']

const aCounter: devices.Device = {
  id: uuid(20),
  key: 'counter-entrance',
  name: 'Entrance',
  kind: 'counter',
  site: 'Meridian Tower',
  floor: 'Ground floor',
  zoneId: hallId,
  zone: 'Hall',
  online: true,
  lastSeenAt: beganAt,
  battery: null,
  signal: null,
  firmware: null,
  outOfService: null,
  latest: [],
}

const opens = async (
  zones: readonly Figure[] = [aFigure()],
  {
    search = '',
    permissions = manager,
  }: { readonly search?: string; readonly permissions?: readonly Permission[] } = {},
) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(occupancy.now, { zones: [...zones], floors: [aFloor()], sites: [aSite()] })
  browser.server.answers(devices.list, { devices: [aCounter] })
  browser.server.answers(peopleCount.now, {
    counters: [
      {
        deviceId: aCounter.id,
        key: aCounter.key,
        inToday: 1204,
        outToday: 'few',
        at: beganAt,
        receivedAt: beganAt,
      },
    ],
  })
  await browser.open(`/people-count${search}`)
  await advance('500 ms')
  return browser
}
const place = (name: string) => within(screen.getByTestId(`occupancy-${name}`))
const dialog = () => within(screen.getByRole('dialog'))

test('a place has its number, its range, its limit and since when it counts; and floors stand over their zones', async () => {
  await opens([
    aFigure({ drift: 3 }),
    aFigure({ id: officeId, name: 'Office', limit: null, share: null, free: null, mode: null }),
  ])
  const hall = place('Hall')
  expect(hall.getByTestId('people').textContent).toBe('142')
  expect(hall.getByText('Between 131 and 155')).toBeDefined()
  expect(hall.getByText('Limit 200, 71 % of it, 58 more may come in')).toBeDefined()
  expect(hall.getByText('Below the limit')).toBeDefined()
  expect(hall.getByText(/Counted by hand/)).toBeDefined()
  expect(hall.getByText('Drift 3')).toBeDefined()
  expect(hall.getByRole('meter', { name: 'Hall' }).getAttribute('aria-valuetext')).toContain('142 people')
  expect(place('Meridian Tower').getByText('7 more than its zones together')).toBeDefined()
  expect(place('Ground floor').getByText('Agrees with its zones')).toBeDefined()
  expect(place('Office').getByText('No limit', { selector: 'span' })).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Whole site',
    'Ground floor, Floor',
    'Hall',
    'Office',
  ])
  expect(within(screen.getByTestId('counter-counter-entrance')).getByText('1,204')).toBeDefined()
  expect(within(screen.getByTestId('counter-counter-entrance')).getByText('< 5')).toBeDefined()
  await expectAccessible()
})

test('whatever speaks against believing a number comes before it', () => {
  const word = (changes: Partial<Figure>, isOld = false) => stateOf(aFigure(changes), isOld).word
  expect(word({})).toBe('Below the limit')
  expect(word({ mode: 'busy' })).toBe('Near the limit')
  expect(word({ mode: 'one-in-one-out' })).toBe('At the limit')
  expect(word({ mode: 'full' })).toBe('Over the limit')
  expect(word({ mode: 'full', stale: true })).toBe('Not current')
  expect(word({ mode: 'full' }, true)).toBe('Not current')
  expect(word({ occupancy: null, stale: true })).toBe('Not counted')
  expect(word({ low: null, high: null })).toBe('Never counted')
  expect(word({ low: null, high: null, mode: 'full' })).toBe('Over the limit')
  expect(word({ source: 'badges', low: null, high: null, mode: null, limit: null })).toBe('No limit')
  expect(rangeText(aFigure({ low: 'few', high: 10 }), false)).toBe('Between < 5 and 10')
  expect(rangeText(aFigure({ source: 'badges', low: null, high: null }), false)).toMatch(/^By badges/)
})

test('a counter that is offline: the zone names it, its number is what was, and no bar shows it', async () => {
  await opens([
    aFigure({ stale: true, mode: 'unknown', low: null, high: null, silent: [{ id: uuid(20), name: 'Entrance' }] }),
  ])
  const hall = place('Hall')
  expect(hall.getByText('Not current')).toBeDefined()
  expect(hall.getByText('Not counting: Entrance')).toBeDefined()
  expect(hall.getByText('was', { exact: false, selector: 'span' })).toBeDefined()
  expect(hall.queryByRole('meter')).toBeNull()
  expect(hall.queryByText('Below the limit')).toBeNull()
})

test('an answer that gets old is not current, by the clock of the page, until the server answers again', async () => {
  const { server } = await opens()
  server.goes('away')
  await advance('200 s')
  expect(screen.getByText(/These numbers are not current/)).toBeDefined()
  expect(place('Hall').getByText('Not current')).toBeDefined()
  expect(place('Hall').queryByRole('meter')).toBeNull()
  server.goes('back')
  await advance('90 s')
  expect(place('Hall').getByText('Below the limit')).toBeDefined()
  expect(screen.queryByText(/These numbers are not current/)).toBeNull()
})

test('a live figure takes the place of the one before; of a silent zone the names stay', async () => {
  const { server } = await opens()
  server.pushes(occupancy.changed, aFigure({ occupancy: 200, share: 100, free: 0, mode: 'one-in-one-out' }))
  await advance('1 s')
  expect(place('Hall').getByTestId('people').textContent).toBe('200')
  expect(place('Hall').getByText('At the limit')).toBeDefined()
  const silent = aFigure({ stale: true, silent: [{ id: uuid(20), name: 'Entrance' }] })
  expect(applyFigures([silent], [aFigure({ stale: true })])[0]?.silent).toHaveLength(1)
  expect(applyFigures([silent], [aFigure()])[0]?.silent).toEqual([])
})

test('few people are not more than that for who may not see single persons', async () => {
  await opens([aFigure({ occupancy: 'few', low: 'few', high: 'few', drift: null, free: 195, share: null })], {
    permissions: ['view_people_count'],
  })
  expect(place('Hall').getByTestId('people').textContent).toBe('< 5')
  expect(place('Hall').getByText('Limit 200, 195 more may come in')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Correct Hall' })).toBeNull()
})

test('a zone is corrected by keyboard, with a count and a reason, and what is typed stays when it is refused', async () => {
  const browser = await opens()
  const { user, server } = browser
  screen.getByRole('link', { name: 'Correct Hall' }).focus()
  await user.keyboard('{Enter}')
  await advance('500 ms')
  await user.click(dialog().getByRole('button', { name: 'Correct' }))
  expect(dialog().getByText('Enter whole people')).toBeDefined()
  expect(dialog().getByText('Write why, for whoever reads the record')).toBeDefined()
  await fill(browser, dialog().getByLabelText(/^People there now/), '150')
  await fill(browser, dialog().getByLabelText(/^Why/), 'Counted at the door')
  server.refuses(occupancy.correctZone, 409, { message: 'No counter stands at the borders of Hall.' })
  await user.click(dialog().getByRole('button', { name: 'Correct' }))
  expect(dialog().getByText('No counter stands at the borders of Hall.')).toBeDefined()
  expect(dialog().getByDisplayValue('150')).toBeDefined()
  server.answers(occupancy.correctZone, { zone: aFigure({ occupancy: 150 }) })
  await user.click(dialog().getByRole('button', { name: 'Correct' }))
  expect(server.asked(occupancy.correctZone).at(-1)).toEqual({
    zoneId: hallId,
    count: 150,
    reason: 'Counted at the door',
  })
})

test('what is shown is in the address: only what is near its limit, only what is not current', async () => {
  await opens([aFigure({ mode: 'busy' }), aFigure({ id: officeId, name: 'Office' })], { search: '?show=limit' })
  expect(screen.queryByTestId('occupancy-Office')).toBeNull()
  expect(place('Hall').getByText('Near the limit')).toBeDefined()
})

test('a floor and its limit are shown as those of a zone, and it is corrected as a whole', async () => {
  const browser = await opens()
  const { user, server } = browser
  const busy = aFloor({ limit: 170, share: 84, free: 28, mode: 'busy' })
  server.answers(occupancy.now, { zones: [aFigure()], floors: [busy], sites: [aSite()] })
  server.pushes(occupancy.altered, { at: beganAt })
  await advance('1 s')
  const floor = place('Ground floor')
  expect(floor.getByText('Near the limit')).toBeDefined()
  expect(floor.getByText('Limit 170, 84 % of it, 28 more may come in')).toBeDefined()
  await user.click(floor.getByRole('link', { name: 'Correct Ground floor (floor)' }))
  await advance('500 ms')
  await fill(browser, dialog().getByLabelText(/^People there now/), '120')
  await fill(browser, dialog().getByLabelText(/^Why/), 'Counted by the fire warden')
  server.answers(occupancy.correctFloor, { zone: busy })
  await user.click(dialog().getByRole('button', { name: 'Correct' }))
  expect(server.asked(occupancy.correctFloor)).toEqual([{ floorId, count: 120, reason: 'Counted by the fire warden' }])
})

test('a place that is not there is not corrected', async () => {
  await opens([], { search: `?correct=${uuid(99)}` })
  expect(dialog().getByText('This place cannot be corrected')).toBeDefined()
})

test('an answer that failed can be asked for again, and no place at all has a next step', async () => {
  const browser = await opens()
  browser.server.refuses(occupancy.now, 500)
  await browser.open('/people-count')
  await advance('10 s')
  expect(screen.getByText('The occupancy could not be loaded')).toBeDefined()
  browser.server.answers(occupancy.now, { zones: [], floors: [], sites: [] })
  await browser.user.click(screen.getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  expect(screen.getByRole('link', { name: 'Place counters' })).toBeDefined()
})
