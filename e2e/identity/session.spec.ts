// How a session ends: by oneself, in another tab, on the server.
import { messages, signOut } from '@gatehouse/contract/identity/auth'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Page } from '@playwright/test'
import { goPast, noteWhen, stopBefore } from '../kit/clock.ts'
import type { Person } from '../kit/company.ts'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith, pollEnded, refusedOnTheWay } from '../kit/watch.ts'

const live = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-live', 'live')

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

test('signing out leads to the sign-in page, says so, and leaves nothing behind', async ({ page, company, watch }) => {
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  const { token } = await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.goto('/blog/create')
  await live(page)
  // What is not saved is asked about first.
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Half an article')
  await logOut(page)
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(title).toHaveValue('Half an article')
  await logOut(page)
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText('You are signed out')).toBeVisible()
  await expect(page.getByText(messages.pleaseSignIn)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  const after = await page.request.get('/api/check-session', { headers: { authorization: `Bearer ${token}` } })
  expect(after.status()).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL(/\/signin$/)
})

test('a tab that waits at the sign-in page is taken along and is not greeted as if it had signed in; signing out ends both', async ({
  page,
  context,
  company,
  watch,
}) => {
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  await page.goto('/signin')
  const other = await context.newPage()
  await other.goto('/signin')
  await signIn(other, await company.aPerson({ role: 'guard' }))
  await expect(other.getByText(messages.signedIn)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
  await expect(page.getByText(messages.signedIn)).toHaveCount(0)

  for (const tab of [page, other]) {
    await follow(tab, '/entry-exit/report')
    await live(tab)
    await expect(tab.getByRole('heading', { name: 'Entry and exit', level: 1 })).toBeVisible()
  }
  await logOut(page)
  await expect(page).toHaveURL(/\/signin$/)
  await expect(other).toHaveURL(/\/signin$/)
  await expect(other.getByText('You are signed out')).toBeVisible()
  await expect(other.getByText(messages.pleaseSignIn)).toHaveCount(0)
  await expect(other.getByRole('heading', { name: 'Entry and exit' })).toHaveCount(0)
})

test('a session that ends on the server leads home with a banner, in use to the sign-in page, and back after signing in', async ({
  page,
  company,
  watch,
}) => {
  watch.expect(failedWith(401))
  watch.expect(pollEnded)
  const door = await company.aDoor()
  const guard = await company.aPerson({ role: 'guard', card: 'card:0000000001' })
  await door.admits(guard.card)
  await door.admits(guard.card, { direction: 'exit' })
  const { token, ask } = await company.enter(page, guard)
  const { logs } = await ask(entryExit.logs, { limit: 1 })
  // A page that asks nothing by itself: the live connection is the first to hear of it.
  await page.goto(`/log-details/${logs[0]?.id}`)
  await live(page)
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
  await expect(trail).toHaveText(['Entry and exit'])
  await expect(trail).toHaveAttribute('href', '/entry-exit/report')
  // Whatever asks first ends the session: here it is to be the connection.
  await page.waitForLoadState('networkidle')
  await revoke(page, token)
  await expect(page).toHaveURL(/\/$/)
  const banner = page.getByText(messages.sessionEnded, { exact: true })
  await expect(banner).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await signIn(page, guard)
  await expect(page).toHaveURL(`/log-details/${logs[0]?.id}`)
  await live(page)

  // While the page is closed.
  const held = await tokenOf(page)
  await page.goto('/favicon.svg')
  await revoke(page, held)
  const connection = await deafenable(page)
  const shownAt = await noteWhen(page, messages.sessionEnded)
  // Its time runs from when it is shown, which may be before all of the page has come.
  await page.goto('/entry-exit/report?type=exit', { waitUntil: 'commit' })
  await expect(banner).toBeVisible()
  // At the top, in the middle, as a warning, for 3 s.
  await stopBefore(page, await shownAt(), 3_000)
  await expect(page).toHaveURL(/\/$/)
  await expect(banner).toBeVisible()
  await expect(banner).toHaveAttribute('data-state', 'warning')
  await page.waitForLoadState()
  const [box, width] = [await banner.boundingBox(), page.viewportSize()?.width ?? 0]
  expect(box?.y).toBeLessThan(100)
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(1)
  await goPast(page)
  await expect(banner).toHaveCount(0)
  await page.clock.resume()

  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await signIn(page, guard)
  await expect(page).toHaveURL(/\/entry-exit\/report\?type=exit$/)
  await live(page)
  await expect(page.getByRole('grid')).toBeVisible()
  // A part of its own: the log does not wait for it, and who looks for its button has to.
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  // Before the live connection notices: the next question of the page is refused.
  await connection.deafen()
  await page.evaluate(
    async ({ token: own, path }) => {
      const { csrfToken } = await (await fetch('/api/auth/csrf-token')).json()
      const headers = { authorization: `Bearer ${own}`, 'x-csrf-token': csrfToken }
      await fetch(`/api${path}`, { method: 'POST', headers })
      const clear = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Clear')
      clear?.click()
    },
    { token: await tokenOf(page), path: signOut.path },
  )
  await expect(page).toHaveURL(/\/signin\?session=expired$/)
  await expect(page.getByText(messages.sessionExpired)).toBeVisible()
  connection.receive()
  await signIn(page, guard)
  await expect(page).toHaveURL(/\/entry-exit\/report/)
})

/** The page's live connection, over which on demand nothing comes or goes any more, without its being closed. */
const deafenable = async (page: Page) => {
  let isDeaf = false
  let isSocket = false
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!isDeaf) server.send(message)
      // Engine.IO's word for: from now on here, and no longer by polling.
      isSocket ||= message === '5'
    })
    server.onMessage((message) => isDeaf || socket.send(message))
    server.onClose(() => isDeaf || void socket.close())
  })
  return {
    async deafen() {
      await expect.poll(() => isSocket).toBe(true)
      isDeaf = true
    },
    receive: () => void (isDeaf = false),
  }
}

const tokenOf = (page: Page) => page.evaluate((): string => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token)

const signIn = async (page: Page, { email, password }: Person) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Ends the session from elsewhere. */
const revoke = async (page: Page, token: string) => {
  const { csrfToken } = await (await page.request.get('/api/auth/csrf-token')).json()
  const headers = { authorization: `Bearer ${token}`, 'x-csrf-token': String(csrfToken) }
  const answer = await page.request.post(`/api${signOut.path}`, { headers })
  expect(answer.status()).toBe(200)
}
