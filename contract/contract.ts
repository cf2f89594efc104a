// The product's table of contents: every operation and event by its one name (`doors.unlock`, `gas.recorded`).
import * as access from './access/access.ts'
import * as accounts from './identity/accounts.ts'
import * as activity from './record/activity.ts'
import * as auth from './identity/auth.ts'
import * as blog from './site/blog.ts'
import * as channels from './messages/channels.ts'
import * as commands from './access/commands.ts'
import * as companies from './identity/companies.ts'
import * as contact from './site/contact.ts'
import * as decisions from './access/decisions.ts'
import * as devices from './building/devices.ts'
import * as doorGroups from './access/door-groups.ts'
import * as doorSetup from './access/door-setup.ts'
import * as doors from './access/doors.ts'
import * as entryExit from './access/entry-exit.ts'
import * as events from './insight/events.ts'
import * as gas from './safety/gas.ts'
import * as ingest from './building/ingest.ts'
import * as labels from './identity/labels.ts'
import * as lockdowns from './access/lockdowns.ts'
import * as logs from './record/logs.ts'
import * as mail from './messages/mail.ts'
import * as muster from './access/muster.ts'
import * as notifications from './messages/notifications.ts'
import type { DomainFacts, LiveEvent, Operation, Sentence } from './operation.ts'
import * as passes from './access/passes.ts'
import * as peopleCount from './safety/people-count.ts'
import type { Permission } from './permissions.ts'
import * as plans from './building/plans.ts'
import * as profile from './identity/profile.ts'
import * as roles from './identity/roles.ts'
import * as schedules from './access/schedules.ts'
import * as search from './insight/search.ts'
import * as secondFactors from './identity/second-factors.ts'
import * as sites from './building/sites.ts'
import * as social from './identity/social.ts'
import * as staff from './identity/staff.ts'
import * as system from './system/system.ts'
import * as tour from './site/tour.ts'
import * as users from './identity/users.ts'
import * as webhooks from './messages/webhooks.ts'

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

export type Domain = keyof typeof domains

/** Name to operation, in the order of the domains. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.values(domains).flatMap((exports) =>
    Object.values(exports).flatMap((value) => (isOperation(value) ? [[value.name, value] as const] : [])),
  ),
)

const facts: readonly (readonly [string, DomainFacts])[] = Object.entries(domains).map(([name, { domain }]) => [
  name,
  domain,
])

/** By domain: itself and those whose queries show something of it, which are read again when it is touched. */
export const shownIn: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  facts.map(([domain]) => [
    domain,
    facts.flatMap(([other, { shows = [] }]) =>
      other === domain || shows.some((one) => one === domain) ? [other] : [],
    ),
  ]),
)

/** By domain: what it is called in the activity log. */
export const titles: Readonly<Record<string, string>> = Object.fromEntries(
  facts.map(([name, { title }]) => [name, title]),
)

/** By the name of an action: how the activity log says it. */
export const sentences: Readonly<Record<string, Sentence>> = Object.fromEntries([
  ...[...operations].flatMap(([name, { sentence, sentenceOfEnd }]): (readonly [string, Sentence])[] => [
    ...(sentence ? ([[name, sentence]] as const) : []),
    ...(sentenceOfEnd ? ([[`${name}.ended`, sentenceOfEnd]] as const) : []),
  ]),
  ...facts.flatMap(([domain, { sentences: others = {} }]) =>
    Object.entries(others).map(([name, sentence]) => [`${domain}.${name}`, sentence] as const),
  ),
])

/** Every event that may go to a socket. */
export const liveEvents: readonly LiveEvent[] = Object.values(domains).flatMap((exports) =>
  Object.values(exports).filter(isEvent),
)

/** The events that touch their domain. */
export const touching: readonly string[] = liveEvents.flatMap(({ name, touches }) => (touches ? [name] : []))

/** Every permission an event can ask for: what a socket needs to be sorted by. */
export const eventPermissions: readonly Permission[] = [
  ...new Set([
    ...liveEvents.flatMap((e) => (typeof e.permission === 'string' ? [e.permission] : [])),
    ...Object.values(devices.readPermission),
  ]),
]
