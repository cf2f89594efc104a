// Every page of the product, and what menus and search make of them.
import { pages as access } from './access/pages.ts'
import { pages as building } from './building/pages.ts'
import { pages as identity } from './identity/pages.ts'
import { pages as insight } from './insight/pages.ts'
import { pages as messages } from './messages/pages.ts'
import type { MenuIcon, MenuName, Page } from './page.ts'
import { missing, type Permission } from './permissions.ts'
import { pages as record } from './record/pages.ts'
import { pages as site } from './site/pages.ts'
import { pages as system } from './system/pages.ts'

export const pages: readonly Page[] = [
  ...insight,
  ...access,
  ...record,
  ...messages,
  ...building,
  ...identity,
  ...site,
  ...system,
]

/** The address at which a page is first met: that of the router without what follows it. */
const addressOf = ({ path }: Page): string => path.replace(/\/\*$/, '')

/** An entry of a menu, with its address and all that it needs. */
export interface Entry {
  readonly path: string
  readonly label: string
  readonly icon: MenuIcon
  readonly requiredPermissions: readonly Permission[]
  readonly company?: true | undefined
  readonly unless?: Permission | undefined
}

/** By menu: its entries in their order, whoever they are for. */
export const menus: Readonly<Record<MenuName, readonly Entry[]>> = (() => {
  const all = pages.flatMap((page) => page.menus.map((entry) => ({ page, entry })))
  const entriesOf = (name: MenuName): readonly Entry[] =>
    all
      .filter(({ entry }) => entry.menu === name)
      .toSorted((a, b) => a.entry.place - b.entry.place)
      .map(({ page, entry: { label, icon, needs = [], company, unless } }) => ({
        path: addressOf(page),
        label,
        icon,
        requiredPermissions: [...(page.permissions ?? []), ...needs],
        company,
        unless,
      }))
  return {
    site: entriesOf('site'),
    first: entriesOf('first'),
    team: entriesOf('team'),
    work: entriesOf('work'),
    administration: entriesOf('administration'),
    people: entriesOf('people'),
    last: entriesOf('last'),
    own: entriesOf('own'),
    controls: entriesOf('controls'),
    management: entriesOf('management'),
    company: entriesOf('company'),
  }
})()

/** What search leads to, with its address and all that it needs. */
export interface FoundPage {
  readonly type: 'page' | 'command'
  readonly title: string
  readonly description: string
  readonly words: string
  readonly path: string
  readonly needed: readonly Permission[]
  readonly company?: true | undefined
  readonly unless?: Permission | undefined
}

/** Everything that search leads to, whoever it is for. */
export const destinations: readonly FoundPage[] = pages.flatMap((page) =>
  page.destinations.map(({ title, about, words, to = addressOf(page), begins, needs = [], ...offered }) => ({
    type: begins ? ('command' as const) : ('page' as const),
    title,
    description: about,
    words,
    path: to,
    needed: [...(page.permissions ?? []), ...needs],
    ...offered,
  })),
)

/** Where somebody may go who holds these. */
export const destinationsFor = (permissions: ReadonlySet<string>, inCompany: boolean): FoundPage[] =>
  destinations.filter(
    ({ needed, company, unless }) =>
      missing(permissions, needed).length === 0 &&
      (inCompany || !company) &&
      !(unless !== undefined && permissions.has(unless)),
  )
