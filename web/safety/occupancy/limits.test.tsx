// Limits: which holds, several by schedule, and working one out from area and use.
import type { Permission } from '@gatehouse/contract/permissions'
import * as schedules from '@gatehouse/contract/access/schedules'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Limits } from '@gatehouse/contract/safety/occupancy'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { aFigure, aFloor, aSite, floorId, hallId, siteId } from './a-figure.testing.ts'
import { limitsFieldsOf, limitsOf, newLimit, scheduleFault, workedOut, workedOutText } from './limit-fields.ts'

const pages = [
  {
    path: '/limits',
    load: async () => (await import('./limits-section.tsx')).LimitsSection,
    permissions: [],
  },
]

const exams = { id: uuid(50), name: 'Exams' }
const noBasis: Limits['limits'][number]['basis'] = {
  use: null,
  area: null,
  unit: 'm2',
  squareFeet: null,
  localRule: '',
}

const ofHall: Limits = {
  place: { id: hallId, name: 'Hall', kind: 'zone' },
  siteId,
  limits: [
    { people: 86, schedule: null, basis: { ...noBasis, use: 'tables', area: 120 }, holds: false },
    { people: 40, schedule: exams, basis: { ...noBasis, localRule: 'Fire officer, 2024' }, holds: true },
  ],
}

const opens = async (
  search = '',
  places: readonly Limits[] = [ofHall],
  permissions: readonly Permission[] = ['view_people_count', 'manage_people_count'],
) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  const { server } = browser
  server.hangsOtherwise()
  server.answers(occupancy.now, { zones: [aFigure()], floors: [aFloor()], sites: [aSite()] })
  server.answers(occupancy.limitsList, { places: [...places] })
  await browser.open(`/limits${search}`, undefined, pages)
  await advance('500 ms')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))

test('each place says which limit holds now, and what each comes from', async () => {
  await opens()
  expect(screen.getByText('40')).toBeDefined()
  expect(
    screen.getByText('86 at all times (Tables and chairs, 120 m²); 40 while Exams is open (Fire officer, 2024)'),
  ).toBeDefined()
  expect(screen.getAllByText('No limit')).toHaveLength(2)
  await expectAccessible({ within: screen.getByRole('region', { name: 'Limits' }) })
})

test('a limit is worked out from area and use, shown before it is taken, and saved with what it comes from', async () => {
  const browser = await opens(`?limits=${hallId}`, [])
  const { user, server } = browser
  await user.click(dialog().getByRole('combobox', { name: 'Use' }))
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: /^Tables and chairs/ }))
  expect(dialog().getByText('Enter the area to see how many people.')).toBeDefined()
  await fill(browser, dialog().getByLabelText(/^Area/), '120,5')
  expect(dialog().getByText('86 people: 120.5 m² at 15 ft² (1.39 m²) for each, rounded down')).toBeDefined()
  await fill(browser, dialog().getByLabelText(/^ft² for each/), '20')
  expect(dialog().getByText(/^64 people/)).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Take 64 as the limit' }))
  expect(dialog().getByDisplayValue('64')).toBeDefined()
  await fill(browser, dialog().getByLabelText(/^Local rule/), 'At most 64, fire officer')
  await expectAccessible({ within: screen.getByRole('dialog') })
  server.answers(occupancy.setLimits, { limits: { ...ofHall, limits: [] } })
  await user.click(dialog().getByRole('button', { name: 'Save limits' }))
  expect(server.asked(occupancy.setLimits)).toEqual([
    {
      placeId: hallId,
      limits: [
        {
          people: 64,
          scheduleId: null,
          basis: { use: 'tables', area: 120.5, unit: 'm2', squareFeet: 20, localRule: 'At most 64, fire officer' },
        },
      ],
    },
  ])
})

test('what is wrong stands at its field, and what was typed stays', async () => {
  const browser = await opens(`?limits=${hallId}`)
  const { user, server } = browser
  await user.click(dialog().getByRole('button', { name: 'Add a limit for a schedule' }))
  await user.click(dialog().getByRole('button', { name: 'Save limits' }))
  expect(dialog().getByText('Enter whole people')).toBeDefined()
  expect(dialog().getByText('There is one limit of all times already')).toBeDefined()
  expect(server.asked(occupancy.setLimits)).toEqual([])
  await user.click(dialog().getByRole('button', { name: 'Remove limit 3' }))
  server.refuses(occupancy.setLimits, 422, {
    details: [{ field: 'limits.1.scheduleId', message: 'Choose a schedule of your company' }],
  })
  const second = within(dialog().getByRole('region', { name: 'Limit 2' }))
  await fill(browser, second.getByLabelText(/^People/), '45')
  await user.click(dialog().getByRole('button', { name: 'Save limits' }))
  expect(second.getByText('Choose a schedule of your company')).toBeDefined()
  expect(second.getByDisplayValue('45')).toBeDefined()
})

test('a floor has limits as zones have, and stands before its zones', async () => {
  const ofFloor: Limits = {
    place: { id: floorId, name: 'Ground floor', kind: 'floor' },
    siteId,
    limits: [{ people: 300, schedule: null, basis: noBasis, holds: true }],
  }
  const browser = await opens('', [ofHall, ofFloor])
  const { user, server } = browser
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent ?? '')
  expect(rows.map((row) => ['Meridian', 'Ground', 'Hall'].find((name) => row.startsWith(name)))).toEqual([
    undefined,
    'Meridian',
    'Ground',
    'Hall',
  ])
  expect(rows[2]).toContain('300 at all times')
  await user.click(screen.getByRole('link', { name: /Ground floor/ }))
  await advance('500 ms')
  await fill(browser, dialog().getByLabelText(/^People/), '250')
  server.answers(occupancy.setLimits, { limits: ofFloor })
  await user.click(dialog().getByRole('button', { name: 'Save limits' }))
  expect(server.asked(occupancy.setLimits)).toMatchObject([{ placeId: floorId, limits: [{ people: 250 }] }])
})

test('schedules are offered to who may see them', async () => {
  const browser = await opens(`?limits=${hallId}`, [], ['view_people_count', 'manage_people_count', 'read_doors'])
  expect(browser.server.asked(schedules.list)).toHaveLength(1)
})

test('all limits can be removed', async () => {
  const { user, server } = await opens(`?limits=${hallId}`)
  await user.click(dialog().getByRole('button', { name: 'Remove limit 2' }))
  await user.click(dialog().getByRole('button', { name: 'Remove limit 1' }))
  expect(dialog().getByText(/^No limit: it is counted/)).toBeDefined()
  server.answers(occupancy.setLimits, { limits: { ...ofHall, limits: [] } })
  await user.click(dialog().getByRole('button', { name: 'Save limits' }))
  expect(server.asked(occupancy.setLimits)).toEqual([{ placeId: hallId, limits: [] }])
})

test('who may look and not manage opens no form', async () => {
  await opens(`?limits=${hallId}`, [ofHall], ['view_people_count'])
  expect(dialog().getByText('These limits cannot be changed')).toBeDefined()
})

test('what is read is what is sent again', () => {
  expect(limitsOf(limitsFieldsOf(ofHall.limits))).toEqual(
    ofHall.limits.map(({ people, schedule, basis }) => ({ people, scheduleId: schedule?.id ?? null, basis })),
  )
})

test('of an area: both units, the factor that is written before that of the code, and nothing of nonsense', () => {
  const typed = { ...newLimit(), use: 'business', area: '1000', unit: 'ft2' } as const
  expect(workedOut(typed)).toEqual({ people: 6, squareFeet: 150 })
  expect(workedOut({ ...typed, squareFeet: '100' })?.people).toBe(10)
  expect(workedOut({ ...typed, area: 'big' })).toBeNull()
  expect(workedOut({ ...typed, area: '-4' })).toBeNull()
  expect(workedOut({ ...typed, use: '' })).toBeNull()
  expect(workedOutText(typed, { people: 6, squareFeet: 150 })).toBe(
    '6 people: 1000 ft² at 150 ft² (13.94 m²) for each, rounded down',
  )
  const twice = [newLimit(), newLimit(), { ...newLimit(), scheduleId: 'a' }, { ...newLimit(), scheduleId: 'a' }]
  expect(twice.map((_, index) => scheduleFault(twice, index))).toEqual([
    null,
    'There is one limit of all times already',
    null,
    'This schedule has a limit already',
  ])
})
