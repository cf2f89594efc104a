import { allPermissions } from '@gatehouse/contract/permissions'
import { destinations } from '@gatehouse/contract/pages'
import type { ResultType, SearchResult } from '@gatehouse/contract/insight/search'
import { expect, test } from 'vitest'
import { publicPages } from '../../public-pages.ts'
import { pages } from '../../routes.tsx'
import { groupsOf, startOf, withOpened, withOwn } from './groups.ts'

const result = (type: ResultType, title: string, requiredPermissions: string[] = []): SearchResult => ({
  id: title,
  type,
  title,
  description: '',
  priority: 'low',
  path: `/${title}`,
  requiredPermissions,
})
const notified = (groups: ReturnType<typeof groupsOf>) =>
  groups.map(({ title, results }) => [title, results.map((one) => one.title)])

test('groups stand in the order of their best result, and each keeps its own order', () => {
  const found = [result('door', 'a'), result('person', 'b'), result('door', 'c'), result('event', 'd')]
  expect(notified(groupsOf(found, new Set()))).toEqual([
    ['Doors', ['a', 'c']],
    ['People', ['b']],
    ['Entries and exits', ['d']],
  ])
})

test('commands of one’s own stand before what is to be read, and first where they are meant', () => {
  const found = [result('door', 'Log room'), result('article', 'Of logs')]
  const own = [result('command', 'Sign out')]
  const order = (q: string) => withOwn(found, own, q).map(({ title }) => title)
  expect(order('log')).toEqual(['Log room', 'Sign out', 'Of logs'])
  expect(order('Sign')).toEqual(['Sign out', 'Log room', 'Of logs'])
})

test('a result that asks for permissions appears only to who holds all of them', () => {
  const found = [result('door', 'a', ['read_doors', 'admin_access']), result('page', 'b')]
  expect(notified(groupsOf(found, new Set(['read_doors'])))).toEqual([['Pages', ['b']]])
  expect(notified(groupsOf(found, new Set(['read_doors', 'admin_access'])))).toHaveLength(2)
})

test('before anything is sought there are what was opened last and the pages that one may open', () => {
  expect(notified(startOf([], new Set(), false))).toEqual([['Pages', ['Help', 'Blog']]])
  const recent = [result('person', 'Ada', ['read_staff_details']), result('door', 'Vault', ['read_doors'])]
  expect(notified(startOf(recent, new Set(['read_staff_details', 'manage_roles']), true))).toEqual([
    ['Recent', ['Ada']],
    ['Pages', ['Roles', 'Company Profile', 'Help', 'Blog']],
    ['Commands', ['Add a role']],
  ])
  expect(notified(startOf([], new Set(['read_company']), false))).toEqual([['Pages', ['Help', 'Blog']]])
})

test('what was opened is kept once, the last first, five at most', () => {
  const all = ['a', 'b', 'a', 'c', 'd', 'e', 'f'].reduce<SearchResult[]>(
    (recent, title) => withOpened(recent, result('page', title)),
    [],
  )
  expect(all.map(({ title }) => title)).toEqual(['f', 'e', 'd', 'c', 'a'])
})

test('every page and command leads to a page that is there, and asks for what the page asks for', () => {
  expect(destinations.length).toBeGreaterThan(10)
  for (const { title, path, needed } of destinations) {
    const page = [...pages, ...publicPages.map(({ path: at }) => ({ path: at, permissions: [] }))].find(
      ({ path: at }) => {
        const asked = path.replace(/\?.*/, '')
        return at.endsWith('/*') ? `${asked}/`.startsWith(at.slice(0, -1)) : at === asked
      },
    )
    expect(page, title).toBeDefined()
    expect(needed, title).toEqual(expect.arrayContaining([...(page?.permissions ?? [])]))
    expect(allPermissions, title).toEqual(expect.arrayContaining([...needed]))
  }
})
