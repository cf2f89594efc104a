// Web push into a real service worker. No push service can be reached from here: the page's `subscribe` answers an endpoint
// of this test's own, the product seals and posts to it, and what is opened there is delivered to the worker by the browser.
import { existsSync } from 'node:fs'
import { postSignIn } from '../kit/accounts.ts'
import { chromiumArguments } from '../playwright.config.ts'
import { openPushService, type PushService } from '../kit/push-service.ts'
import { expect, test as shared } from '../kit/test.ts'
import { pollEnded, refusedOnTheWay } from '../kit/watch.ts'

const test = shared.extend<{ service: PushService }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  service: async ({}, use) => {
    const service = await openPushService()
    await use(service)
    service.close()
  },
})

// The small browser of the other tests denies notifications whatever it is told; the whole one has a headless mode too.
// `npm test` names one; without, Debian's is used.
const whole = [process.env['GATEHOUSE_WHOLE_CHROMIUM'], '/usr/bin/chromium'].find((path) => path && existsSync(path))
test.skip(
  !whole,
  'Push notifications want a whole Chromium, and there is none here (Debian: apt-get install chromium).',
)
test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  headless: false,
  launchOptions: {
    ...(whole ? { executablePath: whole } : {}),
    args: [...chromiumArguments, '--headless=new'],
  },
})

test('a notification reaches a browser through its service worker, leads to its page, and says that it was seen', async ({
  page,
  context,
  company,
  place,
  service,
  store,
  watch,
}) => {
  // Only what a push service would have to be reached for.
  await context.addInitScript(({ endpoint, keys }) => {
    let subscribed: object | null = null
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        subscribed = null
        sessionStorage.removeItem('subscribed')
        return true
      },
    }
    if (sessionStorage.getItem('subscribed')) subscribed = subscription
    Object.defineProperty(PushManager.prototype, 'subscribe', {
      value: async () => {
        sessionStorage.setItem('subscribed', 'yes')
        subscribed = subscription
        return subscription
      },
    })
    Object.defineProperty(PushManager.prototype, 'getSubscription', { value: async () => subscribed })
  }, service.subscription)

  const person = await company.aPerson({ role: 'manager' })
  await company.enter(page, person)
  await page.goto('/settings/account')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.reload()
  const card = page.getByRole('region', { name: 'Notifications on the screen' })
  const toggle = card.getByRole('switch', { name: /This browser/ })
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect(card.getByText('They come here also while Gatehouse is not open')).toBeVisible()
  await expect(card.getByText('This session')).toBeVisible()
  // What comes late above would move the button away between the finger's going down and up.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')

  // To the worker as a push service would hand it over.
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  const deliver = (data: string) =>
    browser.send('ServiceWorker.deliverPushMessage', { origin: place.address, registrationId, data })
  const shown = () =>
    page.evaluate(async () => {
      const { getNotifications } = ServiceWorkerRegistration.prototype
      const found = await getNotifications.call(await navigator.serviceWorker.ready)
      return found.map(({ title, body, tag }) => ({ title, body, tag }))
    })
  // As often as a push service would: Chromium loses one now and then whose worker is just going to sleep.
  const arrives = (data: string, title: string) =>
    expect(async () => {
      await deliver(data)
      await expect
        .poll(async () => (await shown()).map((notification) => notification.title), { timeout: 3_000 })
        .toContain(title)
    }).toPass({ timeout: 20_000 })

  await card.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => service.accepted.length).toBe(1)
  expect(service.authorized[0]).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/)
  const asked = JSON.parse(service.accepted[0] ?? '')
  expect(asked).toMatchObject({ title: 'It works', path: '/settings/account' })
  await arrives(service.accepted[0] ?? '', asked.title)
  expect(await shown()).toEqual([
    { title: 'It works', body: 'Notifications of Gatehouse come to this browser.', tag: asked.id },
  ])
  const status = async (id: string) =>
    (await store.query('select status from delivery where id = $1 or notification_id = $1', [id])).rows[0]?.status
  await expect.poll(() => status(asked.id)).toBe('delivered')
  // The same once more takes its place.
  await deliver(service.accepted[0] ?? '')
  await expect.poll(async () => (await shown()).length).toBe(1)

  // Something that happens: a sign-in from a browser that was not seen before.
  const stranger = await context.browser()?.newContext({ baseURL: place.address, userAgent: 'Strange/1.0' })
  if (stranger) expect((await postSignIn(stranger.request, person.email, person.password)).ok()).toBe(true)
  await stranger?.close()
  await expect.poll(() => service.accepted.length).toBe(2)
  const notified = JSON.parse(service.accepted[1] ?? '')
  expect(notified).toMatchObject({ title: 'A new sign-in to your account', path: '/settings/account' })
  expect(notified).toMatchObject({ priority: 'medium', id: expect.any(String) })
  await arrives(service.accepted[1] ?? '', notified.title)
  await expect.poll(() => status(notified.id)).toBe('delivered')

  // Whoever signs out takes it along: what happens next reaches nobody there. The page is told as well, and asks.
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  await store.query('update session set revoked_at = now() where user_id = $1', [person.id])
  expect((await store.query('select from push_subscription where user_id = $1', [person.id])).rows).toEqual([])
})
