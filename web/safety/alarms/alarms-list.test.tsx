// The list of alarms: the worst first, followed live, acknowledged by button, by key and many at once, with and without
// a connection.
import { mine, usualSound } from '@gatehouse/contract/messages/sound'
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { acknowledgedBy, anAlarm, noCounts } from '../../kit/testing/an-alarm.testing.ts'

const gas = anAlarm(11, { severity: 'critical', title: 'CO critical' })
const forced = anAlarm(12, {
  title: 'Door forced open',
  device: { id: uuid(82), key: 'door-1', name: 'Fire exit', kind: 'door' },
  value: null,
  unit: null,
  count: 3,
})
const returned = anAlarm(13, {
  title: 'O2 low',
  state: 'returned-unacknowledged',
  returnedAt: '2026-11-23T09:58:00.000Z',
})
const known = [gas, forced, returned]

const withAlarms = async (list: readonly Alarm[] = known, address = '/alarms', width = 1440) => {
  const browser = aBrowser({ width })
  // Rows are drawn as far as there is room for them.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900)
  browser.signedIn({ permissions: ['acknowledge_alarms', 'manage_account'] })
  const { server } = browser
  server.hangsOtherwise()
  server.answers(mine, { sound: usualSound })
  server.answers(alarms.list, { alarms: [...list], next: null })
  server.answers(alarms.counts, noCounts)
  server.answers(alarms.acknowledge, ({ id }) => {
    const alarm = list.find((one) => one.id === id)
    if (!alarm) throw new Error('no such alarm')
    return { alarm: acknowledgedBy(alarm) }
  })
  await browser.open(address)
  return browser
}

const rowOf = (name: RegExp) => screen.getByRole('row', { name })
// On the page stands a bar of alarms too.
const responseTo = (name: RegExp) => within(rowOf(name)).getByRole('button', { name: /^Acknowledge/ })
const rows = () => screen.getAllByRole('row').slice(1)

test('each row says how severe, what, where, how it stands, what was measured and how often', async () => {
  await withAlarms()
  expect(rows().map(({ dataset }) => dataset['id'])).toEqual([gas.id, forced.id, returned.id])
  expect(rowOf(/CO critical/).textContent).toMatch(
    /Critical.*CO critical.*Detector 11.*Plant room.*Unacknowledged.*35\.2 ppm/,
  )
  expect(rowOf(/Door forced/).textContent).toMatch(/High.*3 times.*Fire exit/)
  expect(rowOf(/O2 low/).textContent).toContain('Returned, unacknowledged')
  expect(rowOf(/CO critical/).dataset).toMatchObject({ alarm: 'waits', state: 'critical' })
  await expectAccessible()
})

test('a new alarm appears in its place, one that changes does so in its row, and one that is cleared leaves', async () => {
  const { server } = await withAlarms()
  const before = server.asked(alarms.list).length
  server.pushes(
    alarms.changed,
    anAlarm(20, { title: 'Smoke', severity: 'critical', lastAt: '2026-11-23T10:00:00.000Z' }),
  )
  server.pushes(alarms.changed, anAlarm(21, { title: 'Battery low', severity: 'low' }))
  server.pushes(alarms.changed, {
    ...returned,
    state: 'cleared',
    cleared: { at: returned.lastAt, by: null, reason: null },
  })
  server.pushes(alarms.changed, acknowledgedBy(gas, 'Ada Okafor'))
  await advance('100 ms')
  expect(rows().map((row) => row.querySelector('strong')?.textContent)).toEqual([
    'Smoke',
    'Door forced open',
    'Battery low',
    'CO critical',
  ])
  expect(rowOf(/CO critical/).textContent).toMatch(/Acknowledged by Ada Okafor/)
  expect(server.asked(alarms.list)).toHaveLength(before)
})

test('events have the counts read again at most once a second, and never the list', async () => {
  const { server } = await withAlarms()
  const before = server.asked(alarms.counts).length
  const lists = server.asked(alarms.list).length
  for (let n = 0; n < 20; n += 1) {
    server.pushes(alarms.changed, { ...gas, count: n + 2 })
    await advance('50 ms')
  }
  expect(server.asked(alarms.counts).length - before).toBeLessThanOrEqual(2)
  expect(server.asked(alarms.list)).toHaveLength(lists)
})

test('one press in the row acknowledges what was seen, the sheet stays closed, and the row says by whom', async () => {
  const { user, server, address } = await withAlarms()
  server.hangs(alarms.list)
  await user.click(responseTo(/CO critical/))
  expect(server.asked(alarms.acknowledge)).toEqual([{ id: gas.id, lastAt: gas.lastAt }])
  expect(address()).toBe('/alarms')
  await advance('100 ms')
  expect(rowOf(/CO critical/).textContent).toContain('Acknowledged by Kwame Mensah')
})

test('while somebody points at the rows none moves under their finger; what is new waits, and comes once they rest', async () => {
  const { user, server } = await withAlarms()
  await user.hover(rowOf(/O2 low/))
  server.pushes(alarms.changed, anAlarm(20, { title: 'Smoke', severity: 'critical', lastAt: forced.lastAt }))
  server.pushes(alarms.changed, acknowledgedBy(gas, 'Ada Okafor'))
  await advance('100 ms')
  expect(rows().map(({ dataset }) => dataset['id'])).toEqual([gas.id, forced.id, returned.id])
  expect(rowOf(/CO critical/).textContent).toContain('Acknowledged by Ada Okafor')
  expect(screen.getByRole('button', { name: '1 new alarm' })).toBeTruthy()
  await advance('3 s')
  expect(rows().map((row) => row.querySelector('strong')?.textContent)).toEqual([
    'Smoke',
    'Door forced open',
    'O2 low',
    'CO critical',
  ])
})

test('A acknowledges the alarm of the row that has the focus', async () => {
  const { user, server } = await withAlarms()
  server.hangs(alarms.list)
  rowOf(/Door forced/).focus()
  await user.keyboard('a')
  expect(server.asked(alarms.acknowledge)).toEqual([{ id: forced.id, lastAt: forced.lastAt }])
})

test('many are chosen by box and by Space, and acknowledged together', async () => {
  const { user, server } = await withAlarms()
  server.answers(alarms.acknowledgeMany, ({ ids }) => ({ acknowledged: ids.length }))
  await user.click(screen.getByRole('checkbox', { name: 'Choose CO critical, Detector 11' }))
  rowOf(/Door forced/).focus()
  await user.keyboard(' ')
  await user.click(screen.getByRole('button', { name: 'Acknowledge 2 alarms' }))
  expect(server.asked(alarms.acknowledgeMany)).toEqual([{ ids: [gas.id, forced.id] }])
  expect(screen.queryByRole('region', { name: 'The chosen alarms' })).toBeNull()
})

test('all that wait are selected at once', async () => {
  const { user } = await withAlarms()
  await user.click(screen.getByRole('checkbox', { name: 'Choose CO critical, Detector 11' }))
  await user.click(screen.getByRole('button', { name: 'Select all 3' }))
  expect(screen.getByRole('button', { name: 'Acknowledge 3 alarms' })).toBeTruthy()
})

test('one that has occurred again is not acknowledged: the reason is said, and the row is as it is by now', async () => {
  const { user, server } = await withAlarms()
  server.hangs(alarms.list)
  const again = { ...gas, lastAt: '2026-11-23T09:59:59.000Z', count: 2 }
  const message = 'It has occurred again since. Look at it before you acknowledge it.'
  server.refuses(alarms.acknowledge, 409, { code: 'OCCURRED_AGAIN', message })
  server.answers(alarms.byId, { alarm: again, checklist: [], history: [] })
  await user.click(responseTo(/CO critical/))
  await advance('100 ms')
  expect(document.body.textContent).toContain(message)
  expect(rowOf(/CO critical/).textContent).toContain('2 times')
  expect(responseTo(/CO critical/)).toBeTruthy()
})

test('without a connection an acknowledgement waits, outlives the page, and is sent with what was seen', async () => {
  const { user, server, open, expectInConsole } = await withAlarms()
  expectInConsole(/./)
  server.goes('away')
  await user.click(responseTo(/CO critical/))
  await advance('1 s')
  expect(rowOf(/CO critical/).textContent).toContain('Acknowledgement pending')
  expect(screen.getByText('1 acknowledgement pending.')).toBeTruthy()
  expect(server.asked(alarms.acknowledge)).toEqual([])

  server.goes('back')
  server.hangs(alarms.list)
  await open('/alarms')
  await advance('20 s')
  expect(server.asked(alarms.acknowledge)).toEqual([{ id: gas.id, lastAt: gas.lastAt }])
  expect(screen.queryByText(/pending/)).toBeNull()
})

test('one that waited and is refused says so in its row, and can be acknowledged anew', async () => {
  const { user, server } = await withAlarms()
  server.goes('away')
  await user.click(responseTo(/CO critical/))
  const message = 'It has occurred again since. Look at it before you acknowledge it.'
  server.refuses(alarms.acknowledge, 409, { code: 'OCCURRED_AGAIN', message })
  server.answers(alarms.byId, { alarm: { ...gas, count: 2 }, checklist: [], history: [] })
  server.goes('back')
  await advance('20 s')
  expect(rowOf(/CO critical/).textContent).toContain(`Your acknowledgement was refused. ${message}`)
  server.answers(alarms.acknowledge, { alarm: acknowledgedBy(gas) })
  await user.click(responseTo(/CO critical/))
  expect(screen.queryByText(/was refused/)).toBeNull()
})

test('many without a connection wait each by itself', async () => {
  const { user, server } = await withAlarms()
  await user.click(screen.getByRole('checkbox', { name: 'Choose CO critical, Detector 11' }))
  await user.click(screen.getByRole('checkbox', { name: 'Choose Door forced open, Fire exit' }))
  server.goes('away')
  await user.click(screen.getByRole('button', { name: 'Acknowledge 2 alarms' }))
  expect(screen.getByText('2 acknowledgements pending.')).toBeTruthy()
  server.goes('back')
  await advance('20 s')
  expect(server.asked(alarms.acknowledge).map(({ id }) => id)).toEqual([gas.id, forced.id])
})

test('filters stand in the address and are what is asked for; mine are those assigned to me', async () => {
  const { server } = await withAlarms(known, '/alarms?state=shelved&severity=high&q=door&mine=true&sort=-count')
  expect(server.asked(alarms.list).find(({ state }) => state !== 'open')).toMatchObject({
    state: 'shelved',
    severity: 'high',
    q: 'door',
    assigneeId: uuid(1),
    sort: '-count',
  })
})

test('a flood is named, and grouped the worst of each zone stands for the rest', async () => {
  const roof = { id: uuid(72), name: 'Roof' }
  const browser = await withAlarms([gas, forced, { ...returned, zone: roof }], '/alarms')
  browser.server.answers(alarms.counts, { ...noCounts, inTenMinutes: 37 })
  browser.server.pushes(alarms.changed, gas)
  await advance('2 s')
  expect(screen.getByText('Alarm flood: 37 alarms in 10 minutes')).toBeTruthy()
  await browser.user.click(screen.getByRole('button', { name: 'Group by zone' }))
  expect(browser.address()).toBe('/alarms?group=zone')
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringContaining('Plant room · 2 alarms'),
    expect.stringContaining('CO critical'),
    expect.stringContaining('Roof · 1 alarm'),
    expect.stringContaining('O2 low'),
  ])
  await browser.user.click(screen.getByRole('button', { name: 'Show 1 more of Plant room' }))
  expect(rowOf(/Door forced/)).toBeTruthy()
})

test('of an incident of which several are listed the first is marked', async () => {
  const later = { ...forced, correlationId: gas.correlationId, isFirstOut: false }
  await withAlarms([gas, later, returned])
  expect(screen.getAllByText('First').map((mark) => mark.closest('tr')?.dataset['id'])).toEqual([gas.id])
})

test('on a phone each is a card with its response', async () => {
  await withAlarms(known, '/alarms', 390)
  expect(within(rowOf(/CO critical/)).getByRole('button', { name: /^Acknowledge/ })).toBeTruthy()
  expect(rowOf(/CO critical/).textContent).toMatch(/Critical.*CO critical.*Detector 11.*35\.2 ppm.*Unacknowledged/)
})

test('nothing in alarm says so, and what could not be loaded can be tried again', async () => {
  const { server, user, open } = await withAlarms([])
  expect(screen.getByText('Nothing is in alarm')).toBeTruthy()
  server.refuses(alarms.list, 500, { message: 'The store is away.' })
  await open('/alarms')
  expect(screen.getByText('The alarms could not be loaded')).toBeTruthy()
  server.answers(alarms.list, { alarms: known, next: null })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await advance('100 ms')
  expect(rows()).toHaveLength(3)
})

test('whoever may not work with alarms sees what is missing', async () => {
  const browser = aBrowser({ width: 1440 })
  browser.signedIn({ permissions: [] })
  browser.server.hangsOtherwise()
  await browser.open('/alarms')
  expect(document.body.textContent).toMatch(/acknowledge_alarms/)
  expect(browser.server.asked(alarms.list)).toEqual([])
})

test('one is at the same row after a sheet, and at the top of a list with other filters', async () => {
  const browser = await withAlarms(Array.from({ length: 200 }, (_, n) => anAlarm(100 + n)))
  const drawnFrom = () => Number(rows()[0]?.dataset['index'])
  const scroller = () => {
    const found = screen.getByRole('grid', { name: 'Alarms' }).parentElement
    if (!found) throw new Error('the grid does not scroll')
    return found
  }
  scroller().scrollTop = 4500
  scroller().dispatchEvent(new Event('scroll'))
  await advance('1 s')
  expect(drawnFrom()).toBeGreaterThan(80)
  const [row] = rows()
  if (!row) throw new Error('no row is drawn')
  await browser.user.click(within(row).getByRole('link'))
  expect(window.location.pathname).toMatch(/^\/alarms\/./)
  history.back()
  await advance('1 s')
  expect(window.location.pathname).toBe('/alarms')
  expect(drawnFrom()).toBeGreaterThan(80)
  await browser.user.type(screen.getByRole('searchbox', { name: 'Alarm or device' }), 'smoke')
  await advance('2 s')
  expect(window.location.search).toContain('q=smoke')
  expect(scroller().scrollTop).toBe(0)
})
