// Every page of the product, and what menus and search make of them.
import { pages as access, setUp } from './access/pages.ts'
import { pages as building } from './building/pages.ts'
import { pages as identity } from './identity/pages.ts'
import { pages as insight } from './insight/pages.ts'
import { pages as messages } from './messages/pages.ts'
import type { MenuIcon, MenuName, Page } from './page.ts'
import { missing, own, type Permission } from './permissions.ts'
import { pages as record } from './record/pages.ts'
import { pages as safety } from './safety/pages.ts'
import { pages as site } from './site/pages.ts'
import { pages as system } from './system/pages.ts'

const areas: readonly { readonly title: string; readonly pages: readonly Page[] }[] = [
  { title: 'Operate', pages: [...insight, ...safety, ...access] },
  { title: 'Access', pages: setUp },
  { title: 'People and company', pages: identity },
  { title: 'Record', pages: record },
  { title: 'System', pages: [...building, ...messages, ...system] },
  { title: 'Website', pages: site },
]

export const pages: readonly Page[] = areas.flatMap((area) => area.pages)

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
  readonly unlisted?: true | undefined
  readonly company?: true | undefined
  readonly unless?: Permission | undefined
}

const destinationsOn = (page: Page): FoundPage[] =>
  page.destinations.map(({ title, about, words, to = addressOf(page), begins, unlisted, needs = [], ...offered }) => ({
    type: begins ? ('command' as const) : ('page' as const),
    title,
    description: about,
    words,
    path: to,
    needed: [...(page.permissions ?? []), ...needs],
    unlisted,
    ...offered,
  }))

/** Everything that search leads to, whoever it is for. */
export const destinations: readonly FoundPage[] = pages.flatMap(destinationsOn)

const isFor =
  (permissions: ReadonlySet<string>, inCompany: boolean) =>
  ({ needed, company, unless }: FoundPage): boolean =>
    missing(permissions, needed).length === 0 &&
    (inCompany || !company) &&
    !(unless !== undefined && permissions.has(unless))

/** Where somebody may go who holds these. */
export const destinationsFor = (permissions: ReadonlySet<string>, inCompany: boolean): FoundPage[] =>
  destinations.filter(isFor(permissions, inCompany))

/** A page, or a part of the one before it, in the list of all of them. */
export interface ListedPage {
  readonly path: string
  readonly label: string
  readonly icon: MenuIcon
  readonly isPart: boolean
}

/** Pages of one area, under its name. */
export interface PageGroup {
  readonly title: string
  readonly pages: readonly ListedPage[]
}

/** Every page and part of one that is open to somebody who holds these, by area; one’s own pages at the end. */
export const allPagesFor = (permissions: ReadonlySet<string>, inCompany: boolean): PageGroup[] => {
  const listed = (page: Page): ListedPage[] => {
    const address = addressOf(page)
    const icon = page.menus[0]?.icon ?? 'page'
    return destinationsOn(page)
      .filter(({ type, path, unlisted }) => !unlisted && (type === 'page' || path === address))
      .filter(isFor(permissions, inCompany))
      .toSorted((a, b) => Number(a.path !== address) - Number(b.path !== address))
      .filter(({ path }, index, all) => all.findIndex((one) => one.path === path) === index)
      .map(({ path, title }) => ({ path, label: title, icon, isPart: path !== address }))
  }
  const groupOf = (title: string, shown: readonly Page[]): PageGroup => ({
    title,
    pages: shown.toSorted(asInMenus).flatMap(listed),
  })
  return [
    ...areas.map((area) =>
      groupOf(
        area.title,
        area.pages.filter((page) => !isOwn(page)),
      ),
    ),
    groupOf('Your pages', pages.filter(isOwn)),
  ].filter((group) => group.pages.length > 0)
}

const menuNames = Object.keys(menus)

// In the order of the menus that offer them first, and of their places there.
const asInMenus = (a: Page, b: Page): number => rankOf(a) - rankOf(b)

const rankOf = ({ menus: [entry] }: Page): number =>
  entry ? menuNames.indexOf(entry.menu) * 1_000 + entry.place : Number.MAX_SAFE_INTEGER

// Open to whoever has an account.
const isOwn = ({ permissions = [] }: Page) =>
  permissions.length > 0 && permissions.every((permission) => own.includes(permission))
