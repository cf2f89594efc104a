// Who was in a zone while gas was there: asked with a reason, and shown with what is certain, possible and not measured.
import type { Permission } from '@gatehouse/contract/permissions'
import * as exposure from '@gatehouse/contract/safety/gas-exposure'
import * as gas from '@gatehouse/contract/safety/gas'
import type { Output } from '@gatehouse/contract/operation'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { minutesText, reachedText, shareText, stayText, valueText } from './exposure-words.ts'

const aChannel = (changes: Partial<gas.Channel> = {}): gas.Channel => ({
  deviceId: uuid(10),
  key: 'plant-co',
  name: 'Plant detector',
  site: 'Meridian Tower',
  floor: 'Ground',
  zone: 'Plant room',
  zoneId: uuid(20),
  channel: 'CO',
  value: 3,
  unit: 'ppm',
  quality: 'good',
  given: null,
  at: beganAt,
  receivedAt: beganAt,
  online: true,
  staleAfterSeconds: 60,
  state: 'normal',
  outOfService: null,
  averages: null,
  setPoints: [],
  suspect: null,
  service: 'ok',
  ...changes,
})

const measured: exposure.Measured = {
  channel: 'CO',
  unit: 'ppm',
  highest: 85,
  lowest: 3,
  mean: 27.5,
  share: 0.6667,
  reached: [{ comparison: 'above', value: 35, severity: 'high', minutes: 10 }],
}
const nothing: exposure.Measured = { ...measured, highest: null, lowest: null, mean: null, share: 0, reached: [] }

const found: Output<typeof exposure.people> = {
  zone: { id: uuid(20), name: 'Plant room', site: 'Meridian Tower' },
  timeZone: 'Europe/London',
  from: beganAt,
  to: beganAt,
  detectors: [{ id: uuid(10), name: 'Plant detector' }],
  channels: [measured],
  unidentified: 1,
  people: [
    {
      id: uuid(31),
      name: 'Ada Night',
      from: 'Facilities',
      by: 'badge',
      stays: [{ from: beganAt, to: beganAt, entrySeen: true, exitSeen: true }],
      minutes: 65,
      possibleMinutes: 0,
      channels: [measured],
    },
    {
      id: uuid(32),
      name: 'Vera Visit',
      from: 'Acme',
      by: 'visitor',
      stays: [{ from: beganAt, to: beganAt, entrySeen: true, exitSeen: false }],
      minutes: 0,
      possibleMinutes: 20,
      channels: [nothing],
    },
  ],
}

const opens = async (
  channels: readonly gas.Channel[] = [aChannel()],
  permissions: readonly Permission[] = ['view_gas_detection', 'view_gas_exposure'],
  address = '/gas-monitoring/exposure',
) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(gas.channels, { channels: [...channels] })
  await browser.open(address)
  await advance('500 ms')
  return browser
}

test('nobody looks without a reason; with one, each person is shown with what is certain and what is possible', async () => {
  const browser = await opens()
  browser.server.answers(exposure.people, found)
  await browser.user.click(screen.getByRole('button', { name: 'Show people' }))
  expect(screen.getByText('Say why, in a few words')).toBeTruthy()
  expect(browser.server.asked(exposure.people)).toEqual([])
  await fill(browser, screen.getByRole('textbox', { name: /^Reason/ }), 'Incident 7')
  await browser.user.click(screen.getByRole('button', { name: 'Show people' }))
  await advance('500 ms')
  expect(browser.server.asked(exposure.people)).toEqual([
    expect.objectContaining({ zoneId: uuid(20), reason: 'Incident 7' }),
  ])
  expect(screen.getByRole('tab', { name: 'Exposure', selected: true })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Plant room' })).toBeTruthy()
  const [ada, vera] = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading') !== null)
  if (!ada || !vera) throw new Error('nobody is shown')
  expect(ada.textContent).toContain('1 h 5 min there')
  expect(ada.textContent).toContain('Highest 85 ppm')
  expect(ada.textContent).toContain('above 35: 10 min')
  expect(ada.textContent).toContain('67 %')
  expect(vera.textContent).toContain('Acme, Visitor pass')
  expect(vera.textContent).toContain('20 min possible')
  expect(vera.textContent).toContain('exit not seen')
  expect(vera.textContent).toContain('Not measured')
  expect(screen.getByText('1 entry')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeTruthy()
  await expectAccessible()
})

test('what the server refuses stands beside the form, and nothing typed is lost', async () => {
  const browser = await opens()
  browser.server.refuses(exposure.people, 422, {
    code: 'VALIDATION',
    message: 'Not valid',
    details: [{ field: 'to', message: 'Choose 31 days at most' }],
  })
  const reason = screen.getByRole('textbox', { name: /^Reason/ })
  await fill(browser, reason, 'Incident 7')
  await browser.user.click(screen.getByRole('button', { name: 'Show people' }))
  await advance('500 ms')
  expect(screen.getByText('Choose 31 days at most')).toBeTruthy()
  expect(reason).toHaveProperty('value', 'Incident 7')
})

test('without a detector in a zone it says what to do', async () => {
  await opens([aChannel({ zone: null, zoneId: null })])
  expect(screen.getByText('No detector is in a zone yet')).toBeTruthy()
})

test('without the permission no tab leads there, and its address names what is missing and asks for nothing', async () => {
  const browser = await opens([], ['view_gas_detection'], '/gas-monitoring')
  expect(screen.queryByRole('tab', { name: 'Exposure' })).toBeNull()
  await browser.open('/gas-monitoring/exposure')
  await advance('500 ms')
  expect(screen.getByText('You may not see this')).toBeTruthy()
  expect(screen.getByText('view_gas_exposure')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show people' })).toBeNull()
  expect(browser.server.asked(exposure.people)).toEqual([])
})

test('numbers say what they are and no more', () => {
  expect([0, 0.4, 59.6, 125].map(minutesText)).toEqual(['0 min', 'under 1 min', '1 h 0 min', '2 h 5 min'])
  expect([0, 0.004, 0.996, 1].map(shareText)).toEqual(['0 %', 'under 1 %', '99 %', '100 %'])
  expect([valueText(null, 'ppm'), valueText(0, 'ppm'), valueText(20.857, '% vol')]).toEqual([
    '–',
    '0 ppm',
    '20.86 % vol',
  ])
  expect(reachedText(nothing)).toBeNull()
  // The same wall clock twice, an hour apart.
  const night = { from: '2026-10-25T00:30:00Z', to: '2026-10-25T01:30:00Z', entrySeen: true, exitSeen: true }
  expect(stayText(night, 'Europe/London')).toBe('25 Oct, 01:30 BST to 25 Oct, 01:30 GMT')
})
