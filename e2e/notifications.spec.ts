// Notifications as they come: in every browser of a person at once, on the panel and in the centre, and after a cut.
import { caughtUp } from '@gatehouse/contract/realtime'
import * as roles from '@gatehouse/contract/roles'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { send, type Signed } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import type { Person } from './company.ts'
import { tooSmall, tooWide } from './geometry.ts'
import { expect, test } from './test.ts'
import { failedWith, unreachable } from './watch.ts'

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

test('what an administrator does arrives in both browsers of a person at once, and is read in both', async ({
  page,
  anotherPage,
  company,
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
  for (const each of [page, other]) await unreadOn(each, 1)
  await expect(panelRow(other, 'Your access has changed')).toBeVisible()
  // As loud as its priority, and gone after 6 s.
  const toast = page.locator('.notistack-MuiContent-warning').filter({ hasText: 'Your access has changed' })
  await expect(toast).toBeVisible()
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
})

test('what was missed off line is caught up with, once and in order; toasts are as loud as the priority, and many at once are summed up', async ({
  page,
  company,
  store,
  watch,
}) => {
  watch.expect(unreachable)
  const person = await company.aPerson({ role: 'supervisor' })
  await notify(store, person, [{ title: 'Before' }])
  await company.enter(page, person)
  const live = connected(page)
  await page.goto('/profile')
  await unreadOn(page, 1)
  await live
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
  await page.getByRole('button', { name: 'Close notifications' }).click()

  for (const [priority, tone] of [
    ['low', 'info'],
    ['medium', 'warning'],
    ['high', 'error'],
  ] as const) {
    await notify(store, person, [{ title: `Of ${priority} priority`, priority }])
    const toast = page.locator(`.notistack-MuiContent-${tone}`).filter({ hasText: `Of ${priority} priority` })
    await expect(toast).toBeVisible()
  }
  await store.query('begin')
  await notify(
    store,
    person,
    [1, 2, 3, 4].map((n) => ({ title: `Number ${n}` })),
  )
  await store.query('commit')
  await expect(page.getByText('4 new notifications').first()).toBeVisible()
  await unreadOn(page, 10)
})

test('the centre filters in the address, deals with many at once, and brings back what was deleted', async ({
  page,
  company,
  store,
}) => {
  const person = await company.aPerson({ role: 'manager' })
  await notify(store, person, [
    { title: 'Long ago', daysAgo: 40 },
    { title: 'Gate is offline', kind: 'device-offline', priority: 'medium', message: 'The gate is not heard of.' },
    { title: 'Somebody signed in', kind: 'new-sign-in', priority: 'high' },
    { title: 'One' },
    { title: 'Two' },
    { title: 'Three' },
  ])
  await company.enter(page, person)
  await page.goto('/profile')
  await bell(page).click()
  await panelOf(page).getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL(/\/notifications$/)
  await expect(rowsOf(page)).toHaveCount(6)
  await expect(rowOf(page, 'Somebody signed in')).toContainText('High priority')
  await expectAccessible(page)

  await page.getByLabel('Priority').click()
  await page.getByRole('option', { name: 'Medium priority' }).click()
  await expect(page).toHaveURL(/\?priority=medium$/)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.goto('/notifications?kind=new-sign-in')
  await expect(rowsOf(page)).toHaveText([/Somebody signed in/])
  await page.goto('/notifications?period=week')
  await expect(rowsOf(page)).toHaveCount(5)
  await page.getByLabel('Search notifications').fill('gate')
  await expect(rowsOf(page)).toHaveText([/Gate is offline/])
  await expect(page).toHaveURL(/\?period=week&q=gate$/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowsOf(page)).toHaveCount(6)
  await expect(page.getByLabel('Search notifications')).toHaveValue('')

  // By mouse with Shift, and by keyboard.
  await choose(page, 'Three').click()
  await choose(page, 'One').click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as read', exact: true }).click()
  await unreadOn(page, 3)
  await page.getByRole('button', { name: /^Unread/ }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(rowsOf(page)).toHaveText([/Three/, /Two/, /One/])
  await choose(page, 'Three').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as unread' }).click()
  await unreadOn(page, 5)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(rowsOf(page)).toHaveCount(6)
  await choose(page, 'Two').focus()
  await page.keyboard.press('Control+a')
  await expect(page.getByText('6 chosen')).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(page.getByText('No notifications')).toBeVisible()
  await unreadOn(page, 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(6)
  await choose(page, 'Two').check()
  await page.keyboard.press('Delete')
  await expect(rowsOf(page)).toHaveCount(5)
  await page.keyboard.press('Control+z')
  await expect(rowsOf(page)).toHaveCount(6)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await unreadOn(page, 0)
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(6)
  await unreadOn(page, 0)
  await page.getByRole('button', { name: /^Unread/ }).click()
  await expect(page.getByText('No unread notifications')).toBeVisible()
  await expectAccessible(page)
})

test('each has an address of its own, its whole text, and what became of it; others’ are not there', async ({
  page,
  company,
  store,
  watch,
}) => {
  watch.expect(/status of 404/)
  const [person, colleague] = [await company.aPerson({ role: 'guard' }), await company.aPerson({ role: 'guard' })]
  const message = 'It is a long story that does not fit two lines. '.repeat(8).trim()
  await notify(store, person, [{ title: 'The story', message, priority: 'high' }, { title: 'Besides' }])
  await notify(store, colleague, [{ title: 'Not for everybody' }])
  const { rows } = await store.query<{ id: string; title: string }>(
    'select id, title from notification where company_id = $1',
    [company.id],
  )
  const idOf = (sought: string) => rows.find(({ title }) => title === sought)?.id ?? ''
  const id = idOf('The story')
  await company.enter(page, person)
  await page.goto(`/notifications/${id}`)
  await expect(page).toHaveURL(`/notifications?open=${id}`)
  const sheet = sheetOf(page)
  await expect(sheet.getByRole('heading', { name: 'The story' })).toBeVisible()
  await expect(sheet.getByText(message)).toBeVisible()
  await expect(sheet.getByText('High priority')).toBeVisible()
  await expect(sheet.getByRole('region', { name: 'What became of it' })).toContainText('In Gatehouse')
  await unreadOn(page, 1)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/notifications$/)
  // Opened here, Back closes it.
  await rowOf(page, 'Besides').getByRole('link').click()
  await expect(sheet.getByRole('heading', { name: 'Besides' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(sheet.getByRole('button', { name: 'Mark as read' })).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await unreadOn(page, 1)
  await rowOf(page, 'The story').getByRole('link').click()
  await sheet.getByRole('link', { name: 'See your profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)

  // Of somebody else, and of nobody.
  for (const unknown of [idOf('Not for everybody'), '0190b0c0-0000-7000-8000-000000000000']) {
    await page.goto(`/notifications/${unknown}`)
    await expect(page.getByText('This notification is not there')).toBeVisible()
  }
})

test('what comes while the list is read waits above it', async ({ page, company, store }) => {
  const person = await company.aPerson({ role: 'supervisor' })
  await notify(
    store,
    person,
    Array.from({ length: 60 }, (_, n) => ({ title: `Number ${n}` })),
  )
  await company.enter(page, person)
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
  expect((await rowOf(page, 'Number 50').boundingBox())?.y).toBe(before?.y)
  await expectAccessible(page)
  await chip.click()
  await expect(rowsOf(page).first()).toContainText('And another')
  await expect(rowOf(page, 'And another')).toBeInViewport()
  await expect(chip).toBeHidden()
})

test('where the connection cannot be made it is said, and made once it can be', async ({ page, company, watch }) => {
  watch.expect(/WebSocket|ERR_|status of 5/)
  await company.enter(page, await company.aPerson({ role: 'auditor' }))
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await page.route(/\/socket\.io\//, (route) => route.abort())
  await page.goto('/profile')
  await expect(bell(page)).toHaveAttribute('aria-label', /not connected$/)
  await expect(page.getByText('Failed to connect to notification service').first()).toBeVisible()
  await bell(page).click()
  await expect(panelOf(page).getByRole('alert')).toContainText('Failed to connect to notification service')
  await expectAccessible(page, { popup: true })
  // Nothing comes back by itself before the button is pressed: these are asked before those above.
  let release = () => {}
  const pressed = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/socket\.io\//, async (route) => {
    await pressed
    await route.continue()
  })
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await pressed
    socket.connectToServer()
  })
  await panelOf(page).getByRole('button', { name: 'Reconnect' }).click()
  release()
  await expect(panelOf(page).getByRole('alert')).toBeHidden()
  await expect(bell(page)).not.toHaveAttribute('aria-label', /not connected/)
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
