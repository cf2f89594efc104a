// Names and descriptions that never break, on the narrowest screen: every list and sheet of the administration holds
// them. The answers are the product's own; only the words in them are made long on their way to the page.
import type { Page } from '@playwright/test'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'

test.use({ viewport: { width: 320, height: 700 }, isMobile: true, hasTouch: true })

const lists = [
  ['roles', '/roles'],
  ['labels', '/labels'],
  ['people', '/user-management'],
  ['roles of people', '/assign-role'],
  ['staff', '/staff'],
] as const

const pages = ['/companydetails', '/company/details', '/users'] as const

test('every list, the sheet beside it and every page of a company hold a long unbroken word at 320 px', async ({
  page,
  company,
}) => {
  await company.aPerson({ role: 'guard' })
  await company.aLabel({ zone: await company.aZone() })
  await withLongWords(page)
  await company.enter(page, await company.aPerson({ role: 'admin' }))
  for (const [name, path] of lists)
    await test.step(name, async () => {
      await follow(page, path)
      const entry = page
        .locator('main')
        .getByText(/^R{60}/)
        .first()
      await expect(entry).toBeVisible()
      await settled(page)
      expect(await beyondTheEdge(page)).toEqual([])
      await entry.tap()
      await expect(page).not.toHaveURL(new RegExp(`${path}$`))
      await expect(page.getByRole('heading', { name: /R{60}/ }).first()).toBeVisible()
      await settled(page)
      expect(await beyondTheEdge(page)).toEqual([])
    })
  for (const path of pages)
    await test.step(path, async () => {
      await follow(page, path)
      await expect(page.getByRole('main').getByText(/R{60}/).first()).toBeVisible()
      await settled(page)
      expect(await beyondTheEdge(page)).toEqual([])
    })
})

const settled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

const longName = 'R'.repeat(60)
const longText = 'd'.repeat(300)
const long: Readonly<Record<string, string>> = {
  name: longName,
  displayName: longName,
  description: longText,
  job: longName,
  department: longName,
  company: longName,
}

const withLongWords = (page: Page) =>
  page.route(/\/api\/(?!auth|check-session)/, async (route) => {
    const response = await route.fetch()
    const isJson = response.headers()['content-type']?.includes('json')
    if (!isJson || !response.ok()) return route.fulfill({ response })
    await route.fulfill({ response, json: lengthened(await response.json()) })
  })

const lengthened = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (typeof value === 'string' ? (long[key] ?? value) : value)),
  )

/** What can be seen of the page, and does not scroll by itself, ends at the edge of the screen. */
const beyondTheEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    const wide = document.documentElement.scrollWidth
    const found = wide > edge ? [`the page: ${wide} in ${edge}`] : []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, clipPath } = getComputedStyle(element)
      if (!element.checkVisibility({ checkVisibilityCSS: true }) || clipPath !== 'none') continue
      // Tabs scroll, and have arrows to say so.
      if (element.closest('.MuiTabs-root')) continue
      const own = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
      if (own && element.getBoundingClientRect().right > edge + 1)
        found.push(`${element.tagName}: ${element.textContent?.slice(0, 70)}`)
      else if (overflowX === 'auto' && element.scrollWidth > element.clientWidth + 1)
        found.push(`${element.className} scrolls: ${element.scrollWidth} in ${element.clientWidth}`)
    }
    return found
  })
