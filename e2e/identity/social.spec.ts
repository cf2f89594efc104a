// Google and GitHub: the first time makes an account, the second opens it; an address that has an account is refused
// until its owner connects the provider. Their settings are given at the start: a product of its own.
import { messages } from '@gatehouse/contract/identity/auth'
import { messages as social } from '@gatehouse/contract/identity/social'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { createProduct, type Product } from '../kit/product.ts'
import { type Providers, startProviders } from '../kit/providers.ts'
import { expect, test as shared } from '../kit/test.ts'
import { failedWith, pollEnded, refusedOnTheWay, type Watch } from '../kit/watch.ts'

interface Own {
  readonly product: Product
  readonly providers: Providers
}

const test = shared.extend<object, { own: Own }>({
  own: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const product = await createProduct()
      const providers = await startProviders(product.address)
      try {
        await product.start({ ...providers.env, DEMO: 'off' })
        await use({ product, providers })
      } finally {
        await product.remove()
        await providers.stop()
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  place: async ({ own }, use) => use(own.product),
})

type Provider = 'Google' | 'GitHub'

test('Google makes an account the first time and opens it the second; GitHub waits until it is connected, and opens it at the page that was asked for', async ({
  page,
  own,
  watch,
}) => {
  const grace = await meet(page, own, watch, 'grace')
  watch.expect(failedWith(409))
  await page.goto('/signup')
  await continueWith(page, 'Google', grace)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText(messages.signedIn)).toBeVisible()
  await expect(page.getByRole('heading', { name: grace.name })).toBeVisible()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  const id = await whoIsIn(page)
  await logOut(page)

  // The same address at another provider proves nothing.
  await continueWith(page, 'GitHub', grace)
  await isRefused(page, social.linkFirst)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to sign in' }).click()

  await continueWith(page, 'Google', grace)
  await expect(page).toHaveURL(/\/profile$/)
  expect(await whoIsIn(page)).toBe(id)
  await expect(page.getByRole('heading', { name: grace.name })).toBeVisible()
  await connect(page, 'GitHub', grace)
  await expectAccessible(page)
  await logOut(page)
  await follow(page, '/settings/account')
  await expect(page.getByText(messages.pleaseSignIn)).toBeVisible()
  await expectAccessible(page)
  await continueWith(page, 'GitHub', grace)
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByText('Your account has no password')).toBeVisible()
  expect(await whoIsIn(page)).toBe(id)
})

test('an account with a password is opened by Google once its owner has connected it, and by its code', async ({
  page,
  company,
  own,
  store,
  watch,
}) => {
  const known = await meet(page, own, watch, 'mary')
  // Who signs out at once does so while the connection is still moving.
  watch.expect(failedWith(403))
  const mary = await company.aPerson({ role: 'staff' })
  await company.enter(page, mary)
  const id = await whoIsIn(page)
  await connect(page, 'Google', known, mary.password)
  await logOut(page)
  await continueWith(page, 'Google', known)
  await expect(page).toHaveURL(/\/profile$/)
  expect(await whoIsIn(page)).toBe(id)
  await store.query(`update users set two_factor = 'email' where id = $1`, [id])
  await logOut(page)
  await continueWith(page, 'Google', known)
  await expect(page.getByText(messages.enterCode)).toBeVisible()
})

interface Known {
  readonly name: string
  readonly email: string
}

/** One of those whom both providers know; from here on their pages are asked. */
const meet = async (page: Page, { providers: { people } }: Own, watch: Watch, login: string): Promise<Known> => {
  watch.expect(/^asked another origin: http:\/\/127\.0\.0\.1:\d+\//)
  // Their pages have no icon.
  watch.expect(/^console error at \S+\/(choose\/|login\/oauth\/authorize)\S+: .* status of 404/)
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const known = people.find((person) => person.login === login)
  if (!known) throw new Error(`The providers do not know ${login}`)
  return known
}

const continueWith = (page: Page, provider: Provider, known: Known) =>
  goAndComeBack(page, known, () => page.getByRole('link', { name: `Continue with ${provider}` }).click())

/** To the provider's page, where one chooses who one is; one that knows it already sends the browser back at once. */
const goAndComeBack = async (page: Page, { name }: Known, go: () => Promise<unknown>) => {
  const { origin } = new URL(page.url())
  await page.evaluate(() => Object.assign(window, { notGoneYet: true }))
  await go()
  await page.waitForFunction(() => !('notGoneYet' in window))
  const choice = page.getByRole('button', { name: `Continue as ${name}` })
  if (new URL(page.url()).origin !== origin) await choice.click()
  await page.waitForURL((url) => url.origin === origin)
}

const connect = async (page: Page, provider: Provider, known: Known, password?: string) => {
  await follow(page, '/settings/account')
  // What is loading still moves what is below it.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const button = page.getByRole('button', { name: `Connect ${provider}` })
  await goAndComeBack(page, known, async () => {
    await button.click()
    // Accounts with a password are asked for it again.
    if (password === undefined) return
    const dialog = page.getByRole('dialog', { name: `Connect ${provider}?` })
    await dialog.getByLabel('Your password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Connect' }).click()
  })
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByText(`${provider} is connected to your account`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Disconnect ${provider}` })).toBeVisible()
}

const isRefused = async (page: Page, message: string) => {
  await expect(page.getByRole('alert')).toHaveText(message)
  // Code and state are not left in the address.
  await expect(page).toHaveURL(/\/auth\/(google|github)\/callback$/)
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
}

const whoIsIn = (page: Page): Promise<string> =>
  page.evaluate((): string => JSON.parse(localStorage.getItem('userInfo') ?? '{}').id)

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/signin$/)
}
