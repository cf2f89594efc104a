// One channel in full: set points as they were, alarms and service as marks, the table, files; and channels compared.
import * as gas from '@gatehouse/contract/safety/gas'
import type { Annotations, Channel } from '@gatehouse/contract/safety/gas'
import type { Permission } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aChannel } from './a-channel.testing.ts'
import { marksOf, setPointsOf } from './history-series.ts'

const before = (minutes: number) => new Date(Date.parse(beganAt) - minutes * 60_000).toISOString()
const aStretch = { ruleId: uuid(70), stage: 'low', of: 'value', comparison: 'above', severity: 'high' } as const

const annotations: Annotations = {
  setPoints: [
    { ...aStretch, value: 35, from: before(480), to: before(60) },
    { ...aStretch, value: 30, from: before(60), to: beganAt },
    { ...aStretch, ruleId: uuid(71), stage: 'twa', of: 'twa', value: 35, from: before(480), to: beganAt },
  ],
  alarms: [
    {
      id: uuid(80),
      title: 'Carbon monoxide: low alarm',
      severity: 'high',
      value: 41,
      raisedAt: before(90),
      returnedAt: before(80),
      acknowledgedAt: before(85),
      acknowledgedBy: 'Ada',
    },
  ],
  hasMoreAlarms: false,
  service: [{ id: uuid(81), kind: 'bump-test', result: 'pass', at: before(200), by: 'Ben', isVoid: false }],
  outOfService: [{ from: before(210), to: before(190), reason: 'Bump test', by: 'Ben' }],
}

const buckets = [20, 10, 1].map((minutes) => ({
  at: before(minutes),
  min: 1,
  avg: 2,
  max: 41,
  count: 12,
  faults: 0,
}))

const opens = async (address: string, channels: readonly Channel[], permissions: readonly Permission[]) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(gas.channels, { channels: [...channels] })
  browser.server.answers(gas.history, { step: 'minute', buckets })
  browser.server.answers(gas.annotations, annotations)
  await browser.open(address)
  await advance('2 s')
  return browser
}
const dialog = () => within(screen.getByRole('dialog', { name: 'CO, Boiler' }))
const address = `/gas-monitoring?gas=${uuid(3)}.CO`

test('set points stand with when they were in force; alarms, service and what was out of service are marked', async () => {
  const { server, user } = await opens(address, [aChannel()], ['view_gas_detection', 'acknowledge_alarms'])
  const points = within(dialog().getByRole('list', { name: 'Set points' })).getAllByRole('listitem')
  expect(points.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Low 35 ppm until /),
    expect.stringMatching(/^Low 30 ppm from /),
  ])
  const marks = within(dialog().getByRole('list', { name: 'Marked on the chart' }))
  const alarm = marks.getByRole('link', { name: /Carbon monoxide: low alarm, acknowledged by Ada/ })
  expect(alarm.getAttribute('href')).toBe(`/alarms/${uuid(80)}`)
  const service = marks.getByRole('link', { name: /Bump test, passed, Ben/ })
  expect(service.getAttribute('href')).toBe(`/gas-monitoring/detectors?detector=${uuid(3)}`)
  expect(marks.getByText('Out of service, Ben: Bump test')).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Table' }))
  // The peak is in the table as it is in the band.
  expect(dialog().getAllByText(/^41(\.0)?$/).length).toBeGreaterThan(0)
  expect(server.asked(gas.annotations).at(-1)).toMatchObject({ deviceId: uuid(3), channel: 'CO' })
  await expectAccessible({ within: screen.getByRole('dialog') })
})

test('each set point has from where on the channel is normal again', async () => {
  const [low] = aChannel().setPoints
  if (!low) throw new Error('no set point')
  const below = { ...low, comparison: 'below', value: 19.5, hysteresis: 0.975, severity: 'critical' } as const
  await opens(
    address,
    [aChannel({ setPoints: [low, { ...low, of: 'twa', hysteresis: 0 }, below] })],
    ['view_gas_detection'],
  )
  const reading = within(dialog().getByRole('region', { name: 'Reading' }))
  expect(reading.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'At or above 35 ppm, normal again at 34 ppm (severity high)',
    '8-h average at or above 35 ppm (severity high)',
    'At or below 19.5 ppm, normal again at 20.475 ppm (severity critical)',
  ])
})

test('where more alarms were than are marked, that stands below the chart', async () => {
  const { server } = await opens(address, [aChannel()], ['view_gas_detection'])
  expect(dialog().queryByText(/alarms are marked/)).toBeNull()
  server.answers(gas.annotations, { ...annotations, hasMoreAlarms: true })
  await advance('2 min')
  expect(dialog().getByText('Only the newest 500 alarms are marked')).toBeTruthy()
})

test('who may read no alarms sees that there was one, and is led nowhere', async () => {
  await opens(address, [aChannel()], ['view_gas_detection'])
  const marks = within(dialog().getByRole('list', { name: 'Marked on the chart' }))
  expect(marks.getByText(/Carbon monoxide: low alarm/)).toBeTruthy()
  expect(marks.queryByRole('link', { name: /Carbon monoxide/ })).toBeNull()
})

test('a file is of the time and the channel that are drawn', async () => {
  const { server, user } = await opens(address, [aChannel()], ['view_gas_detection'])
  server.answers(gas.exportXlsx, new Blob(['x']).stream())
  await user.click(dialog().getByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: /XLSX/ }))
  await advance('1 s')
  const [asked] = server.asked(gas.exportXlsx)
  const drawn = server.asked(gas.history).at(-1)
  expect(asked).toMatchObject({ channels: `${uuid(3)}.CO`, from: drawn?.from, to: drawn?.to })
})

test('a channel that is not there says so', async () => {
  await opens(`/gas-monitoring?gas=${uuid(9)}.CO`, [aChannel()], ['view_gas_detection'])
  expect(within(screen.getByRole('dialog')).getByText('This channel is not there')).toBeTruthy()
})

test('channels are compared in a chart of each unit, and oxygen in its own', async () => {
  const channels = [
    aChannel(),
    aChannel({ channel: 'H2S' }),
    aChannel({ channel: 'O2', unit: '%vol', value: 20.9 }),
    aChannel({ channel: 'CO2', unit: '%vol', value: 0.04 }),
    aChannel({ channel: 'NO2' }),
  ]
  const ids = ['CO', 'H2S', 'O2', 'CO2'].map((name) => `${uuid(3)}.${name}`)
  const { server } = await opens(`/gas-monitoring/compare?channels=${ids.join(',')}`, channels, ['view_gas_detection'])
  const figures = screen.getAllByRole('figure')
  expect(figures.map((figure) => figure.getAttribute('aria-label'))).toEqual([
    'Channels in ppm',
    'Oxygen in % vol',
    'Channels in % vol',
  ])
  expect(
    server
      .asked(gas.history)
      .map(({ channel }) => channel)
      .sort(),
  ).toEqual(['CO', 'CO2', 'H2S', 'O2'])
  await expectAccessible({ within: screen.getByRole('region', { name: 'Compare channels' }) })
})

test('no channel chosen is a first step', async () => {
  await opens('/gas-monitoring/compare', [aChannel()], ['view_gas_detection'])
  expect(screen.getByText('No channels chosen')).toBeTruthy()
})

test('averages are no line among readings; what has not ended has no end', () => {
  expect(setPointsOf(annotations.setPoints, 'ppm').map(({ value }) => value)).toEqual([35, 30])
  const [alarm] = annotations.alarms
  if (!alarm) throw new Error('no alarm')
  const open = { alarms: [{ ...alarm, returnedAt: null }], service: [], outOfService: [] }
  expect(marksOf(open, { alarm: false, ledger: '/' })[0]).toMatchObject({ to: null })
})
