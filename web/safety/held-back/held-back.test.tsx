// The alarms that are held back: three lists, live, each with its own loading, emptiness and failure.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import * as devices from '@gatehouse/contract/building/devices'
import { own, type Permission } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aDevice } from '../../building/devices/a-device.testing.ts'
import { anAlarm } from '../../kit/testing/an-alarm.testing.ts'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { announcedNow, textOf } from '../../kit/testing/announced.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { HeldBackSection } from './held-back-section.tsx'

const Page = () => (
  <>
    <PageHeader title="Held back" />
    <HeldBackSection />
  </>
)

const path = '/alert-system/held-back'
const pages = [{ path, permissions: ['read_dashboard'] as const, load: async () => Page }]
const holding: readonly Permission[] = [...own, 'read_dashboard', 'read_doors', 'acknowledge_alarms', 'manage_alarms']

const lobby = { id: uuid(21), key: 'door-1', name: 'Lobby', kind: 'door' } as const

const shelved = anAlarm(31, {
  title: 'Door forced open',
  state: 'shelved',
  device: lobby,
  site: { id: uuid(41), name: 'Head office' },
  shelvedUntil: '2026-11-23T11:30:00.000Z',
  shelved: { at: '2026-11-23T09:30:00.000Z', by: 'Ada Lovelace', reason: 'The lock is being replaced' },
})
const suppressed = anAlarm(32, { state: 'suppressed', title: 'Offline', severity: 'low', count: 3 })
const outOfService = anAlarm(33, { state: 'out-of-service', title: 'Detector fault' })

const broken = [
  aDevice({
    id: uuid(51),
    name: 'Yard camera',
    kind: 'camera',
    outOfService: { since: '2026-11-23T09:00:00Z', until: null, reason: 'A new lens', by: 'Ada Lovelace' },
  }),
  aDevice({ id: uuid(52), name: 'Boiler detector' }),
]

const opens = async (
  held: readonly Alarm[],
  { permissions = holding, size = {} }: { permissions?: readonly Permission[]; size?: { width?: number } } = {},
) => {
  const browser = aBrowser(size)
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  // As the server's store: tests change it.
  const store = [...held]
  browser.server.answers(alarms.list, ({ state }) => ({
    alarms: store.filter((alarm) => alarm.state === state),
    next: null,
  }))
  browser.server.answers(devices.list, () => ({ devices: broken }))
  await browser.open(path, undefined, pages)
  await advance('1 s')
  return { ...browser, store }
}

const list = (name: string) => screen.getByRole('region', { name: `${name}: alarms` })

test('each list shows what is held back: until when, by whom and why', async () => {
  await opens([shelved, suppressed, outOfService])
  const row = textOf(list('Shelved'))
  expect(row).toContain('Door forced open')
  expect(row).toContain('Lobby')
  expect(row).toContain('High')
  expect(row).toMatch(/11:30:00, in 1 h|12:30:00, in 1 h/)
  expect(row).toContain('Ada Lovelace')
  expect(row).toContain('The lock is being replaced')
  expect(textOf(list('Suppressed by design'))).toContain('Offline')
  expect(textOf(list('Out of service'))).toContain('Detector fault')
  const links = within(list('Out of service')).getAllByRole('link', { name: 'Detector fault' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/alarms/${uuid(33)}`])
  await expectAccessible()
})

test('a shelved alarm is brought back, and leaves the list', async () => {
  const { user, server, store } = await opens([shelved])
  server.answers(alarms.unshelve, ({ id }) => {
    store.length = 0
    return { alarm: { ...anAlarm(1), id } }
  })
  await user.click(screen.getByRole('button', { name: 'Unshelve Door forced open, Lobby' }))
  await advance('1 s')
  expect(server.asked(alarms.unshelve)).toEqual([{ id: shelved.id }])
  expect(announcedNow()).toContain('Unshelved: Door forced open, Lobby')
  expect(screen.getByText('No shelved alarms')).toBeTruthy()
})

test('where it cannot be brought back the list stays and says why', async () => {
  const { user, server } = await opens([shelved])
  server.refuses(alarms.unshelve, 409, { message: 'The alarm is not shelved any more.' })
  await user.click(screen.getByRole('button', { name: /^Unshelve/ }))
  await advance('1 s')
  expect(announcedNow()).toContain('The alarm is not shelved any more.')
  expect(screen.getByRole('button', { name: /^Unshelve/ })).toBeTruthy()
})

test('who may not manage alarms reads the list and has no button', async () => {
  await opens([shelved], { permissions: [...own, 'read_dashboard', 'read_doors', 'acknowledge_alarms'] })
  expect(textOf(list('Shelved'))).toContain('The lock is being replaced')
  expect(screen.queryByRole('button', { name: /^Unshelve/ })).toBeNull()
})

test('an alarm that is shelved elsewhere appears, and one whose time is over leaves', async () => {
  const { server, store } = await opens([])
  expect(screen.getByText('No shelved alarms')).toBeTruthy()
  store.push(shelved)
  server.pushes(alarms.changed, shelved)
  await advance('1 s')
  expect(textOf(list('Shelved'))).toContain('Door forced open')
  store.length = 0
  server.pushes(alarms.changed, { ...shelved, state: 'unacknowledged', shelved: null, shelvedUntil: null })
  await advance('1 s')
  expect(screen.getByText('No shelved alarms')).toBeTruthy()
})

test('what becomes of other alarms has nothing read again, and a flood of held-back ones few times', async () => {
  const { server } = await opens([shelved])
  const before = server.asked(alarms.list).length
  server.pushes(alarms.changed, anAlarm(99))
  await advance('1 s')
  expect(server.asked(alarms.list)).toHaveLength(before)
  for (let nth = 0; nth < 50; nth += 1) {
    server.pushes(alarms.changed, anAlarm(100 + nth, { state: 'suppressed' }))
    await advance(10)
  }
  await advance('1 s')
  const asked = server.asked(alarms.list).slice(before)
  expect(asked.every(({ state }) => state === 'suppressed')).toBe(true)
  expect(asked.length).toBeLessThanOrEqual(4)
})

test('each list is loaded, empty or failed by itself', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: holding })
  browser.server.hangsOtherwise()
  browser.server.refuses(alarms.list, 500, { message: 'The store is busy.' })
  const answer = browser.server.hangs(alarms.list)
  await browser.open(path, undefined, pages)
  await advance('1 s')
  expect(screen.getAllByText('Loading')).toHaveLength(4)
  answer()
  await advance('1 s')
  expect(screen.getAllByRole('alert').map(textOf)).toEqual([
    'The shelved alarms could not be loadedThe store is busy.Retry',
    'The suppressed alarms could not be loadedThe store is busy.Retry',
    'The alarms out of service could not be loadedThe store is busy.Retry',
  ])
  browser.server.answers(alarms.list, { alarms: [], next: null })
  await browser.user.click(within(list('Suppressed by design')).getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  expect(screen.getByText('No suppressed alarms')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2)
})

test('who may not list alarms is shown what is missing', async () => {
  const { server } = await opens([], { permissions: [...own, 'read_dashboard', 'manage_alarms'] })
  expect(screen.getByText('You may not see this')).toBeTruthy()
  expect(server.asked(alarms.list)).toEqual([])
})

test('on a phone a shelved alarm is a card with its button', async () => {
  await opens([shelved], { size: { width: 390 } })
  const [item] = within(list('Shelved')).getAllByRole('listitem')
  expect(item?.textContent).toContain('Ada Lovelace: The lock is being replaced')
  expect(within(list('Shelved')).getByRole('button', { name: /^Unshelve/ })).toBeTruthy()
  await expectAccessible()
})

test('devices out of service are listed with who works at them and why, and returned by who manages their kind', async () => {
  const { user, server } = await opens([], { permissions: [...holding, 'manage_cameras'] })
  const text = textOf(screen.getByRole('region', { name: 'Devices out of service' }))
  expect(text).toContain('Yard camera')
  expect(text).toContain('By Ada Lovelace')
  expect(text).toContain('A new lens')
  expect(text).not.toContain('Boiler detector')
  const returned: unknown[] = []
  server.answers(devices.returnToService, (input) => {
    returned.push(input)
    return { outOfService: null }
  })
  await user.click(screen.getByRole('button', { name: /Return to service/ }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Return to service' }))
  await advance('1 s')
  expect(returned).toEqual([{ deviceId: uuid(51) }])
})

test('who does not manage the kind is not offered to return it', async () => {
  await opens([], { permissions: holding })
  expect(screen.queryByRole('button', { name: /Return to service/ })).toBeNull()
})
