// Requests of a page that is open already, answered or held by a test.
import { expect, type Page, type Route } from '@playwright/test'

const probe = '/api/health?intercepted'
const isProbe = ({ search }: URL) => search === '?intercepted'

/**
 * As `page.route`, for a page that is open. The browser gives such a page its new way out to the network a moment later: until
 * then a request goes past the route, and no event tells of it. Returns once requests are intercepted.
 */
export const intercept = async (
  page: Page,
  address: string | RegExp,
  handler: (route: Route) => unknown,
): Promise<void> => {
  await page.route(address, handler)
  await page.route(isProbe, (route) => route.fulfill({ status: 204 }))
  await expect.poll(() => page.evaluate(async (to) => (await fetch(to)).status, probe)).toBe(204)
  await page.unroute(isProbe)
}
