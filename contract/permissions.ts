// The one list of permissions, with words a person understands. The roles screen, the matrix test and every check on
// both sides are drawn from it.

export const permissions = {
  read_profile: { area: 'Account', description: 'See one’s own profile' },
  manage_account: { area: 'Account', description: 'Change one’s own account settings' },
  view_activity: { area: 'Account', description: 'See one’s own activity' },
  read_notifications: { area: 'Account', description: 'See notifications' },

  read_dashboard: { area: 'Overview', description: 'See the overview' },
  admin_access: { area: 'Administration', description: 'Administration access; bypasses labels' },
  read_settings: { area: 'Administration', description: 'See the system settings' },
  manage_settings: { area: 'Administration', description: 'Change the system settings' },
  manage_security: { area: 'Administration', description: 'Manage sessions, policies and security settings' },
  manage_integrations: { area: 'Administration', description: 'Manage API keys, webhooks and brokers' },
  view_support_panel: { area: 'Administration', description: 'See health and diagnostics' },
  view_activity_logs: { area: 'Administration', description: 'Read and verify the activity log of the company' },

  manage_users: { area: 'People', description: 'Invite, change and suspend users' },
  manage_staff: { area: 'People', description: 'Manage staff records' },
  read_staff: { area: 'People', description: 'See the list of staff' },
  read_staff_details: { area: 'People', description: 'See a member of staff in full' },
  assign_roles: { area: 'People', description: 'Give and take roles' },
  manage_roles: { area: 'People', description: 'Create, change and delete roles' },
  manage_labels: { area: 'People', description: 'Create, change and delete labels' },

  read_company: { area: 'Companies', description: 'See one’s own company' },
  read_company_details: { area: 'Companies', description: 'See a company in full' },
  manage_companies: { area: 'Companies', description: 'Manage every company of this installation' },
  manage_sites: { area: 'Companies', description: 'Manage sites, floors and zones' },

  read_doors: { area: 'Doors', description: 'See doors and their state' },
  operate_doors: { area: 'Doors', description: 'Unlock and lock doors' },
  manage_doors: { area: 'Doors', description: 'Add, change and retire doors, schedules and access levels' },
  trigger_lockdown: { area: 'Doors', description: 'Start a lockdown' },
  release_lockdown: { area: 'Doors', description: 'End a lockdown' },

  read_entry_exit_dashboard: { area: 'Entry and exit', description: 'See who is inside and today’s traffic' },
  read_entry_exit_report: { area: 'Entry and exit', description: 'Read the entry and exit log' },
  read_entry_exit_ml_report: { area: 'Entry and exit', description: 'Read forecasts and anomalies' },
  read_log_details: { area: 'Entry and exit', description: 'Open one entry or exit in full' },
  create_entry: { area: 'Entry and exit', description: 'Log an entry by hand' },
  create_exit: { area: 'Entry and exit', description: 'Log an exit by hand' },
  manage_visitors: { area: 'Entry and exit', description: 'Issue visitor passes, and check visitors in and out' },
  manage_muster: { area: 'Entry and exit', description: 'Run a muster and mark people safe' },

  read_live_feed: { area: 'Cameras', description: 'Watch live cameras' },
  manage_cameras: { area: 'Cameras', description: 'Add, change and retire cameras' },

  read_intercoms: { area: 'Intercoms', description: 'See intercoms and their calls' },
  answer_intercom: { area: 'Intercoms', description: 'Answer intercom calls' },
  manage_intercoms: { area: 'Intercoms', description: 'Add, change and retire intercoms' },

  view_gas_detection: { area: 'Gas', description: 'See gas readings and alarms' },
  view_gas_exposure: { area: 'Gas', description: 'See who was in a zone while gas was there' },
  operate_actuators: { area: 'Gas', description: 'Switch and silence horns, strobes and ventilation by hand' },
  manage_gas: { area: 'Gas', description: 'Change set points, calibration and actuators' },

  view_people_count: { area: 'People counting', description: 'See counts and occupancy' },
  view_people_count_detail: { area: 'People counting', description: 'See counts of fewer than five people' },
  manage_people_count: { area: 'People counting', description: 'Correct counts and set limits' },

  acknowledge_alarms: { area: 'Alarms', description: 'Acknowledge and resolve alarms' },
  manage_alarms: { area: 'Alarms', description: 'Manage alarm rules, shelving and escalation' },

  read_analytics: { area: 'Reports', description: 'See analytics' },
  read_reports: { area: 'Reports', description: 'Read generated reports' },
  generate_reports: { area: 'Reports', description: 'Generate and schedule reports' },

  create_blog: { area: 'Blog', description: 'Write articles' },
  edit_blog: { area: 'Blog', description: 'Edit articles' },
  publish_blog: { area: 'Blog', description: 'Publish articles' },
  delete_blog: { area: 'Blog', description: 'Delete articles' },
} as const satisfies Record<string, { area: string; description: string }>

export type Permission = keyof typeof permissions

export const isPermission = (value: string): value is Permission => Object.hasOwn(permissions, value)

export const allPermissions: readonly Permission[] = Object.keys(permissions).filter(isPermission)

/** Which of the needed permissions are not held; empty means allowed. */
export const missing = (held: ReadonlySet<string>, needed: readonly Permission[]): Permission[] =>
  needed.filter((p) => !held.has(p))

/** Each of these opens the page of a person: the parts of it that are for whoever holds it. */
export const personReaders: readonly Permission[] = [
  'read_staff_details',
  'manage_users',
  'assign_roles',
  'manage_doors',
]

/** What an account holds by itself: of its own only. All that one without a company or a verified address can do. */
export const own: readonly Permission[] = ['read_profile', 'manage_account', 'view_activity', 'read_notifications']
const watch: Permission[] = [
  ...own,
  'read_dashboard',
  'read_doors',
  'read_entry_exit_dashboard',
  'read_entry_exit_report',
  'read_log_details',
  'read_live_feed',
  'read_intercoms',
  'view_gas_detection',
  'view_people_count',
  'read_company',
]
const guard: Permission[] = [
  ...watch,
  'operate_doors',
  'operate_actuators',
  'trigger_lockdown',
  'answer_intercom',
  'acknowledge_alarms',
  'create_entry',
  'create_exit',
  'manage_muster',
  'view_people_count_detail',
]
const receptionist: Permission[] = [
  ...own,
  'read_dashboard',
  'read_company',
  'read_staff',
  'read_doors',
  'read_entry_exit_dashboard',
  'read_entry_exit_report',
  'read_log_details',
  'create_entry',
  'create_exit',
  'manage_visitors',
]
const supervisor: Permission[] = [
  ...guard,
  'release_lockdown',
  'read_staff',
  'read_staff_details',
  'manage_staff',
  'read_entry_exit_ml_report',
  'read_analytics',
  'read_reports',
  'generate_reports',
]
const manager: Permission[] = [
  ...supervisor,
  'manage_users',
  'assign_roles',
  'manage_labels',
  'manage_sites',
  'manage_doors',
  'manage_visitors',
  'manage_cameras',
  'manage_intercoms',
  'manage_gas',
  'view_gas_exposure',
  'manage_people_count',
  'manage_alarms',
  'read_company_details',
  'view_activity_logs',
  'create_blog',
  'edit_blog',
  'publish_blog',
]
const changes = /^(manage|operate|trigger|release|answer|acknowledge|create|edit|publish|delete|assign|generate)_/

/** The roles every company starts with; they cannot be deleted. `platform admin` exists once per installation. */
export const systemRoles = {
  'platform admin': allPermissions,
  admin: allPermissions.filter((p) => p !== 'manage_companies'),
  manager,
  supervisor,
  guard,
  receptionist,
  staff: own,
  auditor: [...allPermissions.filter((p) => !changes.test(p)), 'manage_account'],
} as const satisfies Record<string, readonly Permission[]>

export type SystemRole = keyof typeof systemRoles

const isSystemRole = (name: string): name is SystemRole => Object.hasOwn(systemRoles, name)

export const systemRoleNames: readonly SystemRole[] = Object.keys(systemRoles).filter(isSystemRole)
