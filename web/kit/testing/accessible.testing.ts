// What axe finds in the document against WCAG 2.2 AA and its own best practices. Colours are the browser's to judge:
// each page's in its two themes (e2e), and each part's (the gallery).
import axe from 'axe-core'
import { expect } from 'vitest'
import { advance } from './fake-time.testing.ts'

interface Look {
  /** What has opened over the page, of which axe would have to see that it does. */
  readonly within?: Element
  /** Has no heading yet: that is the page's that is on its way. */
  readonly stands?: 'for a page'
}

export const expectAccessible = async ({ within, stands }: Look = {}): Promise<void> => {
  const off = ['color-contrast', ...(stands ? ['page-has-heading-one'] : [])]
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]))
  const looking = axe.run(within ?? document, { resultTypes: ['violations'], iframes: false, rules })
  const state = { isDone: false }
  void looking.finally(() => (state.isDone = true))
  while (!state.isDone) await advance(10)
  const { violations } = await looking
  expect(
    violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`)),
    `axe at ${window.location.pathname}`,
  ).toEqual([])
}
