// What axe finds on a screen against WCAG 2.2 AA and its own best practices.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface Look {
  /** A list that has opened over the page holds the focus, but is no landmark of it. */
  readonly popup?: boolean
  /** Instead of all. */
  readonly rules?: string[]
}

/** One line each; none is wanted. */
export const violationsOn = async (page: Page, { popup = false, rules }: Look = {}): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode().disableRules(popup ? ['region'] : [])
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`))
}

export const expectAccessible = async (page: Page, look: Look = {}): Promise<void> =>
  expect(await violationsOn(page, look), `axe at ${new URL(page.url()).pathname}`).toEqual([])
