// What build-plugins.ts makes: the stylesheet out of tokens.ts, and what of the contract's registry browsers need without
// loading all of it.
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
declare module 'virtual:pages/site' {
  import type { Entry } from '@gatehouse/contract/pages'
  /** The menu of contract/pages.ts for everybody. */
  export const site: readonly Entry[]
  /** Of public pages, without those that have parameters. */
  export const publicPaths: readonly string[]
}
declare module 'virtual:pages/landing' {
  import type { Entry } from '@gatehouse/contract/pages'
  /** The pages that one works on, in the order in which one begins there. */
  export const landing: readonly Pick<Entry, 'path' | 'requiredPermissions' | 'company' | 'unless'>[]
}
declare module 'virtual:pages/menus' {
  import type { Entry } from '@gatehouse/contract/pages'
  export const first: readonly Entry[]
  export const team: readonly Entry[]
  export const work: readonly Entry[]
  export const administration: readonly Entry[]
  export const people: readonly Entry[]
  export const last: readonly Entry[]
  export const own: readonly Entry[]
  export const controls: readonly Entry[]
  export const management: readonly Entry[]
  export const company: readonly Entry[]
}
declare module 'virtual:pages/routes' {
  import type { Permission } from '@gatehouse/contract/permissions'
  /** Of the application, as its router has them; who is signed in needs every permission, or one of `alsoFor`; without a list nobody is asked. */
  export const routes: readonly {
    readonly path: string
    readonly permissions?: readonly Permission[]
    /** Each of these opens it by itself. */
    readonly alsoFor?: readonly Permission[]
  }[]
}
declare module 'virtual:help/articles' {
  import type { HelpNode } from '@gatehouse/contract/system/help'
  /** By the name of a page of help: what is on it. */
  export const articles: Readonly<Record<string, () => Promise<{ readonly nodes: readonly HelpNode[] }>>>
}
declare module 'virtual:help/sections' {
  import type { HelpSection } from '@gatehouse/contract/system/help'
  export const sections: readonly HelpSection[]
}
