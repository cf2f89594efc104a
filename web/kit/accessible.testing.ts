// What axe finds in the document against WCAG 2.2 AA and its own best practices. Colours are the browser's to judge:
// each page's in its two themes (e2e), and each part's (the gallery).
import axe from 'axe-core'
import { expect } from 'vitest'
import { advance } from './fake-time.testing.ts'

interface Look {
  /** A list that has opened over the page holds the focus, but is no landmark of it. */
  readonly popup?: boolean
  /** Has no heading yet: that is the page's that is on its way. */
  readonly stands?: 'for a page'
}

export const expectAccessible = async ({ popup = false, stands }: Look = {}): Promise<void> => {
  const off = ['color-contrast', ...(popup ? ['region'] : []), ...(stands ? ['page-has-heading-one'] : [])]
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]))
  const looking = axe.run(document, { resultTypes: ['violations'], iframes: false, rules })
  const progress = { isDone: false }
  void looking.finally(() => (progress.isDone = true))
  while (!progress.isDone) await advance(10)
  const { violations } = await looking
  expect(
    violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`)),
    `axe at ${window.location.pathname}`,
  ).toEqual([])
}
