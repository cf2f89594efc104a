// What a public page is: rendered ahead on the server with its data, taken over by a small script in the browser, and a
// route like any other inside the application.
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import type { ComponentType } from 'react'

/** What is said of a page to browsers, search engines and whoever shares it. */
export interface Head {
  readonly title: string
  readonly description: string
  /** Path of a picture of 1200 x 630. */
  readonly image?: string
  readonly type?: 'website' | 'article'
  /** In the words of schema.org. */
  readonly jsonLd?: readonly object[]
  readonly noIndex?: boolean
  /** The path that this page is known by, where it has several. */
  readonly canonical?: string
}

/** One public query of the contract, and of what: `asking(blog.article, { postId })`. */
export interface Ask<D> {
  readonly op: Operation
  readonly input: object
  /** Never there: it says which type the answer has. */
  readonly answer?: D
}

export const asking = <Op extends Operation>(op: Op, input: Input<Op> & object): Ask<Output<Op>> => ({ op, input })

export interface PublicPart<D> {
  readonly Page: ComponentType<{ readonly data: D }>
  readonly head: (data: D) => Head
  /** Fetches what it is drawn with at first beyond itself. */
  readonly prepare?: () => Promise<unknown>
}

export interface PublicPage<D> {
  /** As the router writes it: `/blog/:postId`. */
  readonly path: string
  /**
   * What it shows; absent: the same to everybody at any time, and `data` is undefined. The operation is fetched when it
   * is wanted: a document that was rendered ahead has its data already.
   */
  readonly data?: (parameters: Parameters, search: URLSearchParams) => Promise<Ask<D>>
  readonly load: () => Promise<PublicPart<D>>
  /** Where that is loaded from, as the build's manifest names it; the build fills it in (build-plugins.ts). */
  readonly module?: string
}

type Parameters = Readonly<Record<string, string>>

/** One of the table: what its data is only it knows. */
export type AnyPublicPage = PublicPage<unknown>

export const publicPage = <D>(page: PublicPage<D>): AnyPublicPage =>
  // What is handed to a page is always the answer to what that very page asks.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  page as AnyPublicPage

export interface Found {
  readonly page: AnyPublicPage
  readonly parameters: Parameters
}

/** The page at an address; undefined where there is none in the table. */
export const findPublicPage = (table: readonly AnyPublicPage[], pathname: string): Found | undefined => {
  for (const page of table) {
    const parameters = parametersIn(page.path, pathname)
    if (parameters) return { page, parameters }
  }
  return undefined
}

/** Whether an address is one that the router's pattern means: `/staff/:email`, `/users/*`. */
export const pathMatches = (pattern: string, pathname: string): boolean => {
  const open = pattern.replace(/\/\*$/, '')
  if (open === pattern) return parametersIn(pattern, pathname) !== undefined
  return pathname === open || pathname.startsWith(`${open}/`)
}

const parametersIn = (pattern: string, pathname: string): Parameters | undefined => {
  const asked = pathname.split('/').filter(Boolean)
  const parts = pattern.split('/').filter(Boolean)
  if (asked.length !== parts.length) return undefined
  const found: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const given = asked[index] ?? ''
    if (part.startsWith(':')) found[part.slice(1)] = decoded(given)
    else if (part !== given) return undefined
  }
  return found
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
