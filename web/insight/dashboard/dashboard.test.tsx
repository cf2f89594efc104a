// The desk and the dashboard: one page of cards, of which each shows what one may see, and what needs somebody comes first.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as devices from '@gatehouse/contract/building/devices'
import { own, type Permission, systemRoles } from '@gatehouse/contract/permissions'
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import * as gas from '@gatehouse/contract/safety/gas'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aDevice, aLatest } from '../../building/devices/a-device.testing.ts'
import { aChannel } from '../../safety/gas/a-channel.testing.ts'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { anAlarm, noCounts } from '../../kit/testing/an-alarm.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'

const now = { at: beganAt, receivedAt: beganAt }
const aDoor = (n: number, name: string, alarm: string) =>
  aDevice({
    id: uuid(n),
    key: `door-${n}`,
    kind: 'door',
    name,
    latest: [
      aLatest({ channel: 'mode', value: 'Locked', unit: null, ...now }),
      aLatest({ channel: 'alarm', value: alarm, unit: null, ...now }),
    ],
  })

const building = [
  aDoor(1, 'Archive', 'Normal'),
  aDoor(2, 'Fire exit', 'DoorForcedOpen'),
  aDevice({
    id: uuid(3),
    latest: [aLatest({ channel: 'CO', ...now }), aLatest({ channel: 'O2', value: 20.9, unit: '%vol', ...now })],
  }),
  aDevice({ id: uuid(4), key: 'count-1', kind: 'counter', name: 'Main entrance, turnstiles' }),
]

interface Opens {
  readonly size?: { readonly width: number; readonly height: number }
  readonly open?: readonly Alarm[]
}

const opens = async (address: string, permissions: readonly Permission[], { size, open = [] }: Opens = {}) => {
  const browser = aBrowser(size)
  browser.signedIn({ permissions })
  browser.server.answers(devices.list, { devices: building })
  browser.server.answers(entryExit.logs, { logs: [], next: null })
  browser.server.answers(entryExit.inside, {
    inside: 3,
    zones: [],
    entriesToday: 4,
    exitsToday: 1,
    deniedToday: 0,
    at: beganAt,
  })
  browser.server.answers(peopleCount.now, {
    counters: [{ deviceId: uuid(4), key: 'count-1', inToday: 12, outToday: 5, ...now }],
  })
  browser.server.answers(alarms.list, { alarms: [...open], next: null })
  browser.server.answers(alarms.counts, { ...noCounts, bySeverity: { ...noCounts.bySeverity, high: open.length } })
  browser.server.answers(gas.history, { step: 'minute', buckets: [] })
  browser.server.answers(gas.annotations, {
    setPoints: [],
    alarms: [],
    service: [],
    outOfService: [],
    hasMoreAlarms: false,
  })
  browser.server.answers(gas.channels, {
    channels: [aChannel(), aChannel({ channel: 'O2', unit: '%vol', value: 20.9 })],
  })
  browser.server.hangsOtherwise()
  await browser.open(address)
  await advance('1 s')
  return browser
}

const cards = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('a guard begins at the desk: what needs somebody first, and nothing of the system itself', async () => {
  await opens('/desk', systemRoles.guard)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Desk')
  expect(cards()).toEqual([
    'Needs attention',
    'Doors',
    'Gas',
    'Shift log',
    'Inside now',
    'Entries and exits',
    'People counters',
    'Device health',
  ])
  const attention = within(screen.getByRole('region', { name: 'Needs attention' }))
  expect(attention.getAllByRole('listitem')).toHaveLength(1)
  expect(attention.getByRole('listitem').textContent).toContain('Forced open')
  expect(attention.getByRole('listitem').textContent).toContain('Fire exit')
  expect(screen.getByRole('link', { name: 'Desk' }).getAttribute('aria-current')).toBe('page')
  await expectAccessible()
})

test('of what one may not see there is no card, and nobody asks for it', async () => {
  const { server } = await opens('/desk', [...own, 'read_dashboard', 'read_doors'])
  expect(cards()).toEqual(['Needs attention', 'Doors', 'Shift log', 'Device health'])
  expect(server.paths().filter((path) => /people-count|entry-exit|system-health/.test(path))).toEqual([])
})

test('the dashboard of an administrator has the same cards, and the health of the system', async () => {
  await opens('/dashboard', systemRoles.admin)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
  expect(cards()).toContain('System health')
})

test('what needs somebody leads to where it is dealt with', async () => {
  await opens('/desk', systemRoles.guard)
  const attention = within(screen.getByRole('region', { name: 'Needs attention' }))
  expect(attention.getByRole('link', { name: 'Fire exit' }).getAttribute('href')).toBe(`/doors/${uuid(2)}`)
})

const forced = anAlarm(1, {
  title: 'Door forced open',
  device: { id: uuid(2), key: 'door-2', name: 'Fire exit', kind: 'door' },
})

test('what has an open alarm is answered where alarms are: whoever answers them has it no second time here', async () => {
  const { server } = await opens('/desk', systemRoles.guard, { open: [forced] })
  const attention = within(screen.getByRole('region', { name: 'Needs attention' }))
  expect(attention.queryByRole('listitem')).toBeNull()
  expect(attention.getByText('Nothing else needs attention')).toBeTruthy()
  expect(attention.getByText('1 high')).toBeTruthy()
  expect(attention.getByRole('link', { name: /open alarm/ }).getAttribute('href')).toBe('/alarms')
  server.pushes(alarms.changed, { ...forced, state: 'cleared' })
  await advance('1 s')
  expect(attention.getByRole('listitem').textContent).toContain('Fire exit')
})

test('whoever answers no alarms has all of it here, and nobody asks for alarms', async () => {
  const { server } = await opens('/desk', systemRoles.receptionist, { open: [forced] })
  const attention = within(screen.getByRole('region', { name: 'Needs attention' }))
  expect(attention.getByRole('listitem').textContent).toContain('Fire exit')
  expect(server.asked(alarms.list)).toEqual([])
})

test('gas counts its channels; a tile opens its channel at an address of its own, and Enter does', async () => {
  const { user, address, server } = await opens('/desk', systemRoles.guard)
  const card = within(screen.getByRole('region', { name: 'Gas' }))
  expect(card.getByText('2 channels')).toBeTruthy()
  const tile = card.getByRole('link', { name: /^CO / })
  tile.focus()
  await user.keyboard('{Enter}')
  await advance('1 s')
  expect(address()).toBe(`/desk?gas=${uuid(3)}.CO`)
  const sheet = within(screen.getByRole('dialog', { name: 'CO, Boiler' }))
  const reading = within(sheet.getByRole('region', { name: 'Reading' }))
  expect(reading.getByText(/^At or above 35 ppm, normal again at .* \(severity high\)$/)).toBeTruthy()
  expect(reading.getByText('1.0')).toBeTruthy()
  expect(sheet.getByRole('figure', { name: 'CO, Boiler' })).toBeTruthy()
  const asked = server.asked(gas.history).at(-1)
  expect(Date.parse(asked?.to ?? '') - Date.parse(asked?.from ?? '')).toBe(8 * 3_600_000)
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  await advance('1 s')
  expect(address()).toBe('/desk')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a channel is found by its address with its range; one that is not there says so', async () => {
  const browser = await opens(`/dashboard?gas=${uuid(3)}.O2&range=7d`, systemRoles.admin)
  const asked = browser.server.asked(gas.history).at(-1)
  expect(asked).toMatchObject({ channel: 'O2' })
  expect(Date.parse(asked?.to ?? '') - Date.parse(asked?.from ?? '')).toBe(7 * 24 * 3_600_000)
  await browser.user.click(screen.getByRole('button', { name: 'Close' }))
  await advance('1 s')
  expect(browser.address()).toBe('/dashboard')
  await browser.open(`/dashboard?gas=${uuid(9)}.CO`)
  await advance('1 s')
  expect(within(screen.getByRole('dialog')).getByText('This channel is not there')).toBeTruthy()
})

test('on a phone: what needs somebody, then ways to the lists, and no list of every door or device', async () => {
  const { user } = await opens('/dashboard', systemRoles.admin, { size: { width: 390, height: 844 } })
  expect(cards()).toEqual(['Needs attention', 'Gas', 'Inside now', 'People counters', 'Device health'])
  const lists = within(screen.getByRole('navigation', { name: 'Lists' })).getAllByRole('link')
  expect(lists.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/doors', 'Doors1 of 2 need attention'],
    ['/entry-exit/dashboard', 'Occupancy'],
    ['/entry-exit/dashboard/muster', 'Muster'],
    ['/visitors', 'Visitors'],
    ['/entry-exit/report', 'Entry and exit'],
    ['/logs/system', 'System health'],
  ])
  expect(screen.queryByRole('table', { name: 'Every device' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show every device' }))
  await advance('1 s')
  expect(screen.getByPlaceholderText('Find a device')).toBeTruthy()
  await expectAccessible()
})

test('a counter says its name in full, and its state where it is not online', async () => {
  await opens('/dashboard', systemRoles.admin)
  const card = within(screen.getByRole('region', { name: 'People counters' }))
  expect(card.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Counter',
    'In',
    'Out',
    'Last count',
  ])
  const cells = card.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.slice(0, 3)).toEqual(['Main entrance, turnstiles', '12', '5'])
})
