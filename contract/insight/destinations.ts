// The pages of the product that search leads to, and what may be begun on them, each in one line with the permissions
// that it needs. Only what is there.
import { missing, type Permission } from '../permissions.ts'

export interface Place {
  readonly type: 'page' | 'command'
  readonly title: string
  readonly description: string
  /** Other words that people look for it by. */
  readonly words: string
  readonly path: string
  readonly needed: readonly Permission[]
  /** Only for who is in a company. */
  readonly company?: true
  /** Not for who holds this: another leads them to the same. */
  readonly unless?: Permission
}

/** Where somebody may go who holds these. */
export const placesFor = (permissions: ReadonlySet<string>, inCompany: boolean): Place[] =>
  places.filter(
    ({ needed, company, unless }) =>
      missing(permissions, needed).length === 0 &&
      (inCompany || !company) &&
      !(unless !== undefined && permissions.has(unless)),
  )

const page = (title: string, path: string, needed: readonly Permission[], description: string, words = ''): Place => ({
  type: 'page',
  title,
  description,
  words,
  path,
  needed,
})

const command = (...place: Parameters<typeof page>): Place => ({ ...page(...place), type: 'command' })

export const places: readonly Place[] = [
  page('Dashboard', '/dashboard', ['admin_access'], 'What needs somebody now', 'overview doors gas devices live'),
  page('Doors', '/doors', ['read_doors'], 'What each door reports, and working it', 'unlock lock hold open list alarm'),
  command(
    'Doors that need somebody',
    '/doors?attention=true',
    ['read_doors'],
    'In alarm, faulty, offline or low on battery',
    'forced held tamper battery',
  ),
  page(
    'Lockdowns',
    '/doors/lockdowns',
    ['read_doors'],
    'Lock many doors at once, and see which did',
    'emergency lock down release danger',
  ),
  page(
    'Schedules',
    '/door-management/schedules',
    ['manage_doors'],
    'When doors stand unlocked, and holidays',
    'calendar hours opening week exceptions first person in',
  ),
  page(
    'Lockdown scenarios',
    '/door-management/lockdowns',
    ['manage_doors'],
    'Which doors a lockdown locks, who may begin and end it',
    'emergency prepare',
  ),
  page(
    'Inside',
    '/entry-exit/dashboard',
    ['read_entry_exit_dashboard'],
    'Who is in the building, today by hour and door',
    'people traffic occupancy entry exit live',
  ),
  page(
    'Unmatched entries and exits',
    '/entry-exit/report/unmatched',
    ['read_entry_exit_report'],
    'Who came in without leaving, or is inside for long',
    'correct correction queue forgotten badge',
  ),
  page('Entry and exit', '/entry-exit/report', ['read_entry_exit_report'], 'Who came and went', 'log report access'),
  page(
    'Muster',
    '/entry-exit/dashboard/muster',
    ['read_entry_exit_dashboard'],
    'Who is inside, and roll-calls of them',
    'roll-call evacuation fire drill assembly safe',
  ),
  page(
    'Access levels',
    '/door-management/access-levels',
    ['manage_doors'],
    'Which doors open for whom, and when',
    'rights groups people schedule who may open',
  ),
  page(
    'People at doors',
    '/door-management/people',
    ['manage_doors'],
    'Cards, PINs and telephones, and what they open',
    'credentials card pin mobile import export lost suspended escort',
  ),
  page(
    'Questions of access',
    '/door-management/questions',
    ['manage_doors'],
    'Who can open a door, what a person can open, why somebody was denied',
    'why denied who may open what would happen anti-passback lists decide',
  ),
  page(
    'Visitor passes',
    '/door-management/passes',
    ['manage_doors'],
    'Who is expected today, and the codes that let them in',
    'visitors guests qr code',
  ),
  page(
    'Events',
    '/events',
    ['admin_access', 'read_dashboard'],
    'What devices report, as it happens',
    'stream live doors',
  ),
  page('Logs', '/logs', ['admin_access'], 'Sign-ins, the system itself, deliveries', 'system health mail webhooks'),
  page('Staff', '/staff', ['read_staff'], 'The people of the company', 'people employees credentials cards'),
  { ...page('Company', '/companydetails', ['read_company'], 'Places, devices and administrators'), company: true },
  { ...page('Company Profile', '/company/details', [], 'Name, address and time zone'), company: true },
  page('Notifications', '/notifications', ['read_notifications'], 'What you were told', 'messages news unread inbox'),
  page(
    'Profile',
    '/profile',
    ['read_profile'],
    'Your name, picture, contact and pass',
    'me photo phone my pass qr telephone my doors refused why',
  ),
  page(
    'Account Settings',
    '/settings/account',
    ['manage_account'],
    'Password, second step, passkeys and sessions',
    '2fa totp sign-in devices email download data',
  ),
  page(
    'Security Settings',
    '/settings/security',
    ['manage_security'],
    'What the company asks of sign-ins',
    'policy 2fa password',
  ),
  page(
    'Activity History',
    '/activity',
    ['view_activity'],
    'What you did, and what was done in your name',
    'my log record sign-ins',
  ),
  page(
    'Activity log',
    '/activity-logs',
    ['view_activity_logs'],
    'Who did what in the company',
    'audit record proof export history',
  ),
  page(
    'Webhooks',
    '/settings/webhooks',
    ['manage_integrations'],
    'Programs elsewhere that are told what happens',
    'integrations api http callback notifications',
  ),
  page('User Management', '/users', ['manage_users', 'admin_access'], 'Accounts and invitations', 'people suspend'),
  {
    ...page('People', '/user-management', ['manage_users'], 'Accounts, invitations and requests to join', 'users'),
    unless: 'admin_access',
  },
  page('Assign roles', '/assign-role', ['assign_roles'], 'Who holds which role', 'permissions rights'),
  page('Roles', '/roles', ['manage_roles'], 'What each role allows', 'permissions rights'),
  page('Labels', '/labels', ['manage_labels'], 'Marks that decide who sees what', 'visibility sites zones devices'),
  page(
    'Door management',
    '/door-management',
    ['manage_doors'],
    'Doors, where they are, and who may open them when',
    'set up configure plan groups places access',
  ),
  page(
    'Live plan',
    '/doors/plan',
    ['read_doors'],
    'Floors with every device and its state',
    'floor map doors cameras gas where',
  ),
  page(
    'Plans',
    '/door-management/plan',
    ['manage_doors'],
    'Draw floors, and put devices on them',
    'floor plan upload picture pdf svg arrange place',
  ),
  page(
    'Groups of doors',
    '/door-management/groups',
    ['manage_doors'],
    'Doors under one name',
    'door groups sets schedules lockdowns',
  ),
  page(
    'Places',
    '/door-management/places',
    ['manage_doors', 'manage_sites'],
    'Sites, floors and zones',
    'site building floor zone room time zone',
  ),
  page('Companies', '/companies', ['manage_companies'], 'Every company of this installation', 'tenants'),
  page('Blog', '/blog', [], 'Articles about building safety', 'articles news'),
  command(
    'Start a roll-call',
    '/entry-exit/dashboard/muster?start=new',
    ['read_entry_exit_dashboard', 'manage_muster'],
    'Of everybody inside, for a drill or for real',
    'muster evacuation fire emergency mark safe',
  ),
  command(
    'Start a lockdown',
    '/doors/lockdowns',
    ['read_doors', 'trigger_lockdown'],
    'Choose a scenario, then hold to confirm',
    'lock down all doors emergency',
  ),
  command(
    'Add a schedule',
    '/door-management/schedules?edit=new',
    ['manage_doors'],
    'Weekly hours for doors and access',
    'new schedule create',
  ),
  command(
    'Find out why somebody was denied',
    '/door-management/questions?ask=why',
    ['manage_doors'],
    'The reason in plain words, and whether it would be so now',
    'refused kept out not let in reason',
  ),
  command(
    'Find out who can open a door',
    '/door-management/questions?ask=who',
    ['manage_doors'],
    'By which level, when, and since when',
    'access rights people',
  ),
  command(
    'Issue a visitor pass',
    '/door-management/passes?pass=new',
    ['manage_doors'],
    'A code that opens doors for a visitor, for a time',
    'new visitor guest qr invite',
  ),
  command(
    'Add an access level',
    '/door-management/access-levels?level=new',
    ['manage_doors'],
    'Doors that open for those who are given it',
    'new level create rights',
  ),
  command('Invite a person', '/user-management?do=invite', ['manage_users'], 'Send a link to join', 'new user add'),
  command('Import people', '/user-management?do=import', ['manage_users'], 'Invite many from a file', 'csv users'),
  command(
    'Decide requests to join',
    '/user-management?view=requests',
    ['manage_users'],
    'Approve or decline',
    'join people',
  ),
  command(
    'Add a door',
    '/door-management/doors?do=add',
    ['manage_doors'],
    'Take a door in, and connect its controller',
    'new door connect controller shelly zigbee mqtt first',
  ),
  command(
    'Add a site',
    '/door-management/places?place=new-site',
    ['manage_doors', 'manage_sites'],
    'A building or a campus',
    'new site building',
  ),
  command('Add a group of doors', '/door-management/groups?group=new', ['manage_doors'], 'Under one name', 'new group'),
  command('Add a person', '/staff?add=person', ['read_staff', 'manage_staff'], 'To the staff list', 'new staff'),
  command('Add a role', '/roles?add=blank', ['manage_roles'], 'From what you hold yourself', 'new role create'),
  command('Add a label', '/labels?edit=new', ['manage_labels'], 'To mark sites, zones and devices', 'new label create'),
  command(
    'Add a company',
    '/companies?add=company',
    ['manage_companies'],
    'With its first administrator',
    'new create',
  ),
  command(
    'Verify the record',
    '/activity-logs/verify',
    ['view_activity_logs'],
    'Check that no entry of the activity log was changed',
    'audit proof chain tampering checkpoint',
  ),
  command('New article', '/blog/create', ['create_blog'], 'Write for the blog', 'post write draft'),
  command('Change your password', '/settings/account', ['manage_account'], 'In the account settings', 'new'),
]
