import { systemRoles } from '@gatehouse/contract/permissions'
import { expect, test } from 'vitest'
import { firstPageFor } from './first-page.ts'
import { entrancesFor, roleLabel, userMenuFor } from './menu.ts'

const as = (role: keyof typeof systemRoles, inCompany = true) => ({
  permissions: new Set<string>(systemRoles[role]),
  inCompany,
})
const offered = (visitor: ReturnType<typeof as>) =>
  userMenuFor(visitor).flatMap(({ entries }) => entries.map(({ to }) => to))

test('an administrator is offered the administration, but not every company', () => {
  expect(firstPageFor(as('admin').permissions)).toBe('/dashboard')
  expect(offered(as('admin'))).toContain('/users')
  expect(offered(as('admin'))).not.toContain('/user-management')
  expect(offered(as('admin'))).not.toContain('/companies')
  expect(offered(as('platform admin'))).toContain('/companies')
})

test('a manager manages people without entering the administration', () => {
  expect(offered(as('manager'))).toEqual(
    expect.arrayContaining(['/user-management', '/assign-role', '/labels', '/company/details']),
  )
  expect(offered(as('manager'))).not.toContain('/users')
})

test('a member of staff begins at the own profile, and somebody who may nothing at the home page', () => {
  expect(firstPageFor(as('staff').permissions)).toBe('/profile')
  expect(firstPageFor(new Set())).toBe('/')
})

test('the company is offered only to who is in one', () => {
  expect(offered(as('guard', false))).not.toContain('/company/details')
  expect(systemRoles.staff).not.toContain('read_company')
  expect(offered(as('staff'))).toContain('/company/details')
  expect(entrancesFor(as('guard')).map(({ to }) => to)).toContain('/companydetails')
  expect(entrancesFor(as('guard', false)).map(({ to }) => to)).not.toContain('/companydetails')
})

test.each([
  [['admin_access'], ['auditor'], 'Administrator'],
  [[], ['admin'], 'Administrator'],
  [['manage_users'], ['front desk'], 'Manager'],
  [[], ['manager'], 'Manager'],
  [[], ['guard', 'staff'], 'Guard'],
  [[], [], 'User'],
])('with %j and the roles %j one is called %s', (permissions, roles, label) => {
  expect(roleLabel(new Set(permissions), roles)).toBe(label)
})
