// What both sides must agree on about a page: its address, who may open it, where menus offer it, and what search leads to
// on it. Routes, guards, menus, landing pages and search are made of these alone. No I/O here.
import type { Permission } from './permissions.ts'

/** The menus, and the groups in which the navigation stands: each in the order of its entries' places. */
export type MenuName =
  /** For everybody who is not signed in. */
  | 'site'
  /** The navigation: what is most useful first, one's team, one's work, the administration, management, the rest. */
  | 'first'
  | 'team'
  | 'work'
  | 'administration'
  | 'people'
  | 'last'
  /** The user's menu: one's own pages, and three sections. */
  | 'own'
  | 'controls'
  | 'management'
  | 'company'

/** Signs that the browser draws (web/ui/primitives/icon.tsx has them and more). */
export type MenuIcon =
  | 'add'
  | 'bell'
  | 'building'
  | 'chart'
  | 'check'
  | 'closed'
  | 'entry'
  | 'home'
  | 'information'
  | 'key'
  | 'live'
  | 'locked'
  | 'mail'
  | 'page'
  | 'people'
  | 'person'
  | 'settings'
  | 'shelved'
  | 'stale'
  | 'warning'

/** For whom, beyond who may open the page. */
interface Offered {
  /** Permissions that are needed besides those of the page. */
  readonly needs?: readonly Permission[]
  /** Only for who is in a company. */
  readonly company?: true
  /** Not for who holds this: another leads them to the same. */
  readonly unless?: Permission
}

export interface MenuEntry extends Offered {
  readonly menu: MenuName
  readonly place: number
  readonly label: string
  readonly icon: MenuIcon
}

/** An entry of a menu: entries stand in the order of their places. */
export const menu = (
  name: MenuName,
  place: number,
  label: string,
  icon: MenuIcon,
  offered: Offered = {},
): MenuEntry => ({
  menu: name,
  place,
  label,
  icon,
  ...offered,
})

export interface Destination extends Offered {
  readonly title: string
  readonly about: string
  readonly words: string
  readonly to?: string
  /** Found by search alone: no line of its own where all pages are listed. */
  readonly unlisted?: true
  readonly begins?: true
}

/** For whom a destination is, and where on the page; its own address when absent. */
type Found = Offered & Pick<Destination, 'to' | 'unlisted'>

/** What search leads to, in one line, and other words that people look for it by. */
export const destination = (title: string, about: string, words = '', found: Found = {}): Destination => ({
  title,
  about,
  words,
  ...found,
})

/** Something that is begun there, and not only looked at. */
export const task = (title: string, about: string, words: string, found: Found = {}): Destination => ({
  ...destination(title, about, words, found),
  begins: true,
})

export interface Page {
  /** As the router has it: `/staff/:email`, `/doors/*`. */
  readonly path: string
  /** Every one is needed, and to be signed in; undefined: for everybody. */
  readonly permissions: readonly Permission[] | undefined
  /** Each of these opens it by itself: the parts of it that are for whoever holds that. */
  readonly alsoFor?: readonly Permission[] | undefined
  /** Rendered ahead by the server, and read by search engines. */
  readonly isPublic?: true
  readonly menus: readonly MenuEntry[]
  readonly destinations: readonly Destination[]
}

type Offers = readonly (MenuEntry | Destination)[]

/** A page, who may open it (absent: everybody), where menus offer it, what search leads to on it, and who else opens it. */
export const page = (
  path: string,
  permission?: Permission | 'signed-in',
  offers: Offers = [],
  alsoFor?: readonly Permission[],
): Page => ({
  path,
  permissions: permission && (permission === 'signed-in' ? [] : [permission]),
  ...(alsoFor && { alsoFor }),
  menus: offers.filter((offer) => 'menu' in offer),
  destinations: offers.filter((offer) => 'title' in offer),
})

export const publicPage = (path: string, offers?: Offers): Page => ({
  ...page(path, undefined, offers),
  isPublic: true,
})
