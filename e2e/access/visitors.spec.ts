// The front desk: a pass issued and shown, its visitor checked in and out, each in few presses.
import * as access from '@gatehouse/contract/access/access'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { send } from '../kit/accounts.ts'
import { violationsOn } from '../kit/axe.ts'
import { beginCounted } from '../kit/presses.ts'
import { expect, test } from '../kit/test.ts'

test('a receptionist issues a pass, shows it, and checks the visitor in and out: at most six clicks and one each', async ({
  page,
  company,
  request,
}) => {
  const door = await company.aDoor({ name: 'Main entrance' })
  await company.aPerson({ role: 'staff', name: 'Priya Raghavan' })
  const receptionist = await company.aPerson({ role: 'receptionist' })
  const manager = await company.signIn(request, await company.aPerson({ role: 'manager' }))
  const { level } = await send({ request }, manager, access.createLevel, { name: 'Entrances', doorIds: [door.id] })
  await send({ request }, manager, access.assign, { userIds: [receptionist.id], addLevels: [level.id] })
  const desk = await company.signIn(request, receptionist)
  const presses = await beginCounted(page, receptionist, '/visitors')

  await page.getByRole('link', { name: 'Issue pass' }).click()
  const form = page.getByRole('dialog', { name: 'Issue a visitor pass' })
  await form.getByLabel('Name of the visitor').pressSequentially('Kwame Mensah')
  await form.getByRole('combobox', { name: 'Host' }).fill('Priya')
  await page.getByRole('option', { name: /Priya/ }).click()
  await expect(form.getByRole('checkbox', { name: /Main entrance/ })).toBeChecked()
  await expect(form.getByLabel('Until')).toHaveValue(/T(18:00|23:59)$/)
  expect(await violationsOn(page)).toEqual([])
  await form.getByRole('button', { name: 'Issue pass' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the pass of Kwame Mensah' })).toBeVisible()
  presses.atMost(6)

  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: 'Kwame Mensah' })
  await expect(row).toContainText('Expected')
  await row.getByRole('button', { name: 'Check in Kwame Mensah' }).click()
  await expect(row).toContainText('On site')
  await expect(page.getByText('Kwame Mensah is checked in.')).toBeVisible()
  await row.getByRole('button', { name: 'Check out Kwame Mensah' }).click()
  await expect(row).toContainText('Signed out')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('On site')
  expect(await violationsOn(page)).toEqual([])
  const { logs } = await desk.ask(entryExit.logs, { q: 'Kwame', limit: 10 })
  expect(logs.map(({ type, method }) => `${type} ${method}`)).toEqual(['entry manual', 'exit manual', 'entry manual'])
})
