// A new deployment while a tab is open, and an application that is installed, starts off line and is updated safely.
import type { Page } from '@playwright/test'
import { createDeployments, type Deployments } from '../kit/deployments.ts'
import { expect, test as shared } from '../kit/test.ts'
import { failedWith, unreachable } from '../kit/watch.ts'

const test = shared.extend<{ gate: Deployments }>({
  gate: async ({ place }, use) => {
    const gate = await createDeployments(place.address)
    await use(gate)
    await gate.close()
  },
  baseURL: async ({ gate }, use) => use(gate.address),
})

/** The script that the document begins with. */
const entrance = (page: Page) => page.locator('script[type=module][src]').getAttribute('src')

const countLoads = (page: Page) => {
  let loads = 0
  page.on('domcontentloaded', () => void (loads += 1))
  return () => loads
}

test('a part that a new deployment took away does not go round when the old document comes again; then it loads the page anew, once, and what was half typed is there', async ({
  page,
  gate,
  company,
  watch,
}) => {
  watch.expect(failedWith(404))
  await company.enter(page, await company.aPerson({ role: 'manager' }))
  await page.goto('/profile')
  const before = await entrance(page)
  gate.deployBehindCache(/picture-dialog/)
  const loads = countLoads(page)
  const add = page.getByRole('button', { name: 'Add picture' })
  await add.click()
  await expect.poll(loads).toBe(1)
  await add.click()
  const missing = page.getByRole('alert').filter({ hasText: 'Loading chunk failed' })
  await expect(missing).toBeVisible()
  await expect(missing.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(loads()).toBe(1)
  expect(await entrance(page)).toBe(before)

  // Nothing is in between any more.
  await page.keyboard.press('Escape')
  const typed = 'Half typed'
  await page.getByLabel('Display name').fill(typed)
  gate.deploy()
  await add.click()
  await expect.poll(loads).toBe(2)
  await expect(page.getByLabel('Display name')).toHaveValue(typed)
  await expect(page.getByText('What you had typed here is back.')).toBeVisible()
  expect(await entrance(page)).not.toBe(before)
  await add.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(loads()).toBe(2)
})

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('says that there is no connection where it was never used, and starts off line where it was, keeping nothing of the API', async ({
    page,
    gate,
    company,
    watch,
  }) => {
    watch.expect(unreachable)
    watch.expect(failedWith(503))
    watch.expect(/Failed to fetch/)
    await page.goto('/contact')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    gate.lose()
    await page.goto('/contact')
    await expect(page.getByRole('heading', { name: 'No connection to Gatehouse' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    gate.find()
    await page.evaluate(() => void window.dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { name: 'No connection to Gatehouse' })).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe('/contact')

    await company.enter(page, await company.aPerson({ role: 'admin' }))
    await page.goto('/dashboard')
    await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
    await isStored(page)
    const stored = await page.evaluate(async () => {
      const urls: string[] = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname)
      return urls
    })
    expect(
      stored.filter((path) => !/^\/(assets\/[\w.-]+|shell|theme\.js|favicon\.svg|offline\.js)$/.test(path)),
    ).toEqual([])
    gate.lose()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(page.getByTestId('connection')).toContainText(/Connecting|Reconnecting|Disconnected/)
    gate.find()
  })

  test('can be installed; a new version waits until it is wanted, and then brings along what was typed', async ({
    page,
    gate,
  }) => {
    await page.goto('/signup')
    await isStored(page)
    await canBeInstalled(page, gate)
    const before = await entrance(page)
    await page.getByLabel('First name').fill('Ines')
    await page.getByLabel('Password', { exact: true }).fill('Copper-harbour-7')
    const notice = page.getByTestId('update')
    const deployed = async () => {
      gate.deploy()
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
      await expect(notice).toContainText('A new version is ready')
    }
    await deployed()
    await notice.getByRole('button', { name: 'Later' }).click()
    await expect(notice).toHaveCount(0)
    // That one was put off, and no other.
    await deployed()
    expect(await entrance(page)).toBe(before)
    const loads = countLoads(page)
    await notice.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(loads).toBe(1)
    await expect(page.getByLabel('First name')).toHaveValue('Ines')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    expect(await entrance(page)).not.toBe(before)
    await expect(notice).toHaveCount(0)
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('carried')))).toEqual(
      [],
    )
    // Only what belongs to the new build is left.
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1)
    expect(loads()).toBe(1)
  })
})

const canBeInstalled = async (page: Page, gate: Deployments) => {
  const browser = await page.context().newCDPSession(page)
  const { url, errors, data } = await browser.send('Page.getAppManifest')
  expect(url).toBe(`${gate.address}/manifest.webmanifest`)
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // A test's profile is a private one.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const manifest: { icons: { src: string; sizes: string; type: string }[]; screenshots?: { src: string }[] } =
    JSON.parse(data ?? '{}')
  for (const { src, type } of manifest.icons) {
    const answer = await page.request.get(src)
    expect(answer.headers()['content-type'], src).toContain(type)
  }
  await expect(page.locator('link[rel=apple-touch-icon]')).toHaveCount(1)
}

/** The service worker has the page, and the application's shell is kept. */
const isStored = async (page: Page) => {
  const hasShell = async () =>
    (await caches.match('/shell')) !== undefined && navigator.serviceWorker.controller !== null
  await expect.poll(() => page.evaluate(hasShell)).toBe(true)
}
