// Saved views, as they are chosen, saved, shared, renamed and removed beside the filters of a list.
import * as staff from '@gatehouse/contract/identity/staff'
import type { Permission } from '@gatehouse/contract/permissions'
import * as savedViews from '@gatehouse/contract/system/saved-views'
import type { SavedView } from '@gatehouse/contract/system/saved-views'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { aBrowser, fill } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const viewId = '00000000-0000-4000-8000-000000000007'
const otherId = '00000000-0000-4000-8000-000000000008'

const aView = (more: Partial<SavedView> = {}): SavedView => ({
  id: viewId,
  page: '/staff',
  name: 'Night shift',
  query: 'department=Night',
  shared: false,
  owner: 'Ada Okafor',
  own: true,
  ...more,
})

const aStaffPage = async (views: readonly SavedView[], address = '/staff', more: readonly Permission[] = []) => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_staff', ...more] })
  browser.server.hangsOtherwise()
  browser.server.answers(staff.list, { staff: [], next: null, total: 0, departments: ['Night'] })
  browser.server.answers(savedViews.list, { views: [...views] })
  await browser.open(address)
  await browser.user.click(screen.getByRole('link', { name: 'Views' }))
  // The sheet is fetched when it is first wanted.
  await vi.waitFor(() => screen.getByRole('dialog', { name: 'Saved views' }))
  await advance('1 s')
  return { ...browser, sheet: within(screen.getByRole('dialog', { name: 'Saved views' })) }
}

test('a chosen view stands in the address', async () => {
  const { sheet, user, address } = await aStaffPage([aView()])
  await user.click(sheet.getByRole('link', { name: 'Night shift' }))
  expect(address()).toBe('/staff?department=Night')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the view that is shown is marked', async () => {
  const { sheet } = await aStaffPage(
    [aView(), aView({ id: otherId, name: 'All', query: '' })],
    '/staff?department=Night',
  )
  expect(sheet.getByRole('link', { current: true }).textContent).toBe('Night shift')
})

test('what is saved is what is shown, without the sheet itself', async () => {
  const browser = await aStaffPage([], '/staff?search=ann&department=Night')
  const { sheet, server, user } = browser
  server.answers(savedViews.save, { view: aView() })
  expect(sheet.getByText('No views yet')).toBeTruthy()
  await fill(browser, sheet.getByLabelText(/^Name/), 'Anns of the night')
  await user.click(sheet.getByLabelText('Share with everybody who may open this page'))
  await user.click(sheet.getByRole('button', { name: 'Save view' }))
  expect(server.asked(savedViews.save)).toEqual([
    { page: '/staff', name: 'Anns of the night', query: 'search=ann&department=Night', shared: true },
  ])
})

test('a view of one’s own is shared and renamed', async () => {
  const browser = await aStaffPage([aView()])
  const { sheet, server, user } = browser
  server.answers(savedViews.change, { view: aView() })
  await user.click(sheet.getByRole('button', { name: 'Share the view Night shift' }))
  await user.click(sheet.getByRole('button', { name: 'Rename the view Night shift' }))
  await fill(browser, sheet.getByLabelText(/^New name/), 'Nights')
  await user.click(sheet.getByRole('button', { name: 'Save name' }))
  expect(server.asked(savedViews.change)).toEqual([
    { id: viewId, shared: true },
    { id: viewId, name: 'Nights' },
  ])
})

test('a colleague’s view is chosen and not changed', async () => {
  const others = aView({ own: false, shared: true })
  const { sheet } = await aStaffPage([others])
  expect(sheet.getByText('Shared by Ada Okafor')).toBeTruthy()
  expect(sheet.queryByRole('button', { name: /the view Night shift$/ })).toBeNull()
})

test('an administrator removes what a colleague shares', async () => {
  const { sheet, server, user } = await aStaffPage([aView({ own: false, shared: true })], '/staff', ['admin_access'])
  server.answers(savedViews.remove, { success: true })
  await user.click(sheet.getByRole('button', { name: 'Remove the view Night shift' }))
  expect(server.asked(savedViews.remove)).toEqual([{ id: viewId }])
})
