// Polled devices: how their connections are, and one being registered, tried and changed.
import * as devices from '@gatehouse/contract/building/devices'
import * as polling from '@gatehouse/contract/building/polling'
import type { ConnectionState, Trial } from '@gatehouse/contract/building/polling'
import type { RegisterMap } from '@gatehouse/contract/building/register-map'
import * as sites from '@gatehouse/contract/building/sites'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, type TestBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aDevice } from '../devices/a-device.testing.ts'
import { mapFieldsOf, mapOf, numbersIn } from './map-fields.ts'
import { begun, fieldsOf, settingsOf } from './poll-fields.ts'

const pages = [
  { path: '/polled', load: async () => (await import('./polled-section.tsx')).PolledSection, permissions: [] },
]

const aMap: RegisterMap = {
  maker: 'Vaisala',
  model: 'GMP252',
  source: { title: 'GMP252 user guide', revision: 'M211897', where: 'Table 14' },
  unverified: ['The order of words'],
  channels: [
    {
      channel: 'CO2',
      unit: 'ppm',
      register: { table: 'holding', address: 0, type: 'float32', order: 'CDAB', notation: 'register 1' },
      scale: { kind: 'linear', factor: 1, offset: 0 },
      invalid: [-32768, 65535],
      range: { min: 0, max: 10_000 },
      flags: [
        { table: 'holding', address: 2048, mask: 3, means: 'fault', label: 'Device error' },
        { table: 'holding', address: 2049, mask: 0x0f, equals: 2, means: 'warm-up', label: 'Starting up' },
      ],
    },
    {
      channel: 'O2',
      unit: '%vol',
      register: { table: 'input', address: 9, type: 'bit', order: 'ABCD', bit: 3 },
      scale: { kind: 'current', rawAt4: 800, rawAt20: 4000, low: 0, high: 25 },
      invalid: [],
      flags: [],
    },
  ],
  battery: { register: { table: 'holding', address: 99, type: 'uint16', order: 'ABCD' }, factor: 1 },
  gap: 4,
  maxRegisters: 60,
  unreadable: [{ table: 'holding', from: 20, to: 30 }],
}

const aConnection = (changes: Partial<ConnectionState> = {}): ConnectionState => ({
  deviceId: uuid(10),
  key: 'park-co2',
  name: 'Car park CO2',
  driver: 'modbus',
  address: '10.0.4.20:502, unit 3',
  intervalSeconds: 5,
  lastPollAt: beganAt,
  lastGoodAt: beganAt,
  failures: 0,
  successShare: 1,
  roundTripMs: 12,
  trouble: null,
  error: null,
  nextPollAt: beganAt,
  ...changes,
})

const aTrial = (changes: Partial<Trial> = {}): Trial => ({
  answered: true,
  trouble: null,
  error: null,
  roundTripMs: 11.6,
  channels: [
    {
      channel: 'CO2',
      unit: 'ppm',
      value: 612,
      quality: 'good',
      raw: [0x4419, 0],
      where: 'holding register 0 (register 1)',
      why: null,
    },
  ],
  battery: null,
  ...changes,
})

const settings = settingsOf({
  ...begun(uuid(30)),
  host: '10.0.4.20',
  unit: '3',
  map: mapFieldsOf(aMap),
})

const opens = async (search = '', connections = [aConnection()], width = 1440) => {
  // Without a layout every list has no height, and draws no row.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  const browser = aBrowser({ width })
  const { server } = browser
  browser.signedIn({ permissions: ['manage_integrations'] })
  server.hangsOtherwise()
  server.answers(polling.connections, { connections })
  server.answers(polling.maps, { maps: [{ name: 'vaisala-gmp252', map: aMap }] })
  server.answers(polling.settings, { deviceId: uuid(10), settings })
  server.answers(polling.tryConnection, aTrial())
  server.answers(sites.list, {
    sites: [
      {
        id: uuid(30),
        name: 'Meridian Tower',
        timeZone: 'Europe/London',
        floors: [],
        zones: [{ id: uuid(31), name: 'Car park', floorId: null, use: null }],
      },
    ],
  })
  await browser.open(`/polled${search}`, undefined, pages)
  await advance('1 s')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))
const choose = async ({ user }: Pick<TestBrowser, 'user'>, label: string, option: string) => {
  await user.click(dialog().getByRole('combobox', { name: label }))
  await user.click(screen.getByRole('option', { name: option }))
  await advance('500 ms')
}

test('each connection has its state, and says what is wrong and when it is asked next', async () => {
  await opens('', [
    aConnection(),
    aConnection({
      deviceId: uuid(11),
      name: 'Plant room NH3',
      trouble: 'no-answer',
      error: 'No answer within 1000 ms.',
      failures: 4,
      lastGoodAt: null,
      successShare: 0.5,
    }),
    aConnection({ deviceId: uuid(12), name: 'New one', lastPollAt: null, lastGoodAt: null, successShare: null }),
  ])
  const table = within(screen.getByRole('region', { name: 'Polled devices' }))
  table.getByText('Connected')
  table.getByText('No answer')
  table.getByText(/No answer within 1000 ms. 4 polls in a row/)
  table.getByText('Not polled yet')
  await expectAccessible({ within: screen.getByRole('region', { name: 'Polled devices' }) })
})

test('the list is read again by itself; on a phone each is a card', async () => {
  const { server } = await opens('', [aConnection()], 390)
  screen.getByText('Connected')
  server.answers(polling.connections, { connections: [aConnection({ trouble: 'unreachable', failures: 1 })] })
  await advance('6 s')
  screen.getByText('Unreachable')
})

test('a device is registered with the map of its maker, after a trial', async () => {
  const browser = await opens('?polled=new')
  const { server, user } = browser
  await user.click(dialog().getByRole('button', { name: 'Try the connection' }))
  dialog().getByText('Enter the address of the device')
  expect(server.asked(polling.tryConnection)).toEqual([])
  await fill(browser, dialog().getByLabelText(/^Address/, { selector: '[name=host]' }), '10.0.4.20')
  await choose(browser, 'Map of the maker', 'Vaisala GMP252')
  dialog().getByText(/GMP252 user guide/)
  dialog().getByText('The order of words')
  await user.click(dialog().getByRole('button', { name: 'Try the connection' }))
  await advance('1 s')
  expect(server.asked(polling.tryConnection)).toMatchObject([{ settings: { protocol: 'modbus', map: aMap } }])
  const trial = within(dialog().getByRole('region', { name: 'Trial' }))
  trial.getByText('Carbon dioxide: 612 ppm')
  trial.getByText('holding register 0 (register 1): 0x4419 0x0000')
  await expectAccessible({ within: screen.getByRole('dialog') })
  await fill(browser, dialog().getByLabelText(/^Unit ID/), '3')
  trial.getByText(/changed since/)
  await fill(browser, dialog().getByLabelText(/^Name/), 'Car park CO2')
  server.answers(devices.register, {
    device: aDevice({ id: uuid(10) }),
    connection: null,
    username: null,
    secret: null,
  })
  await user.click(dialog().getByRole('button', { name: 'Add device' }))
  await advance('1 s')
  expect(server.asked(devices.register)).toMatchObject([
    { kind: 'gas', name: 'Car park CO2', driver: 'modbus', settings: { host: '10.0.4.20', unit: 3, map: aMap } },
  ])
  expect(browser.address()).toBe('/polled')
})

test('a trial says what failed, and what the server refuses stands at its field with all that was typed', async () => {
  const browser = await opens(`?polled=${uuid(10)}`)
  const { server, user } = browser
  server.answers(
    polling.tryConnection,
    aTrial({ answered: false, trouble: 'unreachable', error: 'Connection refused.', channels: [], roundTripMs: null }),
  )
  await user.click(dialog().getByRole('button', { name: 'Try the connection' }))
  await advance('1 s')
  dialog().getByText('Connection refused.')
  dialog().getByText('Unreachable')
  server.refuses(polling.changeSettings, 422, {
    code: 'VALIDATION',
    details: [{ field: 'settings.map.channels.0.register.address', message: 'The value ends beyond the last address' }],
  })
  await fill(browser, dialog().getByLabelText(/^Polled every/), '10')
  await user.click(dialog().getByRole('button', { name: 'Save connection' }))
  await advance('1 s')
  dialog().getByText('The value ends beyond the last address')
  expect(dialog().getByLabelText(/^Polled every/)).toHaveProperty('value', '10')
})

test('the connection of a device is changed, and keeps what no form shows', async () => {
  const browser = await opens(`?polled=${uuid(10)}`)
  const { server, user } = browser
  server.answers(polling.changeSettings, { deviceId: uuid(10), settings })
  await fill(browser, dialog().getByLabelText(/^Waits for an answer/), '2000')
  await user.click(dialog().getByRole('button', { name: 'Save connection' }))
  await advance('1 s')
  expect(server.asked(polling.changeSettings)).toEqual([
    { deviceId: uuid(10), settings: { ...settings, timeoutMs: 2000 } },
  ])
})

test('a BACnet device has points, and a trial of them shows no digits that were not measured', async () => {
  const browser = await opens('?polled=new')
  const { server, user } = browser
  const present = { value: 20.899999618530273, raw: 'present value 20.899999618530273', where: 'analog-input 1' }
  server.answers(
    polling.tryConnection,
    aTrial({ channels: [{ channel: 'O2', unit: '%vol', quality: 'good', why: null, ...present }] }),
  )
  await user.click(dialog().getByRole('button', { name: 'BACnet/IP' }))
  await fill(browser, dialog().getByLabelText(/^Address/), '10.0.4.30')
  expect(dialog().getByLabelText(/^Port/)).toHaveProperty('value', '47808')
  await fill(browser, dialog().getByLabelText(/^Device instance/), '1234')
  await fill(browser, dialog().getByLabelText(/^Instance/), '1')
  await user.click(dialog().getByRole('button', { name: 'Try the connection' }))
  await advance('1 s')
  expect(server.asked(polling.tryConnection)).toMatchObject([
    {
      settings: {
        protocol: 'bacnet',
        port: 47_808,
        deviceInstance: 1234,
        points: [{ channel: 'CO2', unit: 'ppm', object: 'analog-input', instance: 1, factor: 1 }],
      },
    },
  ])
  dialog().getByText('Oxygen: 20.9 % vol')
  expect(dialog().queryByText(/order of words/)).toBeNull()
})

test('what fails to load, and what is not there, say so', async () => {
  const browser = await opens()
  browser.server.refuses(polling.settings, 404, { code: 'NOT_FOUND', message: 'This device is not there.' })
  await browser.open(`/polled?polled=${uuid(40)}`, undefined, pages)
  await advance('1 s')
  dialog().getByText('This device is not there')
})

test('settings come back from the form as they went into it', () => {
  expect(mapOf(mapFieldsOf(aMap))).toEqual(aMap)
  expect(settingsOf(fieldsOf(settings))).toEqual(settings)
  expect(numbersIn('0x10, -1;2')).toEqual([16, -1, 2])
  expect(numbersIn('a')).toBeNull()
})
