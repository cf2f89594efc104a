// The service of gas detectors: what is due, one detector with its ledger, and what is entered.
import type { Permission } from '@gatehouse/contract/permissions'
import * as service from '@gatehouse/contract/safety/detector-service'
import type { ChannelService, DetectorService, LedgerEntry } from '@gatehouse/contract/safety/detector-service'
import * as gas from '@gatehouse/contract/safety/gas'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { certificateFault } from './certificate.tsx'
import { begun, fieldsOf, inputOf, resultOf } from './entry-fields.ts'
import { exactFault } from './number-fields.ts'

const pages = [
  { path: '/detectors', load: async () => (await import('./detectors-section.tsx')).DetectorsSection, permissions: [] },
]

const sensor: ChannelService['sensor'] = {
  type: 'Electrochemical',
  serial: 'A1',
  installedOn: '2025-11-01',
  lifeMonths: 36,
  rangeLow: 0,
  rangeHigh: 500,
  resolution: 1,
  bumpDays: null,
  calibrationDays: null,
}
const carbon: ChannelService = {
  channel: 'CO',
  unit: 'ppm',
  state: 'overdue',
  calibration: { state: 'overdue', lastOn: '2026-05-01', dueOn: '2026-10-28' },
  bumpTest: { state: 'ok', lastOn: '2026-11-01', dueOn: '2027-01-30' },
  replacement: { state: 'ok', lastOn: '2025-11-01', dueOn: '2028-11-01' },
  sensor,
}
const sulphide: ChannelService = {
  ...carbon,
  channel: 'H2S',
  state: 'never',
  calibration: { state: 'never', lastOn: null, dueOn: null },
  replacement: null,
}

const aDetector = (changes: Partial<DetectorService> = {}): DetectorService => ({
  deviceId: uuid(10),
  key: 'garage-1',
  name: 'Garage detector',
  site: 'Meridian Tower',
  zone: 'Car park south',
  timeZone: 'Europe/London',
  outOfService: null,
  state: 'overdue',
  dueOn: '2026-10-28',
  channels: [carbon, sulphide],
  ...changes,
})

const anEntry = (changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: uuid(20),
  deviceId: uuid(10),
  channel: 'CO',
  unit: 'ppm',
  kind: 'calibration',
  at: '2026-05-01T09:00:00.000Z',
  contractor: 'Calgas Ltd',
  recordedBy: 'Ingrid Sørensen',
  recordedAt: '2026-05-01T10:00:00.000Z',
  gas: { concentration: 100, lot: 'L-7', expiresOn: '2027-01-01' },
  zero: { before: 2, after: 0 },
  span: { before: 93, after: 100 },
  bandPercent: 10,
  result: 'pass',
  failReasons: [],
  sensor: null,
  remark: '',
  voids: null,
  voidedBy: null,
  certificate: null,
  ...changes,
})
const settings = { bumpDays: 90, calibrationDays: 180, dueSoonDays: 14, passBandPercent: 10 }

interface Opened {
  readonly detectors?: DetectorService[]
  readonly entries?: LedgerEntry[]
  readonly permissions?: readonly Permission[]
  readonly width?: number
}

const opens = async (search = '', { detectors = [aDetector()], entries = [anEntry()], ...how }: Opened = {}) => {
  // Without a layout every list has no height, and draws no row.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  const browser = aBrowser({ width: how.width ?? 1440 })
  const { server } = browser
  browser.signedIn({ permissions: how.permissions ?? ['view_gas_detection', 'manage_gas', 'manage_integrations'] })
  server.hangsOtherwise()
  server.answers(service.list, { detectors, next: null, total: detectors.length })
  server.answers(service.byDevice, { detector: aDetector(), entries, next: null })
  server.answers(service.currentSettings, { settings })
  server.answers(service.recordEntry, { entry: anEntry(), detector: aDetector() })
  await browser.open(`/detectors${search}`, undefined, pages)
  await advance('1 s')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))
const one = `?detector=${uuid(10)}`

test('the detectors are listed with what is due, filtered by the address', async () => {
  const { server } = await opens('?state=overdue&q=gar&sort=-due')
  expect(server.asked(service.list)[0]).toMatchObject({ state: 'overdue', q: 'gar', sort: '-due' })
  const table = within(screen.getByRole('region', { name: 'Gas detectors' }))
  table.getByText('Garage detector')
  table.getByText('Overdue')
  table.getByText('28 Oct 2026')
  table.getByText('CO, H₂S')
  await expectAccessible({ within: screen.getByRole('region', { name: 'Detectors' }) })
})

test('on a phone each detector is a card', async () => {
  await opens('', { width: 390 })
  screen.getByText('First due 28 Oct 2026')
})

test('none is a next step, and none that match is no empty list', async () => {
  await opens('', { detectors: [] })
  screen.getByText('No gas detectors yet')
})

test('what does not match can be cleared', async () => {
  const { user, address } = await opens('?state=failed', { detectors: [] })
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
  expect(address()).toBe('/detectors')
})

test('a detector shows what is due at each channel, its sensors and its ledger', async () => {
  await opens(one, {
    entries: [
      anEntry({ id: uuid(21), kind: 'void', result: null, gas: null, span: null, zero: null, bandPercent: null }),
      anEntry({
        result: 'fail',
        failReasons: ['span-out-of-band'],
        voidedBy: { entryId: uuid(21), reason: 'Wrong gas', by: 'Kwame Mensah', at: beganAt },
      }),
    ],
  })
  const carbonPart = within(dialog().getByRole('region', { name: 'Service of Carbon monoxide' }))
  carbonPart.getByText('due 28 Oct 2026, last passed 1 May 2026')
  carbonPart.getByText(/Electrochemical, serial A1, installed 1 Nov 2025, lasts 36 months/)
  within(dialog().getByRole('region', { name: 'Service of Hydrogen sulphide' })).getByText(/Not watched/)
  const ledger = within(dialog().getByRole('region', { name: 'Ledger' }))
  ledger.getByText(/Void: Wrong gas/)
  expect(ledger.getByText('Calibration, CO').tagName).toBe('S')
  ledger.getByText('Failed: the reading under gas is outside the pass band')
  expect(ledger.queryByRole('button', { name: 'Void Calibration, CO' })).toBeNull()
  await expectAccessible({ within: screen.getByRole('dialog') })
})

test('who manages no gas reads, and records nothing', async () => {
  await opens(one, { permissions: ['view_gas_detection'] })
  dialog().getByText('Calibration, CO')
  expect(dialog().queryByRole('link', { name: 'Record service' })).toBeNull()
  expect(dialog().queryByRole('button', { name: /^Void/ })).toBeNull()
})

test('a detector that is not there says so', async () => {
  const browser = await opens()
  browser.server.refuses(service.byDevice, 404, { code: 'NOT_FOUND', message: 'This gas detector is not there.' })
  await browser.open(`/detectors${one}`, undefined, pages)
  await advance('1 s')
  dialog().getByText('This detector is not there')
})

test('a calibration shows its band and result while it is typed, and is recorded', async () => {
  const browser = await opens(`${one}&open=entry:CO`)
  const { server, user } = browser
  await user.click(dialog().getByRole('button', { name: 'Record entry' }))
  dialog().getByText('Enter the lot of the gas')
  expect(dialog().getAllByText('Enter a number')).toHaveLength(2)
  await fill(browser, dialog().getByLabelText(/^Concentration/), '100')
  await fill(browser, dialog().getByLabelText(/^Lot/), 'L-8')
  await fill(browser, dialog().getByLabelText(/^Expires on/), '2027-06-01')
  await fill(browser, dialog().getByLabelText(/^Span before/), '93')
  await fill(browser, dialog().getByLabelText(/^Span after/), '111')
  const result = within(dialog().getByRole('region', { name: 'Result' }))
  result.getByText(/90 to 110 ppm/)
  result.getByText('Fails')
  await fill(browser, dialog().getByLabelText(/^Span after/), '110')
  result.getByText('Passes')
  await expectAccessible({ within: screen.getByRole('dialog') })
  await user.click(dialog().getByRole('button', { name: 'Record entry' }))
  await advance('1 s')
  expect(server.asked(service.recordEntry)).toEqual([
    {
      deviceId: uuid(10),
      channel: 'CO',
      kind: 'calibration',
      at: '2026-11-23T10:00:00.000Z',
      gas: { concentration: 100, lot: 'L-8', expiresOn: '2027-06-01' },
      span: { before: 93, after: 110 },
      remark: '',
    },
  ])
  screen.getByText('Calibration of Garage detector is recorded: passed.')
  expect(browser.address()).toBe(`/detectors${one}`)
})

test('what the server refuses stands at its field, and nothing typed is lost', async () => {
  const browser = await opens(`${one}&open=entry:CO`)
  const { server, user } = browser
  await fill(browser, dialog().getByLabelText(/^Concentration/), '100')
  await fill(browser, dialog().getByLabelText(/^Lot/), 'L-8')
  await fill(browser, dialog().getByLabelText(/^Expires on/), '2027-06-01')
  await fill(browser, dialog().getByLabelText(/^Span after/), '100')
  server.refuses(service.recordEntry, 422, {
    code: 'VALIDATION',
    details: [{ field: 'at', message: 'Work that is still to come cannot be recorded' }],
  })
  await user.click(dialog().getByRole('button', { name: 'Record entry' }))
  await advance('1 s')
  dialog().getByText('Work that is still to come cannot be recorded')
  expect(dialog().getByLabelText(/^Lot/)).toHaveProperty('value', 'L-8')
})

test('an entry is voided with a reason, and corrected by another', async () => {
  const browser = await opens(one)
  const { server, user } = browser
  await user.click(dialog().getByRole('button', { name: 'Void Calibration, CO' }))
  const question = within(screen.getByRole('alertdialog'))
  await fill(browser, question.getByLabelText(/^Reason/), 'Wrong gas')
  server.answers(service.voidEntry, { entry: anEntry(), detector: aDetector() })
  await user.click(question.getByRole('button', { name: 'Void' }))
  await advance('1 s')
  expect(server.asked(service.voidEntry)).toEqual([{ deviceId: uuid(10), entryId: uuid(20), reason: 'Wrong gas' }])
  await user.click(dialog().getByRole('link', { name: 'Correct Calibration, CO' }))
  await advance('1 s')
  expect(dialog().getByLabelText(/^Lot/)).toHaveProperty('value', 'L-7')
  await fill(browser, dialog().getByLabelText(/^What is wrong/), 'Another lot')
  await fill(browser, dialog().getByLabelText(/^Lot/), 'L-9')
  await user.click(dialog().getByRole('button', { name: 'Record entry' }))
  await advance('1 s')
  expect(server.asked(service.recordEntry)).toMatchObject([
    { gas: { lot: 'L-9' }, voids: { entryId: uuid(20), reason: 'Another lot' } },
  ])
})

test('a certificate is uploaded to its entry; one that is no document is not sent', async () => {
  const browser = await opens(one)
  const { server, user } = browser
  await user.click(dialog().getByRole('button', { name: 'Add the certificate of Calibration, CO' }))
  server.answers(service.attachCertificate, { entry: anEntry() })
  const field = dialog().getByLabelText(/Choose the certificate/)
  await user.upload(field, new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' }))
  await advance('1 s')
  expect(server.asked(service.attachCertificate)).toEqual([{ deviceId: uuid(10), entryId: uuid(20) }])
  expect(certificateFault({ type: 'text/plain', size: 1 })).toBe(service.messages.certificateType)
  expect(certificateFault({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toBe(
    'A certificate may be 10 MB at most.',
  )
  expect(certificateFault({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeNull()
})

test('the facts of a sensor are entered', async () => {
  const browser = await opens(`${one}&open=sensor:CO`)
  const { server, user } = browser
  server.answers(service.setSensor, { detector: aDetector() })
  await fill(browser, dialog().getByLabelText(/^Lasts/), '1.5')
  await user.click(dialog().getByRole('button', { name: 'Save sensor' }))
  dialog().getByText('Enter whole months')
  await fill(browser, dialog().getByLabelText(/^Lasts/), '24')
  await user.click(dialog().getByRole('button', { name: 'Save sensor' }))
  await advance('1 s')
  expect(server.asked(service.setSensor)).toMatchObject([
    { channel: 'CO', type: 'Electrochemical', lifeMonths: 24, bumpDays: null, rangeHigh: 500 },
  ])
})

test('the intervals of the company are changed', async () => {
  const browser = await opens('?detector=settings')
  const { server, user } = browser
  server.answers(service.setSettings, { settings })
  await fill(browser, dialog().getByLabelText(/^Pass band/), '25')
  await user.click(dialog().getByRole('button', { name: 'Save intervals' }))
  dialog().getByText('From 1 to 20 %')
  await fill(browser, dialog().getByLabelText(/^Pass band/), '12.5')
  await user.click(dialog().getByRole('button', { name: 'Save intervals' }))
  await advance('1 s')
  expect(server.asked(service.setSettings)).toEqual([{ ...settings, passBandPercent: 12.5 }])
})

test('what conversions are made with takes temperature and pressure together', async () => {
  const browser = await opens()
  const { server, user } = browser
  server.answers(gas.settings, { settings: {} })
  server.answers(gas.configure, { settings: {} })
  await browser.open(`/detectors${one}&open=conversion`, undefined, pages)
  await advance('1 s')
  await fill(browser, dialog().getByLabelText(/^Reference temperature/), '20')
  await user.click(dialog().getByRole('button', { name: 'Save settings' }))
  dialog().getByText('Enter temperature and pressure, or neither')
  await user.click(dialog().getByRole('button', { name: 'Use 25 °C (OSHA, NIOSH)' }))
  await user.click(dialog().getByRole('button', { name: 'Save settings' }))
  await advance('1 s')
  expect(server.asked(gas.configure)).toEqual([{ deviceId: uuid(10), settings: { celsius: 25, kilopascals: 101.325 } }])
})

test('an entry becomes what the server takes, and nothing that its kind has not', () => {
  const about = { deviceId: uuid(10), timeZone: 'Europe/London', corrected: null }
  const typed = fieldsOf(anEntry(), 'repair', 'Europe/London')
  expect(inputOf(typed, about)).toEqual({
    deviceId: uuid(10),
    channel: 'CO',
    kind: 'repair',
    at: '2026-05-01T09:00:00.000Z',
    contractor: 'Calgas Ltd',
    remark: '',
  })
  expect(inputOf({ ...typed, kind: 'bump-test' }, about)).not.toHaveProperty('zero')
  const calibration = { ...typed, kind: 'calibration' as const }
  expect(resultOf(calibration, 10, 'Europe/London')).toEqual([])
  expect(resultOf({ ...calibration, zero: { before: '', after: '11' } }, 10, 'Europe/London')).toEqual([
    'zero-out-of-band',
  ])
  expect(
    resultOf({ ...calibration, gas: { ...calibration.gas, expiresOn: '2026-04-30' } }, 10, 'Europe/London'),
  ).toEqual(['gas-expired'])
  expect(resultOf({ ...calibration, span: { before: '', after: '' } }, 10, 'Europe/London')).toBeNull()
  expect(resultOf(begun({ channel: 'CO', now: 0, timeZone: 'Europe/London' }), 10, 'Europe/London')).toBeNull()
  expect(exactFault('0.1234567')).not.toBeNull()
})
