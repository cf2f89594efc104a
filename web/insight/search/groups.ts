// What the search shows: groups of results in the order of their best one, or, before anything is sought, what was
// opened last and where one may go.
import { type FoundPage, destinationsFor } from '@gatehouse/contract/pages'
import type { ResultType, SearchResult } from '@gatehouse/contract/insight/search'

export interface Group {
  readonly title: string
  readonly results: readonly SearchResult[]
}

const titles: Readonly<Record<ResultType, string>> = {
  article: 'Articles',
  person: 'People',
  alarm: 'Alarms',
  event: 'Entries and exits',
  door: 'Doors',
  device: 'Devices',
  company: 'Companies',
  page: 'Pages',
  command: 'Commands',
}

/** Filtered here too: rights may have changed since the server answered. */
export const groupsOf = (results: readonly SearchResult[], permissions: ReadonlySet<string>): Group[] => {
  const open = results.filter(({ requiredPermissions }) => requiredPermissions.every((one) => permissions.has(one)))
  return [...Map.groupBy(open, ({ type }) => type)].map(([type, found]) => ({ title: titles[type], results: found }))
}

/** The server's results with commands of one's own: before what is only to be read, first where their title begins like that. */
export const withOwn = (results: readonly SearchResult[], own: readonly SearchResult[], q: string): SearchResult[] => {
  const starts = ({ title }: SearchResult) => title.toLowerCase().startsWith(q.trim().toLowerCase())
  const others = results.filter(({ type }) => type !== 'article')
  const articles = results.filter(({ type }) => type === 'article')
  return [...own.filter(starts), ...others, ...own.filter((one) => !starts(one)), ...articles]
}

const mostRecent = 5

/** Before anything is sought. */
export const startOf = (
  recent: readonly SearchResult[],
  permissions: ReadonlySet<string>,
  inCompany: boolean,
): Group[] => {
  const open = destinationsFor(permissions, inCompany)
    .filter(({ unlisted }) => !unlisted)
    .map(resultOf)
  const opened = recent
    .filter(({ requiredPermissions }) => requiredPermissions.every((one) => permissions.has(one)))
    .slice(0, mostRecent)
  const isOpened = ({ path }: SearchResult) => opened.some((one) => one.path === path)
  return [
    { title: 'Recent', results: opened },
    { title: 'Pages', results: open.filter((one) => one.type === 'page' && !isOpened(one)) },
    { title: 'Commands', results: open.filter((one) => one.type === 'command' && !isOpened(one)) },
  ].filter(({ results }) => results.length > 0)
}

const resultOf = ({ type, title, description, path, needed }: FoundPage): SearchResult => ({
  id: path,
  type,
  title,
  description,
  priority: 'low',
  path,
  requiredPermissions: [...needed],
})

/** Newest first, each once. */
export const withOpened = (recent: readonly SearchResult[], opened: SearchResult): SearchResult[] =>
  [opened, ...recent.filter(({ type, id }) => type !== opened.type || id !== opened.id)].slice(0, mostRecent)
