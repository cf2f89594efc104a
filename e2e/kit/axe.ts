// What axe finds on a screen against WCAG 2.2 AA and its own best practices. It is asked itself, and for what is wrong
// alone: its wrapper for browsers puts all of it into the page for each look and takes everything back that it looked at.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

declare global {
  interface Window {
    readonly axe?: typeof axe
  }
}

// In half as many letters, as every page that is looked at has to read them; and nobody reads what it looked at.
const source = [
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  'axe.configure({ noHtml: true })',
].join(';\n')

interface Look {
  /** A list that has opened over the page holds the focus, but is no landmark of it. */
  readonly popup?: boolean
  /** Instead of all. */
  readonly rules?: string[]
}

/** One line each; none is wanted. */
export const violationsOn = async (page: Page, { popup = false, rules }: Look = {}): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    // The one frame there is, around a letter, runs no scripts, not even these.
    iframes: false,
    ...(rules ? { runOnly: rules } : {}),
    ...(popup ? { rules: { region: { enabled: false } } } : {}),
  }
  return page.evaluate(async (asked) => {
    if (!window.axe) throw new Error('axe is not in the page')
    // Colours on their way from one theme to the other are nobody's. What inherits one sets out when that has arrived.
    const moving = () => document.getAnimations().filter((each) => each instanceof CSSTransition)
    for (let rounds = 0; rounds < 50 && moving().length > 0; rounds++) for (const each of moving()) each.finish()
    const { violations } = await window.axe.run(document, asked)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    )
  }, options)
}

/** In light and then in dark, which is the same parts at the same places in other colours; `also` in either. */
export const expectAccessibleInBoth = async (page: Page, also = async () => {}): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expectAccessible(page, colorScheme === 'light' ? {} : { rules: ['color-contrast'] })
    await also()
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

export const expectAccessible = async (page: Page, look: Look = {}): Promise<void> =>
  expect(await violationsOn(page, look), `axe at ${new URL(page.url()).pathname}`).toEqual([])
