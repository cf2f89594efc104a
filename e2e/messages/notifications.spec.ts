// Notifications as they come: in every browser of a person at once, on the panel and in the centre, and after a cut.
import { list } from '@gatehouse/contract/messages/notifications'
import { caughtUp } from '@gatehouse/contract/realtime'
import * as roles from '@gatehouse/contract/identity/roles'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { send, type Signed } from '../kit/accounts.ts'
import { expectAccessible } from '../kit/axe.ts'
import type { Person } from '../kit/company.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith, unreachable, type Watch } from '../kit/watch.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const bell = (page: Page) => page.locator('button[aria-label^="Notifications"]')
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const panelRow = (page: Page, title: string) => panelOf(page).getByRole('listitem').filter({ hasText: title })
const centreOf = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const rowsOf = (page: Page) => centreOf(page).getByRole('listitem')
const rowOf = (page: Page, title: string) => rowsOf(page).filter({ hasText: title })
const choose = (page: Page, title: string) => page.getByRole('checkbox', { name: `Choose: ${title}`, exact: true })
const sheetOf = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('region', { name: 'Details' }) })
const unreadOn = (page: Page, count: number) =>
  expect(bell(page)).toHaveAttribute('aria-label', count === 0 ? 'Notifications' : `Notifications, ${count} unread`)

/** Resolves once the page is told what comes as it comes; to be asked before it is opened. */
const connected = (page: Page) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.toString().includes(`"${caughtUp}"`)) resolve()
      }),
    )
  })

interface Notice {
  readonly title: string
  readonly message?: string
  readonly priority?: 'low' | 'medium' | 'high'
  readonly kind?: string
  readonly daysAgo?: number
}

/**
 * Notifies a person of these, the last one last, as a domain does; the server finds them by itself. A millisecond apart at
 * least: those of the same one have no order.
 */
const notify = async (store: Pool, person: Person, notices: readonly Notice[]) => {
  for (const [n, notice] of notices.entries()) {
    const { title, message = 'Something happened.', priority = 'low', kind = 'tried', daysAgo = 0 } = notice
    await store.query(
      `insert into notification (id, user_id, company_id, kind, title, message, type, priority, action, path, created_at)
       select gen_random_uuid(), id, company_id, $2, $3, $4, 'info', $5, 'See your profile', '/profile',
         clock_timestamp() - make_interval(days => $6, secs => $7)
       from users where id = $1`,
      [person.id, kind, title, message, priority, daysAgo, (notices.length - n) / 1000],
    )
  }
}

/** How many wait to be delivered in their order. */
const unnumbered = async (store: Pool, person: Person) =>
  (await store.query('select from notification where user_id = $1 and seq is null', [person.id])).rowCount

/** An administrator gives somebody a role, or takes it: they are notified of it. */
const assign = (page: Page, admin: Signed, person: Person, roleId: string, way: 'add' | 'remove') =>
  send(page, admin, roles.assign, { userIds: [person.id], [way]: [roleId] })

test('what an administrator does arrives in both browsers of a person at once, is read in both, and is caught up with', async ({
  page,
  anotherPage,
  company,
  store,
  watch,
}) => {
  // An auditor's pages ask how the system is: what is under way when the role is taken is refused.
  watch.expect(failedWith(403))
  const person = await company.aPerson({ role: 'staff' })
  const auditor = await company.aRole('auditor')
  const admins = await anotherPage()
  const admin = await company.enter(admins, await company.aPerson({ role: 'admin' }))
  const other = await anotherPage()
  await page.clock.install()
  for (const each of [page, other]) {
    await company.enter(each, person)
    const live = connected(each)
    await each.goto('/profile')
    await unreadOn(each, 0)
    await live
  }
  await bell(other).click()
  await expect(panelOf(other).getByText('No notifications')).toBeVisible()

  await assign(admins, admin, person, auditor, 'add')
  // As loud as its priority, and gone after 6 s: looked for first, as they pass by themselves too.
  const toast = page.locator('.notistack-MuiContent-warning').filter({ hasText: 'Your access has changed' })
  await expect(toast).toBeVisible()
  for (const each of [page, other]) await unreadOn(each, 1)
  await expect(panelRow(other, 'Your access has changed')).toBeVisible()
  await page.clock.runFor(6_500)
  await expect(toast).toBeHidden()

  await bell(page).click()
  await panelRow(page, 'Your access has changed').getByRole('button', { name: 'Mark as read' }).click()
  await unreadOn(other, 0)
  await expect(panelRow(other, 'Your access has changed').getByRole('button', { name: 'Mark as read' })).toHaveCount(0)

  // And back, which is told as well; then all of it is deleted in the one, and gone in the other.
  await assign(admins, admin, person, auditor, 'remove')
  for (const each of [page, other]) await unreadOn(each, 1)
  // It waits above what is being read. What is not here yet is not cleared unseen.
  await panelOf(page).getByRole('button', { name: '1 new' }).click()
  await expect(panelOf(page).getByText('(unread)')).toBeAttached()
  await panelOf(page).getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: 'Close notifications' }).click()
  await unreadOn(other, 0)
  await expect(panelOf(other).getByText('No notifications')).toBeVisible()

  await catchesUp(page, store, person, watch)
})

/** Once and in order. */
const catchesUp = async (page: Page, store: Pool, person: Person, watch: Watch) => {
  watch.expect(unreachable)
  await notify(store, person, [{ title: 'Before' }])
  await unreadOn(page, 1)
  await bell(page).click()
  await expect(panelRow(page, 'Before')).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.locator('html')).not.toHaveAttribute('data-live', 'live')
  await notify(store, person, [{ title: 'First' }, { title: 'Second' }])
  await expect.poll(() => unnumbered(store, person)).toBe(0)
  await page.context().setOffline(false)
  await expect(panelOf(page).getByRole('listitem')).toContainText(['Second', 'First', 'Before'])
  await unreadOn(page, 3)
  await expect(panelOf(page).getByRole('listitem')).toHaveCount(3)
}

test('what comes while the list is read waits above it; what is done with many is done in the store', async ({
  page,
  company,
  store,
}) => {
  const person = await company.aPerson({ role: 'supervisor' })
  await notify(
    store,
    person,
    Array.from({ length: 60 }, (_, n) => ({ title: `Number ${n}` })),
  )
  const { ask } = await company.enter(page, person)
  await page.goto('/notifications')
  await expect(rowsOf(page)).toHaveCount(50)
  // Further pages come as one scrolls.
  await centreOf(page).evaluate((frame) => frame.scrollTo({ top: frame.scrollHeight }))
  await expect(rowsOf(page)).toHaveCount(60)
  await centreOf(page).evaluate((frame) => frame.scrollTo({ top: 400 }))
  const before = await rowOf(page, 'Number 50').boundingBox()
  await notify(store, person, [{ title: 'Just come' }, { title: 'And another' }])
  const chip = centreOf(page).getByRole('button', { name: '2 new' })
  await expect(chip).toBeVisible()
  await expect.poll(async () => (await rowOf(page, 'Number 50').boundingBox())?.y).toBe(before?.y)
  await expectAccessible(page)
  await chip.click()
  await expect(rowsOf(page).first()).toContainText('And another')
  await expect(rowOf(page, 'And another')).toBeInViewport()
  await expect(chip).toBeHidden()

  await choose(page, 'And another').click()
  await choose(page, 'Number 59').click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as read', exact: true }).click()
  await unreadOn(page, 59)
  await choose(page, 'Just come').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Delete')
  await expect(rowsOf(page)).toHaveCount(61)
  const inStore = async () => {
    const { total, unreadCount } = await ask(list, { limit: 1 })
    return { total, unreadCount }
  }
  // Whoever goes elsewhere does not want it back.
  await follow(page, '/profile')
  await expect.poll(inStore).toEqual({ total: 61, unreadCount: 59 })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the centre fits, is dealt with by thumb, and is told as it comes', async ({ page, company, store }) => {
    const person = await company.aPerson({ role: 'guard' })
    await notify(store, person, [
      { title: 'Gate is offline', priority: 'medium', message: 'Nothing is heard of the gate any more. '.repeat(6) },
      { title: 'Somebody signed in', priority: 'high' },
    ])
    await company.enter(page, person)
    const live = connected(page)
    await page.goto('/notifications')
    await expect(rowsOf(page)).toHaveCount(2)
    await expect.poll(() => tooWide(page)).toEqual([])
    await expect.poll(() => tooSmall(page)).toEqual([])
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    await expect.poll(() => tooWide(page)).toEqual([])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    await live
    await notify(store, person, [{ title: 'Just come' }])
    await expect(rowsOf(page).first()).toContainText('Just come')
    await rowOf(page, 'Gate is offline').getByRole('link').tap()
    await expect(sheetOf(page).getByRole('heading', { name: 'Gate is offline' })).toBeVisible()
    await expect.poll(() => tooWide(page)).toEqual([])
    await expectAccessible(page)
  })
})
