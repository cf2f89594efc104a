// Integrations in the browser: a key for a program, a device by hand up to its first message, and what came too early.
import { connectAsync } from 'mqtt'
import { violationsOn } from '../kit/axe.ts'
import { expect, test } from '../kit/test.ts'

test('a program gets a key, what it sends for an unknown device is rejected, the device is added and connects, and the message is replayed', async ({
  page,
  company,
  place,
  request,
}) => {
  await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.goto('/settings/integrations')
  await expect(page).toHaveURL(/\/settings\/integrations\/api-keys$/)
  await expect(page.getByText('No API keys yet')).toBeVisible()

  await page.getByRole('link', { name: 'Create API key' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create an API key' })
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(form.getByText('Give the key a name')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('Boiler house')
  await form.getByRole('button', { name: 'Create key' }).click()
  const made = page.getByRole('dialog', { name: 'API key created' })
  const secret = (await made.locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^gh_/)
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Boiler house.*All devices.*Never used/ })).toBeVisible()

  const key = `boiler-${Date.now()}`
  const reading = { kind: 'reading', id: 'early', at: new Date().toISOString(), channel: 'CO', value: 4, unit: 'ppm' }
  const posted = await request.post(`${place.address}/api/ingest`, {
    headers: { 'x-api-key': secret },
    data: [{ device: key, ...reading }],
  })
  expect(await posted.json()).toMatchObject({ results: [{ result: 'quarantined' }] })

  await page.getByRole('tab', { name: 'Rejected messages' }).click()
  const rejected = page.getByRole('row', { name: new RegExp(`No device has the key ${key}`) })
  await rejected.getByRole('link').first().click()
  const sheet = page.getByRole('dialog', { name: 'Rejected message' })
  await expect(sheet.getByRole('region', { name: 'Message' })).toContainText('"early"')
  expect(await violationsOn(page)).toEqual([])
  await sheet.getByRole('link', { name: 'Add the device' }).click()

  const add = page.getByRole('dialog', { name: 'Add a device' })
  await add.getByRole('textbox', { name: 'Name', exact: true }).fill('Boiler detector')
  await add.getByRole('textbox', { name: 'Device ID' }).fill(key)
  await add.getByRole('button', { name: 'Add device' }).click()
  const guide = page.getByRole('dialog', { name: 'Boiler detector is added' })
  await expect(guide.getByText('Waiting for the first message')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const setting = async (label: string) =>
    (await guide.getByRole('listitem').filter({ hasText: label }).locator('code').textContent()) ?? ''
  const client = await connectAsync({
    host: '127.0.0.1',
    port: Number(await setting('Port')),
    username: await setting('User name'),
    password: await setting('Password'),
  })
  await client.publishAsync(`gatehouse/v1/${key}/reading`, JSON.stringify({ ...reading, id: 'first' }), { qos: 1 })
  await expect(guide.getByText('First message received')).toBeVisible()
  await client.endAsync()
  await guide.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`Boiler detector.*Gas detector.*${key}`) })).toBeVisible()

  await page.getByRole('tab', { name: 'Rejected messages' }).click()
  await rejected.getByRole('link').first().click()
  await sheet.getByRole('button', { name: 'Replay' }).click()
  await expect(page.getByText('The message is stored.')).toBeVisible()
  await expect(sheet.getByText('Replayed')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No rejected messages')).toBeVisible()

  await page.getByRole('tab', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'Revoke Boiler house' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
})

test('a gateway is added, listed with what it carries, and found by search', async ({ page, company }) => {
  await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.goto('/settings/integrations/gateways')
  await page.getByRole('link', { name: 'Add gateway' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add a gateway' })
  await form.getByRole('textbox', { name: 'Name' }).fill('north-wing')
  await form.getByRole('button', { name: 'Add gateway' }).click()
  await expect(page.getByRole('dialog', { name: 'The gateway is added' })).toBeVisible()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: /north-wing-[0-9a-f]{8}.*All devices.*zigbee2mqtt\/#/ })
  await expect(row).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('north wing')
  await page.getByRole('option', { name: /north-wing-/ }).click()
  await expect(page).toHaveURL(/\/settings\/integrations\/gateways\?q=north-wing-/)
  await expect(row).toBeVisible()
})
