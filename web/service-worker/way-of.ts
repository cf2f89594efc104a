// Who answers a request of a page: the server alone, or what the service worker has kept.

export type Way =
  /** As if nobody stood in between: nothing of it is kept. */
  | 'pass'
  /** Its name changes with what it says: what was kept is as good as the server's. */
  | 'kept'
  /** The server's, and what was kept while it cannot be reached. */
  | 'fresh'
  /** A document: the server's, and while it cannot be reached the application's shell or the word that it cannot. */
  | 'page'

export interface Asked {
  readonly method: string
  readonly url: string
  readonly mode: string
  /** Only a part of it is wanted. */
  readonly isPart: boolean
}

/** What the offline page is made of, and what every page begins with. */
export const alwaysCached = ['/theme.js', '/favicon.svg', '/offline.js'] as const

const ofTheServer = /^\/(api|socket\.io|metrics)(\/|$)/

export const wayOf = ({ method, url, mode, isPart }: Asked, origin: string): Way => {
  const asked = new URL(url)
  if (method !== 'GET' || asked.origin !== origin || isPart || ofTheServer.test(asked.pathname)) return 'pass'
  if (mode === 'navigate') return isFile(asked.pathname) ? 'pass' : 'page'
  if (asked.pathname.startsWith('/assets/')) return 'kept'
  return alwaysCached.some((path) => path === asked.pathname) ? 'fresh' : 'pass'
}

/** A picture, a feed, a file to be saved: an error says more than another page in its place. */
const isFile = (pathname: string): boolean => /\.[a-z][a-z0-9]{1,11}$/i.test(pathname) && !/@|%40/.test(pathname)

/** What of a list that a page sends may be kept: anybody could have written into the page. */
export const keepable = (urls: readonly unknown[], origin: string): string[] =>
  urls.filter(
    (url): url is string =>
      typeof url === 'string' && wayOf({ method: 'GET', url, mode: 'no-cors', isPart: false }, origin) === 'kept',
  )

/** Whatever of the build a document names. */
export const assetsIn = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+/g) ?? [])]

/** The server is behind something that answers in its place. */
export const isAway = (status: number): boolean => status >= 502 && status <= 504
