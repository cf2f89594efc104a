// The page of a person: each tab for who holds its permission, and what it offers where there is no record.
import * as roles from '@gatehouse/contract/identity/roles'
import * as staff from '@gatehouse/contract/identity/staff'
import type { Output } from '@gatehouse/contract/operation'
import { type Permission, personReaders } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

type Details = Output<typeof staff.details>

const member: Details['member'] = {
  id: uuid(5),
  email: 'noor@meridian.example',
  displayName: 'Noor Haddad',
  firstName: 'Noor',
  lastName: 'Haddad',
  profilePicture: null,
  account: 'active',
}

// As the server answers to who holds these.
const detailsFor = (held: readonly Permission[], person: Details['member']): Details => {
  const part = <P,>(permission: Permission, shown: P): P | { missing: string } =>
    held.includes(permission) ? shown : { missing: permission }
  return {
    member: person,
    credentials: part('manage_staff', { credentials: [] }),
    access: part('manage_users', { roles: [], labels: [] }),
    lastSeen: part('read_entry_exit_dashboard', { passage: null, inside: null }),
    history: part('read_entry_exit_report', { passages: [] }),
  }
}

const open = async (held: readonly Permission[], tab = '', person = member) => {
  const browser = aBrowser()
  browser.signedIn({ permissions: held })
  browser.server.hangsOtherwise()
  browser.server.answers(staff.details, detailsFor(held, person))
  await browser.open(`/staff/${encodeURIComponent(member.email)}${tab}`)
  await screen.findByRole('heading', { level: 1, name: 'Noor Haddad' })
  return browser
}

const tabs = () =>
  within(screen.getByRole('tablist', { name: 'Noor Haddad' }))
    .getAllByRole('tab')
    .map(({ textContent }) => textContent)

test.each<[string, readonly Permission[], readonly string[], string | null]>([
  ['who reads people', ['read_staff_details'], ['Profile', 'Access'], null],
  ['who manages users', ['manage_users'], ['Profile', 'Account'], 'Users'],
  ['who assigns roles', ['assign_roles'], ['Profile', 'Account'], 'Assign roles'],
  ['who manages doors', ['manage_doors'], ['Profile', 'Access'], 'Door management'],
  [
    'who holds all of it',
    ['read_staff', ...personReaders, 'manage_staff', 'read_entry_exit_report'],
    ['Profile', 'Access', 'Credentials', 'Account', 'Activity'],
    'Staff',
  ],
])('%s: the tabs that are theirs, and the way back to the list that is', async (_, held, names, list) => {
  await open(held)
  expect(tabs()).toEqual(names)
  const breadcrumbs = screen.queryByRole('navigation', { name: 'Breadcrumbs' })
  expect(breadcrumbs && within(breadcrumbs).getByRole('link').textContent).toBe(list)
})

test('a tab that one may not see, named in the address, is the profile', async () => {
  await open(['read_staff_details'], '?tab=account')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Profile')
})

test('who assigns roles alone gives one on the page', async () => {
  const role = (id: string, name: string, permissions: string[]) => ({
    _id: id,
    name,
    description: '',
    permissions,
    system: false,
    people: 0,
  })
  const browser = aBrowser()
  browser.signedIn({ permissions: ['assign_roles'] })
  browser.server.hangsOtherwise()
  browser.server.answers(staff.details, detailsFor(['assign_roles'], member))
  browser.server.answers(roles.list, { roles: [role(uuid(7), 'Dispatch', ['assign_roles'])] })
  browser.server.answers(roles.personById, {
    person: { id: member.id, displayName: member.displayName, email: member.email, profilePicture: null, roles: [] },
  })
  browser.server.answers(roles.assign, { people: [] })
  await browser.open(`/staff/${encodeURIComponent(member.email)}?tab=account&part=access`)
  await advance('1 s')
  await browser.user.click(screen.getByRole('checkbox', { name: 'Dispatch' }))
  await browser.user.click(screen.getByRole('button', { name: 'Save roles' }))
  expect(browser.server.asked(roles.assign)).toEqual([{ userIds: [uuid(5)], add: [uuid(7)], remove: [] }])
})

test('an account without job, department and phone says that there is no record, and offers one to who may', async () => {
  const bare = { ...member, job: null, department: null, phone: null }
  await open(['read_staff_details', 'manage_staff'], '', bare)
  expect(screen.getByText(/^No staff record yet/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add staff record' })).toBeDefined()
})

test('what is withheld is not called missing', async () => {
  await open(['assign_roles'])
  expect(screen.queryByText(/^No staff record yet/)).toBeNull()
  expect(screen.queryByText('Job')).toBeNull()
})

test('an address of nobody is put on the staff list from its page', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_staff', 'read_staff_details', 'manage_staff'] })
  browser.server.hangsOtherwise()
  browser.server.refuses(staff.details, 404)
  await browser.open('/staff/new%40meridian.example')
  await advance('1 s')
  await browser.user.click(screen.getByRole('link', { name: 'Add staff record' }))
  await advance('1 s')
  const sheet = screen.getByRole('dialog', { name: 'Add a person' })
  expect(within(sheet).getByRole('textbox', { name: /^Email/ })).toHaveProperty('value', 'new@meridian.example')
})
