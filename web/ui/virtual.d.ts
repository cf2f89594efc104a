// What build-plugins.ts makes: the stylesheet out of tokens.ts, the paths of the route tables, and what of the contract's
// registry browsers need without loading all of it.
declare module 'virtual:tokens.css'
declare module 'virtual:registry' {
  /** As in contract/contract.ts. */
  export const shownIn: Readonly<Record<string, readonly string[]>>
  export const touching: readonly string[]
}
declare module 'virtual:sentences' {
  import type { Sentence } from '@gatehouse/contract/operation'
  /** As in contract/contract.ts. */
  export const sentences: Readonly<Record<string, Sentence>>
  export const titles: Readonly<Record<string, string>>
}
declare module 'virtual:paths' {
  /** Of both tables, without those that have parameters. */
  export const paths: readonly string[]
  /** Of public pages, likewise. */
  export const publicPaths: readonly string[]
  /** Of the application's table, as the router writes them. */
  export const applicationPaths: readonly string[]
}
