// The pages of accounts, companies, roles and labels, and the ways in.
import { personReaders } from '../permissions.ts'
import { destination, type Page, menu, page, task } from '../page.ts'

export const pages: readonly Page[] = [
  page('/signin'),
  page('/signup'),
  page('/forgot'),
  page('/verify-email'),
  page('/email-verified'),
  page('/user/register'),
  page('/company/register'),
  page('/auth/social'),
  page('/auth/google/callback'),
  page('/auth/github/callback'),
  page('/profile', 'read_profile', [
    menu('own', 10, 'Profile', 'person'),
    destination('Profile', 'Your name, picture, contact and pass', 'me photo phone my pass qr my doors refused why'),
  ]),
  page('/settings/account', 'manage_account', [
    menu('own', 20, 'Account Settings', 'settings'),
    destination(
      'Account Settings',
      'Password, two-factor authentication, passkeys and sessions',
      '2fa totp sign-in devices email download data',
    ),
    task('Change your password', 'In the account settings', 'new'),
  ]),
  page('/settings/security', 'manage_security', [
    menu('own', 40, 'Security Settings', 'locked'),
    destination('Security Settings', 'The security policy of the company', 'policy 2fa password'),
  ]),
  page('/roles', 'manage_roles', [
    menu('management', 30, 'Roles', 'locked'),
    destination('Roles', 'What each role allows', 'permissions rights'),
    task('Add a role', 'From what you hold yourself', 'new role create', { to: '/roles?add=blank' }),
  ]),
  page('/assign-role', 'assign_roles', [
    menu('management', 20, 'Assign roles', 'key'),
    destination('Assign roles', 'Who holds which role', 'permissions rights'),
  ]),
  page('/labels', 'manage_labels', [
    menu('management', 40, 'Labels', 'check'),
    destination('Labels', 'Marks that decide who sees what', 'visibility sites zones devices'),
    task('Add a label', 'To mark sites, zones and devices', 'new label create', { to: '/labels?edit=new' }),
  ]),
  page('/companies', 'manage_companies', [
    menu('management', 110, 'Companies', 'building'),
    destination('Companies', 'Every company of this installation', 'tenants'),
    task('Add a company', 'With its first administrator', 'new create', { to: '/companies?add=company' }),
  ]),
  page('/companydetails', 'read_company', [
    menu('work', 80, 'Company', 'building', { company: true }),
    destination('Company', 'Places, devices and administrators', '', { company: true }),
  ]),
  page('/company/details', 'signed-in', [
    menu('company', 10, 'Company Profile', 'building', { company: true }),
    destination('Company Profile', 'Name, address and time zone', '', { company: true }),
  ]),
  page('/company/:name', 'read_company_details'),
  page('/staff', 'read_staff', [
    menu('team', 10, 'Staff', 'person'),
    destination('Staff', 'The people of the company', 'people employees credentials cards'),
    task('Add a person', 'To the staff list', 'new staff', { to: '/staff?add=person', needs: ['manage_staff'] }),
  ]),
  page('/staff/:email', 'read_staff_details', [], personReaders),
  page('/user-management', 'manage_users', [
    menu('people', 10, 'Management', 'settings'),
    menu('management', 10, 'Users', 'people', { unless: 'admin_access' }),
    destination('Users', 'Accounts, invitations and requests to join', 'people accounts', { unless: 'admin_access' }),
    task('Invite a person', 'Send a link to join', 'new user add', { to: '/user-management?do=invite' }),
    task('Import people', 'Invite many from a file', 'csv users', { to: '/user-management?do=import' }),
    task('Review requests to join', 'Approve or decline', 'join people', { to: '/user-management?view=requests' }),
  ]),
  page('/users/*', 'admin_access', [
    menu('administration', 10, 'Users', 'people', { needs: ['manage_users'] }),
    menu('controls', 40, 'User Management', 'people', { needs: ['manage_users'] }),
    destination('Users', 'Accounts, invitations and requests to join', 'people accounts management suspend', {
      needs: ['manage_users'],
    }),
  ]),
]
