// Gas channels as they are now: each state with its word and sign, what time alone makes of them, filters in the address.
import * as devices from '@gatehouse/contract/building/devices'
import * as gas from '@gatehouse/contract/safety/gas'
import type { Channel } from '@gatehouse/contract/safety/gas'
import type { Permission } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aChannel, anAverage } from './a-channel.testing.ts'

const opens = async (
  channels: readonly Channel[],
  search = '',
  permissions: readonly Permission[] = ['view_gas_detection', 'read_doors'],
) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(gas.channels, { channels: [...channels] })
  browser.server.answers(gas.history, { step: 'minute', buckets: [] })
  browser.server.answers(gas.annotations, {
    setPoints: [],
    alarms: [],
    hasMoreAlarms: false,
    service: [],
    outOfService: [],
  })
  await browser.open(`/gas-monitoring${search}`)
  await advance('1 s')
  return browser
}

const section = () => within(screen.getByRole('region', { name: 'Channels now' }))
const cards = () => section().getAllByRole('listitem')
const card = (name: string) => {
  const found = cards().find(({ textContent }) => textContent?.includes(name))
  if (!found) throw new Error(`no card of ${name}`)
  return within(found)
}
const gaugeOf = (name: string) => card(name).queryByRole('meter', { name: `CO, ${name}` })

test('each state has its word; only a value that is current has a needle', async () => {
  await opens([
    aChannel({ deviceId: uuid(11), name: 'Fresh' }),
    aChannel({ deviceId: uuid(12), name: 'High one', value: 40 }),
    aChannel({ deviceId: uuid(13), name: 'Faulty', value: null, quality: 'fault' }),
    aChannel({ deviceId: uuid(14), name: 'Gone', value: 99, online: false }),
    aChannel({ deviceId: uuid(15), name: 'Old', value: 99, at: '2026-11-23T09:00:00.000Z', receivedAt: beganAt }),
    aChannel({ deviceId: uuid(16), name: 'Starting', quality: 'warm-up' }),
    aChannel({ deviceId: uuid(17), name: 'Beyond', value: 500, quality: 'over-range' }),
  ])
  for (const [name, word, hasNeedle] of [
    ['Fresh', 'Normal', true],
    ['High one', 'Above low', true],
    ['Faulty', 'Fault', false],
    ['Gone', 'Offline', false],
    ['Old', 'Stale', false],
    ['Starting', 'Warming up', false],
    ['Beyond', 'Over range', true],
  ] as const) {
    expect(card(name).getAllByText(word).length, name).toBeGreaterThan(0)
    expect(gaugeOf(name) !== null, name).toBe(hasNeedle)
  }
  // The worst first.
  expect(cards()[0]?.textContent).toContain('Beyond')
  expect(cards().at(-1)?.textContent).toContain('Fresh')
  expect(section().getByText('6 of 7 not normal')).toBeTruthy()
  expect(section().getByText(/It is not the certified detector/)).toBeTruthy()
  expect(section().getByRole('link', { name: 'Live plan' }).getAttribute('href')).toBe('/doors/plan')
  await expectAccessible({ within: screen.getByRole('region', { name: 'Channels now' }) })
})

test('a value that no other follows becomes stale by the clock of the page alone, and a new one makes it current', async () => {
  const { server } = await opens([aChannel()])
  expect(card('Boiler').getByText('Normal')).toBeTruthy()
  await advance('28 s')
  expect(card('Boiler').getByText('Normal')).toBeTruthy()
  await advance('5 s')
  expect(card('Boiler').getByText('Stale')).toBeTruthy()
  expect(gaugeOf('Boiler')).toBeNull()
  const at = new Date(Date.now()).toISOString()
  const { deviceId, key } = aChannel()
  server.pushes(gas.recorded, {
    deviceId,
    key,
    channel: 'CO',
    value: 75,
    unit: 'ppm',
    quality: 'good',
    at,
    receivedAt: at,
  })
  await advance('2 s')
  expect(card('Boiler').getByText('Above high')).toBeTruthy()
  expect(gaugeOf('Boiler')?.getAttribute('aria-valuenow')).toBe('75')
})

test('while the connection is lost nothing new is made up: values go stale, and the averages are not up to date', async () => {
  const { server } = await opens([aChannel()])
  server.goes('away')
  server.keepsSockets('cut off')
  await advance('40 s')
  expect(document.documentElement.dataset['live']).toBe('lost')
  expect(card('Boiler').getByText('Stale')).toBeTruthy()
  await advance('4 min')
  expect(card('Boiler').getAllByText('Not up to date')).toHaveLength(2)
})

test('a device that goes off line takes its value out of the present at once', async () => {
  const { server } = await opens([aChannel()])
  const { deviceId, key } = aChannel()
  server.pushes(devices.statusChanged, {
    id: deviceId,
    key,
    kind: 'gas',
    online: false,
    lastSeenAt: beganAt,
    battery: null,
    signal: null,
    firmware: null,
  })
  await advance('1 s')
  expect(card('Boiler').getByText('Offline')).toBeTruthy()
  expect(gaugeOf('Boiler')).toBeNull()
})

test('averages have the share that was measured, and below 75 % what they are at least', async () => {
  await opens([
    aChannel({ averages: { until: beganAt, stel: anAverage(300, 0.5), twa: anAverage(40) }, service: 'overdue' }),
    aChannel({ deviceId: uuid(13), name: 'Frozen', suspect: { why: 'frozen', since: beganAt } }),
    aChannel({
      deviceId: uuid(12),
      name: 'Unmeasured',
      averages: { until: beganAt, stel: anAverage(null, 0), twa: anAverage(null, 0) },
    }),
  ])
  expect(card('Boiler').getByText('at least 150 ppm')).toBeTruthy()
  expect(card('Boiler').getByText('50 % measured')).toBeTruthy()
  expect(card('Boiler').getByText('40 ppm')).toBeTruthy()
  // The 8-hour average is beyond its set point.
  expect(card('Boiler').getByText('Set point reached')).toBeTruthy()
  expect(card('Boiler').getByText('Service overdue')).toBeTruthy()
  expect(card('Boiler').queryByText(/^Suspect/)).toBeNull()
  expect(card('Frozen').getByText('Suspect: frozen')).toBeTruthy()
  expect(card('Unmeasured').getAllByText('Not measured')).toHaveLength(2)
})

test('filters stand in the address, and none that passes them says so', async () => {
  const { user, address } = await opens(
    [aChannel(), aChannel({ deviceId: uuid(12), name: 'Garage', zone: 'Car park', zoneId: uuid(51), value: 90 })],
    '?state=not-normal',
  )
  expect(cards()).toHaveLength(1)
  expect(cards()[0]?.textContent).toContain('Garage')
  await user.click(section().getByRole('button', { name: 'Show all' }))
  expect(address()).toBe('/gas-monitoring')
  expect(
    section()
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Car park', 'Plant room'])
})

test('filters that no channel passes say so, and are cleared there', async () => {
  const { user, address } = await opens([aChannel()], '?channel=NO2')
  expect(screen.getByText('No channel passes these filters')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all channels' }))
  expect(address()).toBe('/gas-monitoring')
  expect(cards()).toHaveLength(1)
})

test('none at all is a first step', async () => {
  await opens([])
  expect(section().getByText('No gas detectors yet')).toBeTruthy()
})

test('what fails can be tried again', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['view_gas_detection'] })
  browser.server.hangsOtherwise()
  browser.server.refuses(gas.channels, 500)
  await browser.open('/gas-monitoring')
  await advance('10 s')
  expect(section().getByRole('alert').textContent).toContain('The gas channels could not be loaded')
  browser.server.answers(gas.channels, { channels: [aChannel()] })
  await browser.user.click(section().getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  expect(card('Boiler').getByText('Normal')).toBeTruthy()
})
