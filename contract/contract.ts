// The product's table of contents: every operation and event by its one name (`doors.unlock`, `gas.recorded`).
import * as access from './access.ts'
import * as accounts from './accounts.ts'
import * as activity from './activity.ts'
import * as auth from './auth.ts'
import * as blog from './blog.ts'
import * as channels from './channels.ts'
import * as commands from './commands.ts'
import * as companies from './companies.ts'
import * as contact from './contact.ts'
import * as decisions from './decisions.ts'
import * as devices from './devices.ts'
import * as doorGroups from './door-groups.ts'
import * as doorSetup from './door-setup.ts'
import * as doors from './doors.ts'
import * as entryExit from './entry-exit.ts'
import * as events from './events.ts'
import * as gas from './gas.ts'
import * as ingest from './ingest.ts'
import * as labels from './labels.ts'
import * as lockdowns from './lockdowns.ts'
import * as logs from './logs.ts'
import * as mail from './mail.ts'
import * as muster from './muster.ts'
import * as notifications from './notifications.ts'
import type { LiveEvent, Operation } from './operation.ts'
import * as passes from './passes.ts'
import * as peopleCount from './people-count.ts'
import type { Permission } from './permissions.ts'
import * as plans from './plans.ts'
import * as profile from './profile.ts'
import * as roles from './roles.ts'
import * as schedules from './schedules.ts'
import * as search from './search.ts'
import * as secondFactors from './second-factors.ts'
import * as sites from './sites.ts'
import * as social from './social.ts'
import * as staff from './staff.ts'
import * as system from './system.ts'
import * as tour from './tour.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

const domains = {
  access,
  accounts,
  activity,
  auth,
  blog,
  channels,
  commands,
  companies,
  contact,
  decisions,
  devices,
  doorGroups,
  doorSetup,
  doors,
  entryExit,
  events,
  gas,
  ingest,
  labels,
  lockdowns,
  logs,
  mail,
  muster,
  notifications,
  passes,
  peopleCount,
  plans,
  profile,
  roles,
  schedules,
  search,
  secondFactors,
  sites,
  social,
  staff,
  system,
  tour,
  users,
  webhooks,
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'permission' in value

const isEvent = (value: unknown): value is LiveEvent =>
  typeof value === 'object' && value !== null && 'shape' in value && 'scope' in value

/** Name to operation, in the order of the domains. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(domains).flatMap(([domain, exports]) =>
    Object.entries(exports).flatMap(([name, value]) => (isOperation(value) ? [[`${domain}.${name}`, value]] : [])),
  ),
)

const names = new Map([...operations].map(([name, op]) => [op, name]))

/** The one name of an operation, as in the activity log and OpenAPI's `operationId`. */
export const nameOf = (op: Operation): string => names.get(op) ?? `${op.method} ${op.path}`

/** Every event that may go to a socket. */
export const liveEvents: readonly LiveEvent[] = Object.values(domains).flatMap((exports) =>
  Object.values(exports).filter(isEvent),
)

/** Every permission an event can ask for: what a socket needs to be sorted by. */
export const eventPermissions: readonly Permission[] = [
  ...new Set([
    ...liveEvents.flatMap((e) => (typeof e.permission === 'string' ? [e.permission] : [])),
    ...Object.values(devices.readPermission),
  ]),
]
