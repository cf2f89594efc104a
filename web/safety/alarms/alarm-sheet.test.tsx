// One alarm in its sheet: all that is known of it, and each thing that may be done about it.
import * as devices from '@gatehouse/contract/building/devices'
import * as staff from '@gatehouse/contract/identity/staff'
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import type { Output } from '@gatehouse/contract/operation'
import type { Permission } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, passesUntil } from '../../kit/testing/fake-time.testing.ts'
import { aDevice, aLatest } from '../../building/devices/a-device.testing.ts'
import { acknowledgedBy, anAlarm, noCounts } from '../../kit/testing/an-alarm.testing.ts'

const gas = anAlarm(11, { severity: 'critical', title: 'CO critical', count: 3 })
const over = anAlarm(11, {
  title: 'CO critical',
  state: 'latched',
  latches: true,
  reasonAsked: true,
  returnedAt: '2026-11-23T09:58:00.000Z',
  acknowledged: { at: '2026-11-23T09:57:00.000Z', by: 'Ada Okafor', note: 'On my way' },
})
const history = [
  { at: gas.raisedAt, what: 'raised', by: null, note: null },
  { at: '2026-11-23T09:57:00.000Z', what: 'assigned', by: 'Ada Okafor', note: 'Gus Guard' },
  { at: '2026-11-23T09:58:00.000Z', what: 'commented', by: 'Gus Guard', note: 'Ventilation is on' },
] as const

const withSheet = async (
  alarm: Alarm,
  permissions: readonly Permission[] = [],
  others: readonly Alarm[] = [],
  surroundings: Output<typeof alarms.surroundings> = { device: null, plan: null, doors: [] },
) => {
  const browser = aBrowser({ width: 1440 })
  for (const side of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900)
  browser.signedIn({ permissions: ['acknowledge_alarms', ...permissions] })
  const { server } = browser
  server.hangsOtherwise()
  server.answers(alarms.list, { alarms: [alarm, ...others], next: null })
  server.answers(alarms.counts, noCounts)
  server.answers(alarms.surroundings, surroundings)
  server.answers(alarms.byId, {
    alarm,
    checklist: [
      { step: 'Evacuate the room', done: { at: gas.raisedAt, by: 'Ada Okafor' } },
      { step: 'Open the louvres', done: null },
    ],
    history: [...history],
  })
  server.answers(alarms.escalation, {
    receipts: [
      {
        at: '2026-11-23T09:57:00.000Z',
        person: 'Gus Guard',
        channel: 'email',
        to: 'gus@example.com',
        status: 'failed',
        reason: 'The mailbox is full',
      },
      { at: gas.raisedAt, person: 'Gus Guard', channel: 'in-app', to: 'Gus Guard', status: 'seen', reason: null },
    ],
    next: { at: '2026-11-23T10:02:00.000Z', policy: 'Urgent alarms', step: 2, steps: 3 },
  })
  await browser.open(`/alarms/${alarm.id}`)
  // The sheet is loaded by itself.
  await passesUntil(() => screen.queryByRole('dialog', { name: alarm.title }) !== null)
  await advance('100 ms')
  return { ...browser, sheet: within(screen.getByRole('dialog', { name: alarm.title })) }
}

test('it says all that is known: state, value, rule with its version, device, place, and what has become of it', async () => {
  const { sheet } = await withSheet(gas, ['read_doors'])
  const facts = sheet.getByTestId('alarm-facts').textContent
  expect(facts).toMatch(/Critical.*Unacknowledged.*3 times.*Still holds.*35\.2 ppm.*Detector 11.*Plant room.*version 2/)
  expect(sheet.getByRole('link', { name: 'Incident timeline' }).getAttribute('href')).toBe(
    `/doors/timeline/${gas.correlationId}`,
  )
  expect(sheet.getByRole('link', { name: 'Detector 11' }).getAttribute('href')).toContain('/alarms?deviceId=')
  const entries = within(sheet.getByRole('region', { name: 'History' })).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Comment by Gus Guard.*Ventilation is on$/),
    expect.stringMatching(/^Assigned by Ada Okafor.*To Gus Guard$/),
    expect.stringMatching(/^Raised/),
  ])
  await expectAccessible({ within: screen.getByRole('dialog') })
})

test('it says who was notified, by which channel, what became of it, and when the next step comes', async () => {
  const { sheet } = await withSheet(gas)
  const notified = within(sheet.getByRole('region', { name: 'Notified' }))
  expect(notified.getByText(/^Next: step 2 of 3 of Urgent alarms at/).textContent).toContain('10:02:00')
  expect(notified.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Gus Guard.*Failed.*Mail, gus@example\.com.*The mailbox is full/),
    expect.stringMatching(/Gus Guard.*Seen.*In Gatehouse/),
  ])
})

test('for administrators who do not read doors the incident is in the stream of events', async () => {
  const { sheet } = await withSheet(gas, ['admin_access'])
  expect(sheet.getByRole('link', { name: 'Incident timeline' }).getAttribute('href')).toBe(
    `/events/timeline/${gas.correlationId}`,
  )
})

test('a door leads to its sheet', async () => {
  const door = { id: uuid(82), key: 'door-1', name: 'Fire exit', kind: 'door' } as const
  const { sheet } = await withSheet({ ...gas, device: door }, ['read_doors'])
  expect(sheet.getByRole('link', { name: 'Fire exit' }).getAttribute('href')).toBe(`/doors/${door.id}`)
})

test('how many people are inside is of its zone: who they are, and the plan of it, are one press away', async () => {
  const crowded = anAlarm(12, { title: 'Hall is full', device: null, value: 134, unit: 'people' })
  const { sheet } = await withSheet(crowded, ['read_doors', 'read_entry_exit_dashboard'], [], {
    device: null,
    plan: { floorId: uuid(70), floor: 'Ground floor' },
    doors: [],
  })
  const facts = sheet.getByTestId('alarm-facts').textContent
  expect(facts).toMatch(/134 people.*Zone.*Plant room.*Location.*Harbour Quay/)
  expect(facts).not.toContain('Device')
  expect(sheet.getByRole('link', { name: 'Who is inside' }).getAttribute('href')).toBe('/entry-exit/dashboard')
  expect(sheet.getByRole('link', { name: 'Show the plan of Ground floor' }).getAttribute('href')).toBe(
    `/doors/plan?floor=${uuid(70)}`,
  )
  await expectAccessible({ within: screen.getByRole('dialog') })
})

test('of a floor it names the floor, and its site', async () => {
  const floor = { id: uuid(71), name: 'Ground floor' }
  const crowded = anAlarm(13, { title: 'At its limit', device: null, zone: null, floor, value: 100, unit: '%' })
  const { sheet } = await withSheet(crowded, ['view_people_count'])
  expect(sheet.getByTestId('alarm-facts').textContent).toMatch(/100 %.*FloorGround floor.*LocationHarbour Quay/)
})

test('it is acknowledged with a note and the occurrence that was shown', async () => {
  const { sheet, user, server } = await withSheet(gas)
  server.answers(alarms.acknowledge, { alarm: acknowledgedBy(gas) })
  await fill({ user }, sheet.getByLabelText('Note (optional)'), 'On my way')
  await user.click(sheet.getByRole('button', { name: 'Acknowledge' }))
  await advance('100 ms')
  expect(server.asked(alarms.acknowledge)).toEqual([{ id: gas.id, lastAt: gas.lastAt, note: 'On my way' }])
})

test('A acknowledges the alarm of the sheet', async () => {
  const { user, server } = await withSheet(gas)
  server.answers(alarms.acknowledge, { alarm: acknowledgedBy(gas) })
  screen.getByRole('button', { name: 'Close' }).focus()
  await user.keyboard('a')
  expect(server.asked(alarms.acknowledge)).toHaveLength(1)
})

test('one that has occurred again says so, and is shown as it is by now', async () => {
  const { sheet, user, server } = await withSheet(gas)
  const message = 'It has occurred again since. Look at it before you acknowledge it.'
  server.refuses(alarms.acknowledge, 409, { code: 'OCCURRED_AGAIN', message })
  server.answers(alarms.byId, { alarm: { ...gas, count: 4 }, checklist: [], history: [] })
  await user.click(sheet.getByRole('button', { name: 'Acknowledge' }))
  await advance('100 ms')
  expect(sheet.getByText(message)).toBeTruthy()
  expect(sheet.getByTestId('alarm-facts').textContent).toContain('4 times')
})

test('without a connection the sheet says that the acknowledgement waits', async () => {
  const { sheet, user, server } = await withSheet(gas)
  server.goes('away')
  await user.click(sheet.getByRole('button', { name: 'Acknowledge' }))
  await advance('100 ms')
  expect(sheet.getByText('Acknowledgement pending')).toBeTruthy()
  expect(sheet.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  server.answers(alarms.acknowledge, { alarm: acknowledgedBy(gas) })
  server.goes('back')
  await advance('20 s')
  expect(server.asked(alarms.acknowledge)).toEqual([{ id: gas.id, lastAt: gas.lastAt }])
})

test('shelving asks for a time and a reason, and is for those who manage alarms', async () => {
  const { sheet, user, server } = await withSheet(gas, ['manage_alarms'])
  server.answers(alarms.shelve, { alarm: { ...gas, state: 'shelved', shelvedUntil: '2026-11-23T10:30:00.000Z' } })
  await user.click(sheet.getByRole('button', { name: 'Shelve…' }))
  const question = within(screen.getByRole('dialog', { name: /^Shelve CO critical/ }))
  await user.click(question.getByRole('button', { name: 'Shelve' }))
  expect(question.getByText('Say why, in a few words')).toBeTruthy()
  expect(server.asked(alarms.shelve)).toEqual([])
  await fill({ user }, question.getByLabelText(/^Reason/), 'Calibration today')
  await user.click(question.getByRole('combobox', { name: 'For' }))
  await user.click(screen.getByRole('option', { name: '2 hours' }))
  await user.click(question.getByRole('button', { name: 'Shelve' }))
  expect(server.asked(alarms.shelve)).toEqual([{ id: gas.id, minutes: 120, reason: 'Calibration today' }])
})

test('whoever does not manage alarms is not offered shelving', async () => {
  const { sheet } = await withSheet(gas)
  expect(sheet.queryByRole('button', { name: /[Ss]helve/ })).toBeNull()
})

test('a shelved one says until when and why, and is brought back', async () => {
  const shelved = { at: gas.raisedAt, by: 'Ada Okafor', reason: 'Calibration today' }
  const alarm: Alarm = { ...gas, state: 'shelved', shelved, shelvedUntil: '2026-11-23T10:30:00.000Z' }
  const { sheet, user, server } = await withSheet(alarm, ['manage_alarms'])
  expect(sheet.getByTestId('alarm-facts').textContent).toMatch(/Shelved until 1\d:30.*Calibration today/)
  server.answers(alarms.unshelve, { alarm: gas })
  await user.click(sheet.getByRole('button', { name: 'Unshelve' }))
  expect(server.asked(alarms.unshelve)).toEqual([{ id: gas.id }])
})

test('while its condition holds it cannot be resolved, and why stands there', async () => {
  const { sheet } = await withSheet(gas)
  expect(sheet.queryByRole('button', { name: 'Resolve…' })).toBeNull()
  expect(sheet.getByText(/Its condition still holds/)).toBeTruthy()
})

test('resolving asks for a reason where its rule does', async () => {
  const { sheet, user, server } = await withSheet(over)
  server.answers(alarms.resolve, { alarm: { ...over, state: 'cleared' } })
  await user.click(sheet.getByRole('button', { name: 'Resolve…' }))
  const question = within(screen.getByRole('dialog', { name: /^Resolve CO critical/ }))
  await user.click(question.getByRole('button', { name: 'Resolve' }))
  expect(question.getByText('Say why it is over')).toBeTruthy()
  await fill({ user }, question.getByLabelText(/^Reason/), 'Boiler repaired')
  await user.click(question.getByRole('button', { name: 'Resolve' }))
  expect(server.asked(alarms.resolve)).toEqual([{ id: over.id, reason: 'Boiler repaired' }])
})

test('it is assigned to oneself, and to others by whoever may list the staff', async () => {
  const { sheet, user, server } = await withSheet(gas, ['read_staff'])
  server.answers(alarms.assign, { alarm: gas })
  await user.click(sheet.getByRole('button', { name: 'Assign to me' }))
  expect(server.asked(alarms.assign)).toEqual([{ id: gas.id, userId: uuid(1) }])
  const facts = { email: 'g@gatehouse.example', firstName: 'Gus', lastName: 'Guard', phone: null, department: null }
  const gus = { ...facts, id: uuid(5), displayName: 'Gus Guard', job: 'Guard', profilePicture: null }
  server.answers(staff.list, { staff: [{ ...gus, account: 'active' }], departments: [], next: null, total: 1 })
  await user.click(sheet.getByRole('combobox', { name: 'Assign to' }))
  await advance('100 ms')
  await user.click(screen.getByRole('option', { name: 'Gus Guard, Guard' }))
  expect(server.asked(alarms.assign).at(-1)).toEqual({ id: gas.id, userId: uuid(5) })
})

test('steps of the checklist are marked, and comments added', async () => {
  const { sheet, user, server } = await withSheet(gas)
  server.answers(alarms.check, { alarm: gas })
  server.answers(alarms.comment, { alarm: gas })
  expect(sheet.getByRole('checkbox', { name: 'Evacuate the room' })).toHaveProperty('checked', true)
  await user.click(sheet.getByRole('checkbox', { name: 'Open the louvres' }))
  expect(server.asked(alarms.check)).toEqual([{ id: gas.id, step: 1, done: true }])
  await fill({ user }, sheet.getByLabelText('Comment'), 'Louvres are open')
  await user.click(sheet.getByRole('button', { name: 'Add comment' }))
  expect(server.asked(alarms.comment)).toEqual([{ id: gas.id, text: 'Louvres are open' }])
})

test('the other alarms of its incident stand beside it, and which came first', async () => {
  const other = anAlarm(12, { title: 'Door forced open', correlationId: gas.correlationId, isFirstOut: false })
  const { sheet } = await withSheet(gas, [], [other])
  const link = within(sheet.getByRole('region', { name: 'Same incident' })).getByRole('link')
  expect(link.getAttribute('href')).toBe(`/alarms/${other.id}`)
  expect(sheet.getByText('This alarm came first.')).toBeTruthy()
})

test('an alarm that nobody knows says so', async () => {
  const browser = aBrowser({ width: 1440 })
  browser.signedIn({ permissions: ['acknowledge_alarms'] })
  browser.server.hangsOtherwise()
  browser.server.refuses(alarms.byId, 404, { code: 'NOT_FOUND', message: 'This alarm is not there.' })
  await browser.open(`/alarms/${uuid(99)}`)
  await advance('100 ms')
  expect(screen.getByText('There is no such alarm')).toBeTruthy()
})

test('what is no id is no page', async () => {
  const browser = aBrowser({ width: 1440 })
  browser.signedIn({ permissions: ['acknowledge_alarms'] })
  browser.server.hangsOtherwise()
  await browser.open('/alarms/nonsense')
  expect(screen.getByText('Nothing is at this address')).toBeTruthy()
})

const beside = {
  device: aDevice({ id: gas.device?.id ?? '', name: 'Detector 11' }),
  plan: { floorId: uuid(61), floor: 'Basement' },
  doors: [
    {
      ...aDevice({
        id: uuid(62),
        name: 'Plant room',
        kind: 'door',
        latest: [aLatest({ channel: 'mode', value: 'Unlocked', unit: null })],
      }),
      isAdjacent: false,
    },
    { ...aDevice({ id: uuid(63), name: 'Corridor', kind: 'door', online: false }), isAdjacent: true },
  ],
}

test('it leads to the plan with its device marked, and to the doors beside it with their states', async () => {
  const { sheet } = await withSheet(gas, ['read_doors', 'read_dashboard'], [], beside)
  await passesUntil(() => sheet.queryByRole('region', { name: 'Doors beside it' }) !== null)
  expect(sheet.getByRole('link', { name: 'Show on the plan of Basement' }).getAttribute('href')).toBe(
    `/doors/plan?floor=${uuid(61)}&device=${beside.device.id}`,
  )
  const doors = within(sheet.getByRole('region', { name: 'Doors beside it' })).getAllByRole('link')
  expect(doors.map((door) => [door.getAttribute('href'), door.textContent])).toEqual([
    [`/doors/${uuid(62)}`, 'Plant room same zoneUnlocked'],
    [`/doors/${uuid(63)}`, 'Corridor next zoneOffline'],
  ])
})

test('its device is taken out of service for a while, with a reason, by who manages its kind', async () => {
  const { sheet, server, user } = await withSheet(gas, ['manage_gas'], [], { ...beside, doors: [], plan: null })
  const asked: unknown[] = []
  server.answers(devices.takeOutOfService, (input) => {
    asked.push(input)
    return { outOfService: null }
  })
  await passesUntil(() => sheet.queryByRole('button', { name: /Take out of service/ }) !== null)
  await user.click(sheet.getByRole('button', { name: /Take out of service/ }))
  const dialog = within(screen.getByRole('dialog', { name: /Take Detector 11 out of service/ }))
  await fill({ user }, dialog.getByRole('textbox', { name: /Reason/ }), 'A new sensor')
  await user.click(dialog.getByRole('button', { name: 'Take out of service' }))
  await advance('1 s')
  expect(asked).toEqual([{ deviceId: beside.device.id, reason: 'A new sensor' }])
})

test('who manages no devices of its kind is not offered to take it out of service, nor a plan without doors', async () => {
  const { sheet } = await withSheet(gas, ['manage_doors'], [], { ...beside, doors: [] })
  await advance('1 s')
  expect(sheet.queryByRole('button', { name: /out of service/ })).toBeNull()
  expect(sheet.queryByRole('link', { name: /Show on the plan/ })).toBeNull()
})
