// The lines of a counting camera: which are set and which it reports, setting them, and what somebody else set meanwhile.
import type { Permission } from '@gatehouse/contract/permissions'
import * as devices from '@gatehouse/contract/building/devices'
import type { LinesAsSet } from '@gatehouse/contract/building/devices'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Border } from '@gatehouse/contract/safety/occupancy'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt, passesUntil } from '../../kit/testing/fake-time.testing.ts'
import { aFigure, aFloor, aSite, hallId } from './a-figure.testing.ts'
import { type LineField, lineFault, linesFieldsOf, linesOf, removedLines, unusedLines } from './line-fields.ts'

const pages = [
  {
    path: '/counters',
    load: async () => (await import('./counters-section.tsx')).CountersSection,
    permissions: [],
  },
]
const camera = { id: uuid(20), name: 'Entrance camera' }

const aBorder = (kind: Border['kind'] = 'counter'): Border => ({
  id: uuid(30),
  device: camera,
  kind,
  from: null,
  to: { id: hallId, name: 'Hall' },
  inverted: false,
  counts: true,
  because: 'chosen',
})

const someLines = (changes: Partial<LinesAsSet> = {}): LinesAsSet => ({
  in: ['Entry'],
  out: ['Exit'],
  version: 3,
  changed: { at: beganAt, by: 'Olive Marsh' },
  hasLines: true,
  reported: [
    { line: 'Entry', at: beganAt },
    { line: 'Side door', at: beganAt },
  ],
  ...changes,
})

const installer: readonly Permission[] = ['view_people_count', 'view_people_count_detail', 'manage_integrations']

const opens = async (
  search: string,
  lines: LinesAsSet = someLines(),
  permissions = installer,
  kind: Border['kind'] = 'counter',
) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  const { server } = browser
  server.hangsOtherwise()
  server.answers(occupancy.now, { zones: [aFigure()], floors: [aFloor()], sites: [aSite()] })
  server.answers(occupancy.borders, { borders: [aBorder(kind)] })
  server.answers(occupancy.counters, { counters: [] })
  server.answers(occupancy.corrections, { corrections: [], next: null })
  server.answers(devices.lines, lines)
  await browser.open(`/counters?${search}=${camera.id}`, undefined, pages)
  // The page, its list and the sheet are parts that are loaded, each drawn a while after the one before.
  await passesUntil(() => screen.queryByRole('dialog') !== null)
  await advance('500 ms')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))
const ofSheet = () => within(dialog().getByRole('region', { name: 'Counting lines' }))
const row = (n: number) => within(dialog().getByRole('region', { name: `Line ${n}` }))
const save = () => dialog().getByRole('button', { name: 'Save lines' })

test('the sheet of a counter lists its lines, which way each counts, and what it reports that nobody uses', async () => {
  const { user, address } = await opens('counter')
  const items = ofSheet()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(items).toEqual([
    expect.stringMatching(/^EntryCounts in · last report/),
    'ExitCounts out · has not reported yet',
    expect.stringMatching(/^Side doorLast report/),
  ])
  expect(ofSheet().getByText('Reported by the device, not used')).toBeDefined()
  await expectAccessible({ within: screen.getByRole('dialog') })
  await user.click(ofSheet().getByRole('link', { name: 'Change counting lines' }))
  await advance('500 ms')
  expect(address()).toBe(`/counters?counter=${camera.id}&lines=${camera.id}`)
  expect(dialog().getByRole('heading', { name: 'Counting lines of Entrance camera' })).toBeDefined()
})

test('without a line nothing is counted, and it says so', async () => {
  await opens('counter', someLines({ in: [], out: [], version: 0, changed: null, reported: [] }))
  expect(ofSheet().getByText('No line is set: nothing of it is counted')).toBeDefined()
  expect(ofSheet().queryByText('Reported by the device, not used')).toBeNull()
})

const manager: readonly Permission[] = ['view_people_count', 'manage_people_count']

test.each([
  ['to who may not manage integrations', manager, someLines(), 'counter', 0],
  ['of a counter that has none', installer, someLines({ hasLines: false }), 'counter', 1],
  ['of a door', installer, someLines(), 'door', 0],
] as const)('no lines are shown %s', async (_of, permissions, lines, kind, asked) => {
  const { server } = await opens('counter', lines, permissions, kind)
  expect(dialog().getByRole('heading', { name: 'Entrance camera' })).toBeDefined()
  expect(dialog().queryByText(/lines?/i)).toBeNull()
  expect(server.asked(devices.lines)).toHaveLength(asked)
})

test('who may not manage integrations opens no form of lines', async () => {
  await opens('lines', someLines(), manager)
  expect(dialog().getByText('This counter is not there')).toBeDefined()
})

test('of a counter that has none the form says why', async () => {
  await opens('lines', someLines({ hasLines: false }))
  expect(dialog().getByText(/no lines are set of it/)).toBeDefined()
})

test('lines that could not be loaded are asked for again', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: installer })
  const { server, user } = browser
  server.hangsOtherwise()
  server.answers(occupancy.borders, { borders: [aBorder()] })
  server.answers(occupancy.counters, { counters: [] })
  server.refuses(devices.lines, 500)
  await browser.open(`/counters?lines=${camera.id}`, undefined, pages)
  await advance('10 s')
  expect(dialog().getByText('The counting lines could not be loaded')).toBeDefined()
  server.answers(devices.lines, someLines())
  await user.click(dialog().getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  expect(row(1).getByDisplayValue('Entry')).toBeDefined()
})

test('a line that the device reports is used, one is added, turned round and renamed, and all are saved together', async () => {
  const browser = await opens('lines')
  const { user, server } = browser
  await user.click(dialog().getByRole('button', { name: 'Count out by Side door' }))
  expect(dialog().queryByRole('region', { name: 'Reported by the device, not used' })).toBeNull()
  await user.click(row(1).getByRole('combobox', { name: 'Direction' }))
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Counts out' }))
  await fill(browser, row(2).getByLabelText(/^Name at the camera/), 'Exit north')
  expect(row(2).getByText('It was Exit: under the new name counting begins with its next report.')).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Add a line' }))
  await user.click(save())
  expect(row(4).getByText('Enter the name that it has at the counter')).toBeDefined()
  await fill(browser, row(4).getByLabelText(/^Name at the camera/), 'Side door')
  await user.click(save())
  expect(row(4).getByText('This line is listed already')).toBeDefined()
  expect(server.asked(devices.setLines)).toEqual([])
  await fill(browser, row(4).getByLabelText(/^Name at the camera/), 'Ramp')
  await expectAccessible({ within: screen.getByRole('dialog') })
  server.answers(devices.setLines, someLines({ version: 4 }))
  await user.click(save())
  await advance('1 s')
  expect(server.asked(devices.setLines)).toEqual([
    { deviceId: camera.id, in: ['Ramp'], out: ['Entry', 'Exit north', 'Side door'], version: 3 },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('removing a line names what comes of it, and is undone until it is saved', async () => {
  const { user, server } = await opens('lines')
  await user.click(dialog().getByRole('button', { name: 'Remove line 2' }))
  const removed = () => within(dialog().getByRole('region', { name: 'Removed once you save' }))
  expect(removed().getByText(/what they counted stays; what they report from then on is not counted/)).toBeDefined()
  expect(removed().getByText('Exit: Counts out')).toBeDefined()
  await user.click(removed().getByRole('button', { name: 'Put back Exit' }))
  expect(dialog().queryByRole('region', { name: 'Removed once you save' })).toBeNull()
  await user.click(dialog().getByRole('button', { name: 'Remove line 2' }))
  await user.click(dialog().getByRole('button', { name: 'Remove line 1' }))
  expect(dialog().getByText('No line: nothing that the camera reports is counted.')).toBeDefined()
  server.answers(devices.setLines, someLines({ in: [], out: [], version: 4 }))
  await user.click(save())
  expect(server.asked(devices.setLines)).toEqual([{ deviceId: camera.id, in: [], out: [], version: 3 }])
})

test('what somebody else set meanwhile stands beside what was typed, and whoever types decides', async () => {
  const browser = await opens('lines')
  const { user, server } = browser
  await fill(browser, row(1).getByLabelText(/^Name at the camera/), 'Entry south')
  server.refuses(devices.setLines, 409, {
    code: 'CHANGED_MEANWHILE',
    message: 'Somebody else has changed these lines.',
  })
  server.answers(
    devices.lines,
    someLines({ in: ['Ramp'], out: [], version: 4, changed: { at: beganAt, by: 'Sam Reed' } }),
  )
  await user.click(save())
  await advance('1 s')
  const notice = within(dialog().getByRole('alert', { name: 'Changed by somebody else' }))
  expect(notice.getByText('Sam Reed changed this list of lines')).toBeDefined()
  expect(notice.getByText('Ramp')).toBeDefined()
  expect(row(1).getByDisplayValue('Entry south')).toBeDefined()
  await user.click(notice.getByRole('button', { name: 'Replace it with mine' }))
  server.answers(devices.setLines, someLines({ version: 5 }))
  await user.click(save())
  await advance('1 s')
  expect(server.asked(devices.setLines).at(-1)).toEqual({
    deviceId: camera.id,
    in: ['Entry south'],
    out: ['Exit'],
    version: 4,
  })
})

test('what is read is what is sent again; and what is wrong with a line is found', () => {
  expect(linesOf(linesFieldsOf(someLines()))).toEqual({ in: ['Entry'], out: ['Exit'] })
  const line = (name: string, before = ''): LineField => ({ name, way: 'in', before })
  const many = Array.from({ length: 21 }, (_, n) => line(`Line ${n}`))
  expect(lineFault(many, 19)).toBeNull()
  expect(lineFault(many, 20)).toBe('At most 20 lines of a direction')
  expect(lineFault([line('a'.repeat(101))], 0)).toBe('At most 100 characters')
  expect(removedLines(someLines(), [line('Entry south', 'Entry')])).toEqual([{ name: 'Exit', way: 'out' }])
  expect(unusedLines(someLines().reported, [line(' Entry ')])).toEqual([{ line: 'Side door', at: beganAt }])
})
