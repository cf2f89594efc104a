// Renders public pages ahead, inside the server: built by itself (vite.config.ts), loaded by server/kit/documents/renderer.ts.
import { routes } from 'virtual:pages/routes'
import { renderToString } from 'react-dom/server'
import { addressOf } from './kit/data/api.ts'
import { findPublicPage, type Head, type PublicPart, pathMatches } from './kit/public-page.ts'
import { publicPages } from './public-pages.ts'
import * as notFound from './site/errors/not-found-page.tsx'
import { PublicDocument } from './public-document.tsx'

export interface Rendered {
  readonly html: string
  readonly head: Head
}

export interface Plan {
  /** What to ask of the API first, below /api; null: the page is the same to everybody at any time. */
  readonly ask: string | null
  /** The page's own module, as the build's manifest names it. */
  readonly module: string
  readonly render: (data: unknown) => Promise<Rendered>
}

/** How to render what is at an address; null: it is the application's, and undefined: there is nothing. */
export const planFor = async (pathname: string, search: string): Promise<Plan | null | undefined> => {
  // `/blog/create` is no article.
  if (routes.some(({ path }) => path === pathname)) return null
  const found = findPublicPage(publicPages, pathname)
  if (!found) return routes.some(({ path }) => pathMatches(path, pathname)) ? null : undefined
  const { page, parameters } = found
  const asked = await page.data?.(parameters, new URLSearchParams(search))
  return {
    ask: asked ? addressOf(asked.op, asked.input) : null,
    module: page.module ?? '',
    render: async (data) => {
      const part = await page.load()
      await part.prepare?.()
      return render(pathname, search, part, data)
    },
  }
}

/** For addresses that lead nowhere. */
export const missing = (pathname: string, search: string): Plan => ({
  ask: null,
  module: 'site/errors/not-found-page.tsx',
  render: async () => render(pathname, search, notFound, undefined),
})

/** Every public page without parameters, for the sitemap. */
export const paths: readonly string[] = publicPages.map(({ path }) => path).filter((path) => !path.includes(':'))

const render = (pathname: string, search: string, part: PublicPart<unknown>, data: unknown): Rendered => ({
  html: renderToString(<PublicDocument at={{ pathname, search, hash: '', state: null }} part={part} data={data} />),
  head: part.head(data),
})
