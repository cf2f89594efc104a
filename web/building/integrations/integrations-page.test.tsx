// Integrations: a key for some devices, a device whose first message is awaited, and a message that is rejected again.
import * as devices from '@gatehouse/contract/building/devices'
import * as ingest from '@gatehouse/contract/building/ingest'
import * as sites from '@gatehouse/contract/building/sites'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, fill } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { aDevice } from '../devices/a-device.testing.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const at = '2026-11-21T12:00:00.000Z'
const boiler = aDevice({ id: uuid(1), key: 'boiler-1', name: 'Boiler' })

const openAs = async (path: string) => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['manage_integrations', 'view_gas_detection'] })
  browser.server.answers(ingest.apiKeys, { apiKeys: [] })
  browser.server.answers(devices.list, { devices: [boiler] })
  browser.server.answers(devices.discovered, { discovered: [] })
  browser.server.hangsOtherwise()
  await browser.open(path)
  await advance('500 ms')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))

test('a key for some devices needs one at least, and is made for those that are chosen', async () => {
  const browser = await openAs('/settings/integrations/api-keys?key=new')
  await fill(browser, dialog().getByLabelText(/^Name/), 'Boiler house')
  await browser.user.click(dialog().getByRole('checkbox', { name: 'May send for every device of the company' }))
  await advance('500 ms')
  await browser.user.click(dialog().getByRole('button', { name: 'Create key' }))
  expect(dialog().getByText('Choose one device at least')).toBeTruthy()
  expect(browser.server.asked(ingest.createApiKey)).toEqual([])
  browser.server.answers(ingest.createApiKey, ({ name, deviceKeys }) => ({
    apiKey: { id: uuid(2), name, deviceKeys, createdAt: at, lastUsedAt: null, revokedAt: null },
    secret: 'gh_once',
  }))
  await browser.user.click(dialog().getByRole('checkbox', { name: /Boiler/ }))
  await browser.user.click(dialog().getByRole('button', { name: 'Create key' }))
  await advance('500 ms')
  expect(browser.server.asked(ingest.createApiKey)).toEqual([{ name: 'Boiler house', deviceKeys: ['boiler-1'] }])
  expect(dialog().getByText('gh_once')).toBeTruthy()
})

test('a device that was added is awaited until its first message, and a name that is taken loses nothing that was typed', async () => {
  const browser = await openAs('/settings/integrations/devices')
  browser.server.answers(sites.list, {
    sites: [
      {
        id: uuid(3),
        name: 'Meridian Tower',
        timeZone: 'Europe/London',
        floors: [],
        zones: [],
      },
    ],
  })
  await browser.open('/settings/integrations/devices?add=new')
  await advance('500 ms')
  await fill(browser, dialog().getByLabelText(/^Name/), 'Laundry')
  browser.server.refuses(devices.register, 409, { code: 'CONFLICT', message: 'A device has this key already.' })
  await browser.user.click(dialog().getByRole('button', { name: 'Add device' }))
  await advance('500 ms')
  expect(dialog().getByText('A device has this key already.')).toBeTruthy()
  expect(dialog().getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Laundry')
  const laundry = aDevice({ id: uuid(4), key: 'laundry-1', name: 'Laundry', online: null })
  browser.server.answers(devices.register, {
    device: laundry,
    connection: { driver: 'gatehouse', address: 'laundry-1', host: null, port: 1883, username: 'laundry-1-a' },
    username: 'laundry-1-a',
    secret: 's3cret',
  })
  browser.server.answers(devices.list, { devices: [boiler, laundry] })
  await browser.user.click(dialog().getByRole('button', { name: 'Add device' }))
  await advance('1 s')
  expect(dialog().getByText('Waiting for the first message')).toBeTruthy()
  browser.server.pushes(devices.statusChanged, { ...laundry, online: true, lastSeenAt: at })
  await advance('500 ms')
  expect(dialog().getByText('First message received')).toBeTruthy()
})

test('a message that is rejected again says why, and stays', async () => {
  const message = {
    id: uuid(5),
    receivedAt: at,
    source: 'mqtt' as const,
    topic: 'gatehouse/v1/boiler-1/reading',
    payload: '{"value":"much"}',
    reason: 'value: Invalid input',
    replayedAt: null,
  }
  const browser = await openAs('/settings/integrations')
  browser.server.answers(ingest.quarantine, { messages: [message], next: null })
  browser.server.answers(ingest.replay, { result: 'quarantined', reason: 'value: Invalid input' })
  await browser.open(`/settings/integrations/rejected?message=${message.id}`)
  await advance('500 ms')
  await browser.user.click(dialog().getByRole('button', { name: 'Replay' }))
  await advance('500 ms')
  expect(screen.getByText('Rejected again. value: Invalid input')).toBeTruthy()
  expect(dialog().getByText('Rejected')).toBeTruthy()
})

test('a gateway is listed with the devices and topics it carries, and found by its name', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['manage_integrations'] })
  browser.server.answers(devices.gateways, {
    gateways: [
      { username: 'north-1a2b', keys: null, topics: ['zigbee2mqtt/#'] },
      { username: 'south-1a2b', keys: ['boiler-1', 'boiler-2'], topics: [] },
    ],
  })
  browser.server.hangsOtherwise()
  await browser.open('/settings/integrations/gateways')
  await advance('500 ms')
  expect(screen.getByText('zigbee2mqtt/#', { exact: false })).toBeTruthy()
  expect(screen.getByText('boiler-1, boiler-2', { exact: false })).toBeTruthy()
  await browser.open('/settings/integrations/gateways?q=North')
  await advance('500 ms')
  expect(screen.getByText('north-1a2b')).toBeTruthy()
  expect(screen.queryByText('south-1a2b')).toBeNull()
})
