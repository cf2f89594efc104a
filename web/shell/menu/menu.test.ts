import { isPermission, missing, systemRoles } from '@gatehouse/contract/permissions'
import { pages as pagesOfContract, menus } from '@gatehouse/contract/pages'
import { site } from 'virtual:pages/site'
import { expect, test } from 'vitest'
import { publicPages } from '../../public-pages.ts'
import { pages } from '../../routes.tsx'
import { firstPageFor } from './first-page.ts'
import type { Viewer } from './entries.ts'
import { isSupervisor, navigationFor, ownPagesFor, roleLabel, userMenuFor } from './menu.ts'

const as = (role: keyof typeof systemRoles, inCompany = true): Viewer => ({
  permissions: new Set<string>(systemRoles[role]),
  roles: [role],
  inCompany,
})
const holding = (...permissions: string[]): Viewer => ({
  permissions: new Set(permissions),
  roles: [],
  inCompany: true,
})
const pathsIn = (entries: readonly { readonly path: string }[]) => entries.map(({ path }) => path)
const navigation = (visitor: Viewer) => pathsIn(navigationFor(visitor))
const offered = (visitor: Viewer) => userMenuFor(visitor).flatMap(({ entries }) => pathsIn(entries))
const ofSection = (visitor: Viewer, title?: string) =>
  userMenuFor(visitor)
    .filter((section) => section.title === title)
    .flatMap(({ entries }) => entries.map(({ label }) => label))

const tables = [
  ...publicPages.map(({ path }) => ({ path, needed: [] })),
  ...pages.map(({ path, permissions = [] }) => ({ path, needed: permissions })),
]

const allEntries = Object.values(menus).flat()

test('the pages of the contract are those that there are, guarded and public', () => {
  const wanted = pagesOfContract.map(({ path, permissions = [] }) => ({ path, needed: permissions }))
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)
  expect(tables.toSorted(byPath)).toEqual(wanted.toSorted(byPath))
  const open = pagesOfContract.filter(({ isPublic }) => isPublic).map(({ path }) => path)
  expect(publicPages.map(({ path }) => path).sort()).toEqual(open.sort())
})

test('everybody is offered only pages that are there, and only those that open to them', () => {
  const everything: Viewer = { ...as('platform admin'), roles: ['platform admin', 'admin', 'manager'] }
  const inMenus = [...site, ...navigationFor(everything)]
  const all = [...inMenus, ...userMenuFor(everything).flatMap(({ entries }) => entries), ...ownPagesFor(everything)]
  expect(all.length).toBeGreaterThan(15)
  for (const { path, requiredPermissions } of all) {
    const route = tables.find((one) => one.path.replace('/*', '') === path)
    expect(route, path).toBeDefined()
    expect(missing(new Set(requiredPermissions), route?.needed.filter(isPermission) ?? []), path).toEqual([])
  }
})

test('whatever page there is that stands by itself is in a menu', () => {
  const known = new Set(pathsIn(allEntries))
  const guarded = tables.filter(({ path, needed }) => needed.length > 0 && !path.includes(':'))
  expect(guarded.map(({ path }) => path.replace('/*', '')).filter((path) => !known.has(path))).toEqual([])
})

test('the user’s menu has the specification’s entries, each for its permission', () => {
  const entry = (path: string, label: string) =>
    allEntries.find((one) => one.path === path && one.label === label)?.requiredPermissions
  expect(entry('/profile', 'Profile')).toEqual(['read_profile'])
  expect(entry('/settings/account', 'Account Settings')).toEqual(['manage_account'])
  expect(entry('/activity', 'Activity History')).toEqual(['view_activity'])
  expect(entry('/settings/security', 'Security Settings')).toEqual(['manage_security'])
  expect(entry('/dashboard', 'Admin Dashboard')).toEqual(['admin_access'])
  expect(entry('/users', 'User Management')).toContain('manage_users')
  expect(entry('/company/details', 'Company Profile')).toEqual([])
})

test('an administrator is offered the administration, but not every company', () => {
  expect(firstPageFor(as('admin').permissions)).toBe('/dashboard')
  expect(ofSection(as('admin'), 'Admin Controls')).toEqual(
    expect.arrayContaining(['Admin Dashboard', 'User Management']),
  )
  expect(offered(as('admin'))).not.toContain('/companies')
  expect(offered(as('platform admin'))).toContain('/companies')
  expect(offered(as('admin'))).toEqual(expect.arrayContaining(['/roles', '/labels', '/assign-role']))
  expect(navigation(as('admin')).slice(0, 4)).toEqual(['/dashboard', '/doors', '/entry-exit/report', '/staff'])
  expect(navigation(as('admin'))).not.toContain('/desk')
  expect(navigation(as('admin'))).toEqual(expect.arrayContaining(['/users', '/user-management']))
})

test('who manages people gets Management, without entering the administration', () => {
  expect(navigation(as('manager'))).toContain('/user-management')
  expect(navigationFor(as('manager')).find(({ path }) => path === '/user-management')?.label).toBe('Management')
  expect(navigation(as('manager'))).not.toContain('/users')
  expect(navigation(as('supervisor'))).not.toContain('/user-management')
  expect(navigation(holding('manage_users'))).toContain('/user-management')
  expect(offered(as('manager'))).toEqual(
    expect.arrayContaining(['/user-management', '/assign-role', '/labels', '/company/details']),
  )
  expect(ofSection(as('manager'), 'Admin Controls')).toEqual([])
})

test('a role by that name opens no page whose permission was taken out of it', () => {
  const bare: Viewer = { permissions: new Set(), roles: ['admin', 'manager', 'supervisor'], inCompany: true }
  expect(navigation(bare)).toEqual(['/help'])
  expect(offered(bare)).toEqual(['/company/details'])
})

test('a supervisor is who has the role or manages staff, and has the staff near the front', () => {
  expect(isSupervisor(holding('manage_staff'))).toBe(true)
  expect(isSupervisor({ permissions: new Set(), roles: ['supervisor'] })).toBe(true)
  expect(isSupervisor(as('guard'))).toBe(false)
  expect(navigation(as('supervisor')).slice(0, 4)).toEqual(['/desk', '/doors', '/entry-exit/report', '/staff'])
  const auditor = navigation(as('auditor'))
  expect(auditor.indexOf('/staff')).toBeGreaterThan(auditor.indexOf('/companydetails'))
})

test('who watches the building begins at the desk, with the doors next; who only reads begins where that is', () => {
  for (const role of ['guard', 'supervisor', 'manager'] as const) {
    expect(firstPageFor(as(role).permissions), role).toBe('/desk')
    expect(navigation(as(role)).slice(0, 2), role).toEqual(['/desk', '/doors'])
  }
  expect(firstPageFor(as('auditor').permissions)).toBe('/dashboard')
  expect(firstPageFor(new Set(['read_doors', 'read_entry_exit_report']))).toBe('/doors')
  expect(firstPageFor(new Set(['read_entry_exit_report']))).toBe('/entry-exit/report')
})

test('who receives visitors and does not work the doors begins at the visitors, with the desk next', () => {
  const receptionist = as('receptionist')
  expect(firstPageFor(receptionist.permissions)).toBe('/visitors')
  expect(navigation(receptionist).slice(0, 3)).toEqual(['/visitors', '/desk', '/doors'])
  expect(firstPageFor(new Set(['read_doors', 'manage_visitors', 'operate_doors', 'read_dashboard']))).toBe('/desk')
  for (const role of ['receptionist', 'manager', 'guard'] as const)
    expect(
      navigation(as(role)).filter((path) => path === '/visitors'),
      role,
    ).toHaveLength(1)
})

test('a member of staff begins at the own profile, and somebody who may nothing at the home page', () => {
  expect(firstPageFor(as('staff').permissions)).toBe('/profile')
  expect(firstPageFor(new Set())).toBe('/')
  expect(ownPagesFor(as('staff')).map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Profile', 'Account Settings']),
  )
  expect(pathsIn(ownPagesFor(as('staff')))).not.toContain('/settings/security')
})

test('the company is offered only to who is in one', () => {
  expect(offered(as('guard', false))).not.toContain('/company/details')
  expect(systemRoles.staff).not.toContain('read_company')
  expect(offered(as('staff'))).toContain('/company/details')
  expect(navigation(as('guard'))).toContain('/companydetails')
  expect(navigation(as('guard', false))).not.toContain('/companydetails')
})

test('whoever is not signed in is offered the public pages, and nothing else', () => {
  const open = new Set(publicPages.map(({ path }) => path))
  expect(site.length).toBeGreaterThan(0)
  expect(pathsIn(site).filter((path) => !open.has(path))).toEqual([])
})

test.each([
  [['admin_access'], ['auditor'], 'Administrator'],
  [[], ['admin'], 'Administrator'],
  [['manage_users'], ['front desk'], 'Manager'],
  [[], ['manager'], 'Manager'],
  [[], ['guard', 'staff'], 'Guard'],
  [[], [], 'User'],
])('with %j and the roles %j one is called %s', (permissions, roles, label) => {
  expect(roleLabel({ permissions: new Set(permissions), roles })).toBe(label)
})
