// The one sheet of a door: its parts by permission, and which of them is shown in the address.
import * as doors from '@gatehouse/contract/access/doors'
import type { Permission } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { aDoor } from '../doors/a-door.testing.ts'

const open = async (address: string, permissions: readonly Permission[]) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(doors.byId, { door: aDoor(uuid(11), { name: 'Fire exit' }) })
  await browser.open(address)
  const sheet = await screen.findByRole('dialog', { name: 'Fire exit' })
  await within(sheet).findByRole('tabpanel')
  const tabs = () => within(sheet).getAllByRole('tab')
  return { ...browser, tabs: () => tabs().map((tab) => tab.textContent), sheet }
}

const guard = ['read_doors', 'operate_doors'] as const
const manager = [...guard, 'manage_doors'] as const

test('a guard operates a door and sees its history, and is offered nothing to set', async () => {
  const { tabs, sheet } = await open(`/doors/${uuid(11)}?tab=settings`, guard)
  expect(tabs()).toEqual(['Operate', 'History'])
  expect(within(sheet).getByRole('tab', { selected: true }).textContent).toBe('Operate')
})

test.each([
  ['/doors', 'Operate'],
  ['/door-management/doors', 'Connection'],
])('from %s it is the same sheet, and begins with %s', async (page, first) => {
  const { tabs, sheet, user, address } = await open(`${page}/${uuid(11)}`, manager)
  expect(tabs()).toEqual(['Operate', 'Settings', 'Connection', 'History'])
  expect(within(sheet).getByRole('tab', { selected: true }).textContent).toBe(first)
  await user.click(within(sheet).getByRole('tab', { name: 'Settings' }))
  expect(address()).toBe(`${page}/${uuid(11)}?tab=settings`)
  expect(await within(sheet).findByRole('button', { name: 'Save settings' })).toBeDefined()
  expect(await within(sheet).findByRole('button', { name: 'Save name and place' })).toBeDefined()
  await user.click(within(sheet).getByRole('button', { name: 'Close' }))
  expect(address()).toBe(page)
})
