// @vitest-environment happy-dom
// The desk and the dashboard: one page of cards, of which each shows what one may see, and what needs somebody comes first.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as devices from '@gatehouse/contract/building/devices'
import { own, type Permission, systemRoles } from '@gatehouse/contract/permissions'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aDevice, aLatest } from '../../building/devices/a-device.testing.ts'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
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

const opens = async (address: string, permissions: readonly Permission[]) => {
  const browser = aBrowser()
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
  expect(cards()).toEqual(['Needs attention', 'Doors', 'Device health'])
  expect(server.paths().filter((path) => /people-count|entry-exit|system-health/.test(path))).toEqual([])
})

test('the dashboard of an administrator has the same cards, and the health of the system', async () => {
  await opens('/dashboard', systemRoles.admin)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
  expect(cards()).toContain('System health')
})
