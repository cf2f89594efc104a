// The public site: its words are there without a script, nothing overflows, every link leads somewhere, the scripts are
// small; and whoever writes to us is heard.
import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { messages } from '@gatehouse/contract/site/contact'
import type { Letter } from '@gatehouse/contract/messages/mail'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/axe.ts'
import { standStill } from '../kit/clock.ts'
import { desktop, phone } from '../playwright.config.ts'
import { hydrated } from '../kit/hydrated.ts'
import { intercept } from '../kit/intercept.ts'
import { expect, test } from '../kit/test.ts'

const pages = [
  ['/', 'One place for everything your building reports'],
  ['/home', 'One place for everything your building reports'],
  ['/about', 'A building should be able to say how it is'],
  ['/contact', 'Write to us'],
  ['/products', 'One product, eight sides'],
  ['/products/ai-solutions', 'AI solutions'],
  ['/products/cybersecurity', 'Cybersecurity'],
  ['/products/ios-design', 'On iPhone and iPad'],
  ['/products/enterprise-solutions', 'Enterprise solutions'],
  ['/products/iot-technologies', 'IoT technologies'],
  ['/products/smart-things', 'Smart things'],
  ['/products/system-integration', 'System integration'],
  ['/products/safety-automation', 'Safety automation'],
  ['/solutions', 'From the car park to the roof'],
] as const

const mostScriptKb = 90

test.describe.configure({ mode: 'parallel' })

test('every page is there without a script, with its headings in order, and every link of it leads somewhere', async ({
  anotherPage,
  page,
  request,
}) => {
  const found = new Map<string, string>()
  for (const [path, title] of pages) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    const { headings, links, descriptions, canonical, facts } = await page.evaluate(drawn, await response.text())
    expect(headings.filter(({ level }) => level === 1).map(({ text }) => text)).toEqual([title])
    const levels = headings.map(({ level }) => level)
    expect(levels[0], path).toBe(1)
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
    expect(jumps, `${path}: a level of headings is left out`).toEqual([])
    for (const to of links) if (to.startsWith('/')) found.set(to.split(/[?#]/)[0] ?? '', path)
    // What is said to search engines and to whoever shares it.
    expect(descriptions, path).toEqual([expect.stringMatching(/^.{120,160}$/)])
    expect(canonical, path).toBe(1)
    for (const text of facts) JSON.parse(text)
  }
  expect(found.size).toBeGreaterThan(20)
  for (const [to, from] of found) expect((await request.get(to)).status(), `${to}, from ${from}`).toBe(200)
  // What stands in <noscript> the browser of a test does not draw: only who turned scripts off in its settings sees it.
  expect(await (await request.get('/contact')).text()).toContain('<noscript><p')
  const still = await anotherPage({ javaScriptEnabled: false })
  await still.goto('/contact')
  await expect(still.getByRole('heading', { level: 1 })).toHaveText('Write to us')
  await expect(still.getByRole('button', { name: 'Send message' })).toBeDisabled()
})

test('every page begins with at most 90 kB of script and pictures of its theme, is accessible in light and dark, and is no wider than the screen', async ({
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener('takenover', () => Object.assign(window, { hydratedAt: performance.now() })),
  )
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, startTime, transferSize }) => ({ name, startTime, isTransferred: transferSize > 0 })),
    )
  const theme = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  for (const [path] of pages.filter(([at]) => at !== '/home')) {
    await page.goto(path)
    await hydrated(page)
    // What follows when nothing else is to be done, the side menu and the service worker, is beside it.
    const hydratedAt = await page.evaluate(() => Number(Reflect.get(window, 'hydratedAt')))
    const asked = (await loaded()).filter(
      ({ name, startTime }) => startTime <= hydratedAt && name.endsWith('.js') && !name.includes('/service-worker'),
    )
    // Fetched, and then imported out of what the browser has.
    const needed = [...new Set(asked.map(({ name }) => name))]
    expect(asked.filter(({ isTransferred }) => isTransferred).length, path).toBeLessThanOrEqual(needed.length)
    expect(needed.length, path).toBeGreaterThan(5)
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(needed.map((url) => gzippedBytes(url)))
    const kb = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000
    expect(kb, `${path}: ${needed.join(' ')}`).toBeLessThanOrEqual(mostScriptKb)
    const pictures = (await loaded()).map(({ name }) => name).filter((url) => url.includes('/pictures/'))
    expect(pictures.filter((url) => url.includes('-dark'))).toEqual([])

    // The first is looked at as a screen, with all others.
    if (path === '/') continue
    for (const width of [desktop.width, 1199, 900, 820, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(page), `${path} at ${width}`).toEqual([])
    }
    await page.setViewportSize(phone)
    await expectAccessible(page)
    // Once they are in the browser's memory, the pages that follow count them among what they load.
    await page.evaluate(() => {
      for (const picture of document.querySelectorAll('picture, img'))
        if (picture.outerHTML.includes('-dark')) picture.remove()
    })
    await theme('dark')
    await expectAccessible(page, { rules: ['color-contrast'] })
    await theme('light')
    await page.setViewportSize(desktop)
  }
})

test('a detector whose plug is pulled grows stale, then is off line, and never looks well again by itself', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  await hydrated(page)
  // Time passes by what follows alone, however long this machine needs for it.
  await standStill(page)
  await page.getByRole('button', { name: 'Pull the detector’s plug' }).click()
  const state = page.locator('output').filter({ hasText: /Normal|Stale|Offline/ })
  await page.clock.runFor(10_000)
  await expect(state).toHaveText('Stale')
  await page.clock.runFor(10_000)
  await expect(state).toHaveText('Offline')
  await page.getByRole('button', { name: 'Plug it in again' }).click()
  await page.clock.runFor(1_000)
  await expect(state).toHaveText('Normal')
})

test.describe('what is sent', () => {
  // It is read in the demo's mailbox.
  test.use({ demo: true })

  test('who writes to us is heard; what is wrong is said at its field, and neither a reload nor a server that is away loses what was typed', async ({
    page,
    watch,
  }) => {
    watch.expect(/ERR_FAILED/)
    const email = `visitor.${Date.now()}@example.org`
    const text = 'We have a building with a car park and two plant rooms.'
    await page.goto('/contact?about=devices')
    await hydrated(page)
    await expect(page.getByLabel('About')).toHaveValue('devices')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Message is required')).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await page.getByLabel('Name', { exact: true }).fill('Nadia Haddad')
    await page.getByLabel('Email').fill('nobody')
    await page.getByLabel('Message').fill(text)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Invalid email format')).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue(text)
    await page.getByLabel('Email').fill(email)
    // Nor does a reload, as after a new deployment.
    await page.reload()
    await hydrated(page)
    await expect(page.getByLabel('Message')).toHaveValue(text)
    await intercept(page, '**/api/contact', (route) => route.abort())
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('alert')).toContainText('Network error. Please check your connection.')
    await page.unroute('**/api/contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('heading', { name: messages.sent })).toBeVisible()
    await expect(page.getByText('You will hear from a person')).toContainText(email)

    // Whoever looks after the first company that is no demo's: another test may have made one.
    const letters = async () => {
      const { mails }: { mails: Letter[] } = await (await page.request.get('/api/demo/mailbox')).json()
      return mails.filter(({ text: label }) => label.includes(email))
    }
    await expect.poll(async () => (await letters()).length).toBeGreaterThan(0)
    const [letter] = await letters()
    expect(letter?.subject).toBe('Nadia Haddad writes: Connecting devices')
    expect(letter?.text).toContain('> We have a building with a car park')
    expect((await letters()).map(({ to }) => to)).not.toContain(email)
    await page.reload()
    await hydrated(page)
    await expect(page.getByLabel('Message')).toHaveValue('')
  })
})

/** What a document says, as far as it is asked for here. */
const drawn = (html: string) => {
  const document = new DOMParser().parseFromString(html, 'text/html')
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  return {
    headings: all('h1, h2, h3, h4, h5, h6').map(({ tagName, textContent }) => ({
      level: Number(tagName.slice(1)),
      text: textContent,
    })),
    links: all('a[href]').map((link) => link.getAttribute('href') ?? ''),
    descriptions: all('meta[name="description"]').map((meta) => meta.getAttribute('content') ?? ''),
    canonical: all('link[rel="canonical"]').length,
    facts: all('script[type="application/ld+json"]').map(({ textContent }) => textContent),
  }
}

const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll<HTMLElement>('main *, footer *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
      .concat(`${scrollWidth} in ${clientWidth}`)
  })

/** As it travels to a browser that knows gzip; what several pages share is fetched once. */
const gzippedBytes = (url: string): Promise<number> => {
  const known = fetched.get(url) ?? fetchedBytes(url)
  fetched.set(url, known)
  return known
}

const fetched = new Map<string, Promise<number>>()

const fetchedBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const body = Buffer.concat(parts)
        // That it is what it says it is.
        if (response.headers['content-encoding'] === 'gzip') gunzipSync(body)
        resolve(body.length)
      })
    }).on('error', reject)
  })
