// The pages of accounts, companies, roles and labels, and the ways in.
import type { Page } from '../page.ts'

export const pages: readonly Page[] = [
  { path: '/signin' },
  { path: '/signup' },
  { path: '/forgot' },
  { path: '/verify-email' },
  { path: '/email-verified' },
  { path: '/user/register' },
  { path: '/company/register' },
  { path: '/auth/social' },
  { path: '/auth/google/callback' },
  { path: '/auth/github/callback' },
  {
    path: '/profile',
    permissions: ['read_profile'],
    menus: [{ menu: 'own', place: 10, label: 'Profile', icon: 'person' }],
    destinations: [
      {
        title: 'Profile',
        about: 'Your name, picture, contact and pass',
        words: 'me photo phone my pass qr my doors refused why',
      },
    ],
  },
  {
    path: '/settings/account',
    permissions: ['manage_account'],
    menus: [{ menu: 'own', place: 20, label: 'Account Settings', icon: 'settings' }],
    destinations: [
      {
        title: 'Account Settings',
        about: 'Password, second step, passkeys and sessions',
        words: '2fa totp sign-in devices email download data',
      },
      { title: 'Change your password', about: 'In the account settings', words: 'new', begins: true },
    ],
  },
  {
    path: '/settings/security',
    permissions: ['manage_security'],
    menus: [{ menu: 'own', place: 40, label: 'Security Settings', icon: 'locked' }],
    destinations: [
      { title: 'Security Settings', about: 'What the company asks of sign-ins', words: 'policy 2fa password' },
    ],
  },
  {
    path: '/roles',
    permissions: ['manage_roles'],
    menus: [{ menu: 'management', place: 30, label: 'Roles', icon: 'locked' }],
    destinations: [
      { title: 'Roles', about: 'What each role allows', words: 'permissions rights' },
      {
        title: 'Add a role',
        about: 'From what you hold yourself',
        words: 'new role create',
        to: '/roles?add=blank',
        begins: true,
      },
    ],
  },
  {
    path: '/assign-role',
    permissions: ['assign_roles'],
    menus: [{ menu: 'management', place: 20, label: 'Assign roles', icon: 'key' }],
    destinations: [{ title: 'Assign roles', about: 'Who holds which role', words: 'permissions rights' }],
  },
  {
    path: '/labels',
    permissions: ['manage_labels'],
    menus: [{ menu: 'management', place: 40, label: 'Labels', icon: 'check' }],
    destinations: [
      { title: 'Labels', about: 'Marks that decide who sees what', words: 'visibility sites zones devices' },
      {
        title: 'Add a label',
        about: 'To mark sites, zones and devices',
        words: 'new label create',
        to: '/labels?edit=new',
        begins: true,
      },
    ],
  },
  {
    path: '/companies',
    permissions: ['manage_companies'],
    menus: [{ menu: 'management', place: 110, label: 'Companies', icon: 'building' }],
    destinations: [
      { title: 'Companies', about: 'Every company of this installation', words: 'tenants' },
      {
        title: 'Add a company',
        about: 'With its first administrator',
        words: 'new create',
        to: '/companies?add=company',
        begins: true,
      },
    ],
  },
  {
    path: '/companydetails',
    permissions: ['read_company'],
    menus: [{ menu: 'work', place: 80, label: 'Company', icon: 'building', company: true }],
    destinations: [{ title: 'Company', about: 'Places, devices and administrators', company: true }],
  },
  {
    path: '/company/details',
    permissions: [],
    menus: [{ menu: 'company', place: 10, label: 'Company Profile', icon: 'building', company: true }],
    destinations: [{ title: 'Company Profile', about: 'Name, address and time zone', company: true }],
  },
  { path: '/company/:name', permissions: ['read_company_details'] },
  {
    path: '/staff',
    permissions: ['read_staff'],
    menus: [{ menu: 'team', place: 10, label: 'Staff', icon: 'person' }],
    destinations: [
      { title: 'Staff', about: 'The people of the company', words: 'people employees credentials cards' },
      {
        title: 'Add a person',
        about: 'To the staff list',
        words: 'new staff',
        to: '/staff?add=person',
        begins: true,
        needs: ['manage_staff'],
      },
    ],
  },
  { path: '/staff/:email', permissions: ['read_staff_details'] },
  {
    path: '/user-management',
    permissions: ['manage_users'],
    menus: [
      { menu: 'people', place: 10, label: 'Management', icon: 'settings' },
      { menu: 'management', place: 10, label: 'People', icon: 'people', unless: 'admin_access' },
    ],
    destinations: [
      { title: 'People', about: 'Accounts, invitations and requests to join', words: 'users', unless: 'admin_access' },
      {
        title: 'Invite a person',
        about: 'Send a link to join',
        words: 'new user add',
        to: '/user-management?do=invite',
        begins: true,
      },
      {
        title: 'Import people',
        about: 'Invite many from a file',
        words: 'csv users',
        to: '/user-management?do=import',
        begins: true,
      },
      {
        title: 'Decide requests to join',
        about: 'Approve or decline',
        words: 'join people',
        to: '/user-management?view=requests',
        begins: true,
      },
    ],
  },
  {
    path: '/users/*',
    permissions: ['admin_access'],
    menus: [
      { menu: 'administration', place: 10, label: 'Users', icon: 'people', needs: ['manage_users'] },
      { menu: 'controls', place: 40, label: 'User Management', icon: 'people', needs: ['manage_users'] },
    ],
    destinations: [
      { title: 'User Management', about: 'Accounts and invitations', words: 'people suspend', needs: ['manage_users'] },
    ],
  },
]
