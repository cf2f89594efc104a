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
  /** Entries stand in the order of these numbers. */
  readonly place: number
  readonly label: string
  readonly icon: MenuIcon
}

/** What search leads to, in one line. */
export interface Destination extends Offered {
  readonly title: string
  readonly about: string
  /** Other words that people look for it by. */
  readonly words?: string
  /** Where on the page; its own address when absent. */
  readonly to?: string
  /** Something that is begun there, and not only looked at. */
  readonly begins?: true
}

export interface Page {
  /** As the router has it: `/staff/:email`, `/doors/*`. */
  readonly path: string
  /** Every one is needed, and to be signed in; absent: for everybody. */
  readonly permissions?: readonly Permission[]
  /** Rendered ahead by the server, and read by search engines. */
  readonly isPublic?: true
  readonly menus?: readonly MenuEntry[]
  readonly destinations?: readonly Destination[]
}
