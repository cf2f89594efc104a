// BACnet devices found in a network, and points chosen among the objects of one.
import * as polling from '@gatehouse/contract/building/polling'
import type { FoundDevice, FoundDevices, FoundObject, FoundObjects } from '@gatehouse/contract/building/polling'
import * as sites from '@gatehouse/contract/building/sites'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { withChosen } from './found-points.ts'
import { newPoint } from './poll-fields.ts'

const pages = [
  { path: '/polled', load: async () => (await import('./polled-section.tsx')).PolledSection, permissions: [] },
]

const aFoundDevice = (changes: Partial<FoundDevice> = {}): FoundDevice => ({
  instance: 1234,
  host: '10.0.4.30',
  port: 47_808,
  vendorId: 260,
  name: 'Car park panel',
  vendor: 'Sensors & Sons',
  model: 'GD-4',
  obstacle: null,
  ...changes,
})

const found = (devices: readonly FoundDevice[], changes: Partial<FoundDevices> = {}): FoundDevices => ({
  asked: [{ address: '10.0.4.255:47808', error: null }],
  receivesBroadcasts: true,
  devices: [...devices],
  more: false,
  ...changes,
})

const anObject = (changes: Partial<FoundObject> = {}): FoundObject => ({
  object: 'analog-input',
  instance: 1,
  name: 'P1.CO2',
  description: 'Level -1',
  presentValue: 612.4000244140625,
  units: 'ppm',
  gasUnits: ['ppm'],
  channel: 'CO2',
  ...changes,
})
const temperature = anObject({
  instance: 2,
  name: 'AI-2',
  description: null,
  presentValue: 21.5,
  units: '°C',
  gasUnits: ['degC'],
  channel: 'temperature',
})
const unnamed = anObject({ object: 'analog-value', instance: 7, name: null, channel: null, presentValue: null })

const listed = (objects: readonly FoundObject[], changes: Partial<FoundObjects> = {}): FoundObjects => ({
  trouble: null,
  error: null,
  name: 'Car park panel',
  vendor: 'Sensors & Sons',
  model: 'GD-4',
  objects: [...objects],
  more: false,
  ...changes,
})

const opens = async (objects: readonly FoundObject[] = [anObject(), temperature, unnamed]) => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  const browser = aBrowser({ width: 1440 })
  const { server, user } = browser
  browser.signedIn({ permissions: ['manage_integrations'] })
  server.hangsOtherwise()
  server.answers(polling.connections, { connections: [] })
  server.answers(polling.maps, { maps: [] })
  server.answers(polling.findDevices, found([aFoundDevice()]))
  server.answers(polling.readObjects, listed(objects))
  server.answers(sites.list, {
    sites: [{ id: uuid(30), name: 'Meridian Tower', timeZone: 'Europe/London', floors: [], zones: [] }],
  })
  await browser.open('/polled?polled=new', undefined, pages)
  await advance('1 s')
  await user.click(dialog().getByRole('button', { name: 'BACnet/IP' }))
  await advance('500 ms')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))
const search = () => within(dialog().getByRole('region', { name: 'Find devices' }))
const list = () => within(dialog().getByRole('region', { name: 'Objects of the device' }))
type Browser = Awaited<ReturnType<typeof opens>>
const press = async ({ user }: Browser, name: string | RegExp, within_ = dialog()) => {
  await user.click(within_.getByRole('button', { name }))
  await advance('500 ms')
}
const valueOf = (label: RegExp) => dialog().getByLabelText(label).getAttribute('value')

test('a device is found, used, and its objects that are chosen become points', async () => {
  const browser = await opens()
  const { server, user } = browser
  await press(browser, 'Find devices')
  expect(server.asked(polling.findDevices)).toMatchObject([{ port: 47_808, from: 0, to: 4_194_302 }])
  search().getByText('1 device at 10.0.4.255:47808')
  search().getByText('Instance 1234 · 10.0.4.30:47808 · Sensors & Sons · GD-4')
  await press(browser, 'Use Car park panel at 10.0.4.30')
  expect(server.asked(polling.readObjects)).toEqual([
    { host: '10.0.4.30', port: 47_808, deviceInstance: 1234, timeoutMs: 1000 },
  ])
  expect(valueOf(/^Device instance/)).toBe('1234')
  list().getByText('612.4 ppm')
  await expectAccessible({ within: screen.getByRole('dialog') })
  await user.click(list().getByRole('checkbox', { name: 'P1.CO2' }))
  await user.click(list().getByRole('checkbox', { name: 'AI-2' }))
  await press(browser, 'Add 2 points')
  list().getByText('2 points added below.')
  expect(list().getAllByText('A point')).toHaveLength(2)
  expect(dialog().getAllByRole('group', { name: /^Point/ })).toHaveLength(3)
  expect(
    dialog()
      .getAllByLabelText(/^Instance/)
      .map((field) => field.getAttribute('value')),
  ).toEqual(['1', '2'])
  await expectAccessible({ within: screen.getByRole('dialog') })
})

test('the keyboard alone does it: Enter in a field searches and sends nothing', async () => {
  const browser = await opens()
  const { server, user } = browser
  await fill(browser, search().getByLabelText('Search at'), '10.0.4.30')
  await user.keyboard('{Enter}')
  await advance('500 ms')
  expect(server.asked(polling.findDevices)).toMatchObject([{ host: '10.0.4.30', port: 47_808 }])
  search().getByRole('button', { name: 'Use Car park panel at 10.0.4.30' }).focus()
  await user.keyboard('{Enter}')
  await advance('500 ms')
  list().getByRole('checkbox', { name: 'P1.CO2' }).focus()
  await user.keyboard(' ')
  list().getByRole('button', { name: 'Add 1 point' }).focus()
  await user.keyboard('{Enter}')
  await advance('500 ms')
  list().getByText('1 point added below.')
  expect(dialog().queryByText('Give the device a name')).toBeNull()
})

test('nobody found says where it was searched, what failed there, and what may be the reason', async () => {
  const browser = await opens()
  const asked = [
    { address: '10.0.4.255:47808', error: null },
    { address: '10.0.5.255:47808', error: '10.0.5.255 could not be reached (EACCES).' },
  ]
  browser.server.answers(polling.findDevices, found([], { asked, receivesBroadcasts: false }))
  await press(browser, 'Find devices')
  search().getByText('No device answered at 10.0.4.255:47808, 10.0.5.255:47808')
  search().getByText(/could not be reached \(EACCES\)/)
  search().getByText(/Broadcasts end at routers/)
  search().getByText(/The port is in use on this server/)
})

test('a device that was searched at its own address has answered, whoever holds the port', async () => {
  const browser = await opens()
  const asked = [{ address: '10.0.4.30:47808', error: null }]
  browser.server.answers(polling.findDevices, found([aFoundDevice()], { asked, receivesBroadcasts: false }))
  await press(browser, 'Find devices')
  search().getByText('1 device at 10.0.4.30:47808')
  expect(search().queryByText(/The port is in use/)).toBeNull()
})

test('a device that cannot be polled, and two of one instance, say so', async () => {
  const browser = await opens()
  const obstacle = 'It is behind a BACnet router, in network 5. Devices behind routers are not polled.'
  const devices = [
    aFoundDevice({ name: null, vendor: null, model: null }),
    aFoundDevice({ host: '10.0.4.31', name: 'Panel 2' }),
    aFoundDevice({ instance: 9, name: null, obstacle }),
  ]
  browser.server.answers(polling.findDevices, found(devices, { more: true }))
  await press(browser, 'Find devices')
  search().getByText('Device 1234')
  search().getByText('Instance 1234 · 10.0.4.30:47808 · Vendor 260')
  expect(search().getAllByText(/Another device has this instance/)).toHaveLength(2)
  search().getByText(obstacle)
  expect(search().queryByRole('button', { name: /Use Device 9/ })).toBeNull()
  search().getByText(/narrow the range/)
})

test('what the server refuses stands at its field, with all that was typed', async () => {
  const browser = await opens()
  const { server } = browser
  await fill(browser, search().getByLabelText('From instance'), 'x')
  await press(browser, 'Find devices')
  search().getByText('Enter a whole number from 0 to 4194302')
  expect(server.asked(polling.findDevices)).toEqual([])
  await fill(browser, search().getByLabelText('From instance'), '20')
  await fill(browser, search().getByLabelText('To instance'), '10')
  await press(browser, 'Find devices')
  search().getByText('The range ends before it begins')
  await fill(browser, search().getByLabelText('To instance'), '30')
  await fill(browser, search().getByLabelText('Search at'), '127.0.0.1')
  const message = '127.0.0.1 is this machine.'
  server.refuses(polling.findDevices, 422, { code: 'VALIDATION', details: [{ field: 'host', message }] })
  await press(browser, 'Find devices')
  search().getByText(message)
  expect(search().getByLabelText('To instance').getAttribute('value')).toBe('30')
  server.refuses(polling.findDevices, 429, { code: 'RATE_LIMITED', message: 'Too many calls. Try again in a minute.' })
  await press(browser, 'Find devices')
  search().getByText('Too many calls. Try again in a minute.')
})

test('a device that does not answer says so, and one without analog objects too', async () => {
  const browser = await opens([])
  const { server } = browser
  await press(browser, 'Read the objects')
  dialog().getByText('Enter the address of the device')
  expect(server.asked(polling.readObjects)).toEqual([])
  await fill(browser, dialog().getByLabelText(/^Address/), '10.0.4.30')
  await fill(browser, dialog().getByLabelText(/^Device instance/), '1234')
  server.answers(
    polling.readObjects,
    listed([], { trouble: 'no-answer', error: '10.0.4.30:47808 did not answer within 1000 ms.' }),
  )
  await press(browser, 'Read the objects')
  list().getByText('No answer')
  list().getByText('10.0.4.30:47808 did not answer within 1000 ms.')
  server.answers(polling.readObjects, listed([]))
  await press(browser, 'Read the objects')
  list().getByText('This device has no analog inputs and no analog values.')
})

test('an object whose channel is not certain is asked for it, and a list of another device adds nothing', async () => {
  const browser = await opens()
  const { user } = browser
  await press(browser, 'Find devices')
  await press(browser, 'Use Car park panel at 10.0.4.30')
  await user.click(list().getByRole('checkbox', { name: 'analog-value 7' }))
  await press(browser, 'Add 1 point')
  list().getByText('Choose what it measures')
  await user.click(list().getByRole('combobox', { name: 'Channel of analog-value 7' }))
  await user.click(screen.getByRole('option', { name: 'Temperature' }))
  await advance('500 ms')
  list().getByText('The object measures in ppm: set a factor that converts it into °C.')
  await fill(browser, dialog().getByLabelText(/^Device instance/), '1235')
  list().getByText(/The address has been changed since/)
  expect(list().getByRole('button', { name: 'Add 1 point' })).toHaveProperty('disabled', true)
})

test('many objects are searched, and the device may have more', async () => {
  const many = Array.from({ length: 12 }, (_, at) => anObject({ instance: at, name: `Zone ${at}` }))
  const browser = await opens(many)
  browser.server.answers(polling.readObjects, listed(many, { more: true }))
  await press(browser, 'Find devices')
  await press(browser, 'Use Car park panel at 10.0.4.30')
  list().getByText(/more objects than are listed/)
  await fill(browser, list().getByLabelText('Search objects'), 'zone 11')
  await advance('1 s')
  expect(list().getAllByRole('checkbox')).toHaveLength(1)
})

test('a channel is a point once; points that were typed stay', () => {
  const typed = { ...newPoint, channel: 'CO' as const, instance: '5' }
  const objects = [anObject(), anObject({ instance: 3 }), temperature]
  const chosen = new Map([
    ['analog-input 1', 'CO2' as const],
    ['analog-input 3', 'CO2' as const],
    ['analog-input 2', 'temperature' as const],
  ])
  const { points, faults } = withChosen([newPoint, typed], objects, chosen)
  expect([...faults]).toEqual([['analog-input 3', 'Carbon dioxide is a point already']])
  expect(points).toMatchObject([
    typed,
    { channel: 'CO2', unit: 'ppm', instance: '1', object: 'analog-input' },
    { channel: 'temperature', unit: 'degC', instance: '2' },
  ])
})
