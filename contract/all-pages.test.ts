// The list of all pages: what opens to somebody is in it, by area and under its own name, and nothing else.
import { expect, test } from 'vitest'
import { allPagesFor, pages } from './pages.ts'
import { isPermission, missing, own, systemRoleNames, systemRoles } from './permissions.ts'

const standing = pages.filter(({ path, isPublic, permissions }) => permissions && !isPublic && !path.includes(':'))
const addressOf = ({ path }: { readonly path: string }) => path.replace('/*', '')

/** The same for others, under another address; and what shows nothing without another permission besides. */
const standsIn: Readonly<Record<string, string>> = { '/desk': '/dashboard', '/user-management': '/users' }
const needsBesides: Readonly<Record<string, string>> = { '/users': 'manage_users', '/visitors': 'operate_doors' }

test.each(systemRoleNames)('%s: every page that opens to them is listed once, and no other', (role) => {
  const held: ReadonlySet<string> = new Set<string>([...own, ...systemRoles[role]])
  const listed = allPagesFor(held, true).flatMap((group) => group.pages.map(({ path }) => path))
  const isOpen = (page: (typeof pages)[number]) => missing(held, page.permissions ?? []).length === 0
  const lost = standing
    .filter(isOpen)
    .map(addressOf)
    .filter((path) => {
      const besides = needsBesides[path]
      return (
        !listed.includes(path) && !listed.includes(standsIn[path] ?? '') && (besides === undefined || held.has(besides))
      )
    })
  expect(lost).toEqual([])
  const closed = standing.filter((page) => !isOpen(page)).map(addressOf)
  expect(listed.filter((path) => closed.includes(path))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
  expect(Object.values(needsBesides).every(isPermission)).toBe(true)
})

test('areas stand in their order, parts of a page behind it, one’s own pages at the end', () => {
  const groups = allPagesFor(new Set(systemRoles.manager), true)
  expect(groups.map(({ title }) => title)).toEqual([
    'Operate',
    'Access',
    'People and company',
    'Record',
    'System',
    'Website',
    'Your pages',
  ])
  const [operate, access] = groups
  expect(operate?.pages.slice(0, 3).map(({ label, isPart }) => [label, isPart])).toEqual([
    ['Desk', false],
    ['Doors', false],
    ['Lockdowns', true],
  ])
  expect(access?.pages[0]).toMatchObject({ label: 'Door management', path: '/door-management', isPart: false })
  expect(access?.pages.slice(1).every(({ isPart }) => isPart)).toBe(true)
})

test('who is in no company is not offered one', () => {
  const labels = (inCompany: boolean) =>
    allPagesFor(new Set(systemRoles.guard), inCompany).flatMap((group) => group.pages.map(({ label }) => label))
  expect(labels(true)).toEqual(expect.arrayContaining(['Company', 'Company Profile']))
  expect(labels(false).filter((label) => label.startsWith('Company'))).toEqual([])
})
