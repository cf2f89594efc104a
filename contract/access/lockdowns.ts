// Lockdowns: many doors locked at once until they are released. A lockdown never keeps anybody in.
import { z } from 'zod'
import { changeEvent } from '../change-event.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { changesTo, id, moment, named, next, page, sortedBy, total } from '../shapes.ts'
import { doorMode } from '../building/wire.ts'

export const domain: DomainFacts = { title: 'Lockdowns' }

/** To be said wherever a lockdown is begun or shown. */
export const egress = 'A lockdown never blocks the way out: every door still opens from inside.'

const role = z.object({ _id: id, name: z.string() })

export const scenario = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** Every door of the company. */
  everywhere: z.boolean(),
  sites: z.array(named),
  floors: z.array(named),
  groups: z.array(named),
  doors: z.array(named),
  /** Who may, besides holding the permission; nobody named: whoever holds it. */
  triggerRoles: z.array(role),
  releaseRoles: z.array(role),
  /** Whom doors let through that are locked down by it; nobody named: nobody. */
  passRoles: z.array(role),
  /** How many doors that is now, those included that labels hide. */
  doorCount: z.int(),
  /** How many of its doors, and of the sites and single doors it names, labels hide from the caller: counted, never named. */
  hidden: z.object({ doors: z.int(), parts: z.int() }),
  mayTrigger: z.boolean(),
  /** Its lockdown under way. */
  activeId: id.nullable(),
})
export type Scenario = z.output<typeof scenario>

const fields = {
  name: z.string().trim().min(2, 'Name must be at least 2 characters').max(60, 'Name is too long'),
  description: z.string().trim().max(300, 'Description is too long').default(''),
  everywhere: z.boolean().default(false),
  siteIds: z.array(id).max(200).default([]),
  floorIds: z.array(id).max(500).default([]),
  groupIds: z.array(id).max(200).default([]),
  doorIds: z.array(id).max(5000).default([]),
  triggerRoleIds: z.array(id).max(50).default([]),
  releaseRoleIds: z.array(id).max(50).default([]),
  passRoleIds: z.array(id).max(50).default([]),
}
const reason = z.string().trim().min(3, 'Say why, in a few words').max(300, 'Reason is too long')
/** May be given later. */
const laterReason = z.string().trim().max(300, 'Reason is too long').default('')

/** Proposed where a reason is asked for: one tap writes it. */
export const reasons = ['Intruder', 'Violence', 'Threat', 'Drill', 'Other'] as const
export const releaseReasons = ['All clear', 'False alarm', 'Drill over', 'Other'] as const

export const scenarios = query('lockdowns.scenarios', 'GET /lockdowns/scenarios', 'read_doors', {
  sentence: ['Viewed', 'the lockdown scenarios'],
  summary: 'The lockdown scenarios that the caller may begin, end or change, or of which they see a door',
  output: z.object({ scenarios: z.array(scenario) }),
})

export const scenarioDoors = query(
  'lockdowns.scenarioDoors',
  'GET /lockdowns/scenarios/{scenarioId}/doors',
  'read_doors',
  {
    sentence: ['Viewed', 'the doors of a lockdown scenario'],
    summary: 'The doors that a scenario would lock down now',
    output: z.object({
      doors: z.array(named.extend({ place: z.string(), online: z.boolean().nullable() })),
      /** How many more there are that labels hide from the caller. */
      hidden: z.int(),
    }),
  },
)

export const createScenario = command('lockdowns.createScenario', 'POST /lockdowns/scenarios', 'manage_doors', {
  sentence: ['Added', 'the lockdown scenario {}', 'a lockdown scenario'],
  summary: 'Add a lockdown scenario: its doors, who may begin and end it, and who may pass',
  input: z.object(fields),
  output: z.object({ scenario }),
  status: 201,
})

export const updateScenario = command(
  'lockdowns.updateScenario',
  'PUT /lockdowns/scenarios/{scenarioId}',
  'manage_doors',
  {
    sentence: ['Changed', 'the lockdown scenario {}', 'a lockdown scenario'],
    summary: 'Change a lockdown scenario; a lockdown under way stays as it began',
    input: z.object({ ...changesTo(fields), scenarioId: id }),
    output: z.object({ scenario }),
  },
)

export const removeScenario = command(
  'lockdowns.removeScenario',
  'DELETE /lockdowns/scenarios/{scenarioId}',
  'manage_doors',
  {
    sentence: ['Removed', 'the lockdown scenario {}', 'a lockdown scenario'],
    summary: 'Remove a lockdown scenario that is not under way',
  },
)

/** What has come of telling a door. `offline`: it is told anew when it is back. `pending`: it has not answered yet. */
export const doorResult = z.enum(['confirmed', 'pending', 'refused', 'no-answer', 'failed', 'offline'])
export type DoorResult = z.output<typeof doorResult>

const counts = z.object({
  doors: z.int(),
  confirmed: z.int(),
  pending: z.int(),
  refused: z.int(),
  noAnswer: z.int(),
  failed: z.int(),
  offline: z.int(),
})

const by = z.object({ name: z.string() })

export const lockdown = z.object({
  id,
  name: z.string(),
  scenarioId: id.nullable(),
  /** Empty: nobody has given one yet. */
  reason: z.string(),
  startedAt: moment,
  startedBy: by,
  /** The reason is empty where nobody has given one yet. */
  released: z.object({ at: moment, by, reason: z.string() }).nullable(),
  correlationId: id,
  /**
   * Locked down while it lasts, released afterwards: of all its doors where it was begun by a scenario, else of those that
   * the caller sees.
   */
  counts,
  /** How many of those counted labels hide from the caller, and how many of these have not confirmed. */
  hidden: z.object({ doors: z.int(), unconfirmed: z.int() }),
  mayRelease: z.boolean(),
  /** May give it its reason. */
  mayExplain: z.boolean(),
  /** It is released, and they may give that its reason. */
  mayExplainRelease: z.boolean(),
  /** Whom its doors let through. */
  passRoles: z.array(role),
})
export type Lockdown = z.output<typeof lockdown>

export const door = z.object({
  doorId: id,
  name: z.string(),
  place: z.string(),
  online: z.boolean().nullable(),
  /** As it last reported; null: never heard of. */
  mode: doorMode.nullable(),
  result: doorResult,
  /** Why it refused or what went wrong, in words. */
  detail: z.string().nullable(),
  commandId: id.nullable(),
  at: moment.nullable(),
  /** Another lockdown that keeps it locked when this one is released. */
  alsoUnder: z.string().nullable(),
})
export type LockdownDoor = z.output<typeof door>

export const list = query('lockdowns.list', 'GET /lockdowns', 'read_doors', {
  sentence: ['Viewed', 'the lockdowns'],
  summary: 'Lockdowns with doors that the caller sees, or that they may begin or end, newest first',
  input: page.extend({
    ...sortedBy('name', 'startedAt', 'startedBy', 'reason', 'releasedAt'),
    active: z.enum(['true', 'false']).optional(),
  }),
  output: z.object({ lockdowns: z.array(lockdown), next, total }),
})

export const byId = query('lockdowns.byId', 'GET /lockdowns/{lockdownId}', 'read_doors', {
  sentence: ['Viewed', 'a lockdown'],
  summary: 'A lockdown, and what has come of each door that the caller sees; those that did not confirm first',
  output: z.object({ lockdown, doors: z.array(door) }),
})

export const trigger = command('lockdowns.trigger', 'POST /lockdowns', 'trigger_lockdown', {
  sentence: ['Began', 'the lockdown {}', 'a lockdown'],
  summary: 'Lock down the doors of a scenario, or these; it never blocks the way out',
  input: z
    .object({
      scenarioId: id.optional(),
      doorIds: z.array(id).min(1, 'Choose at least one door').max(5000).optional(),
      reason: laterReason,
    })
    .refine(({ scenarioId, doorIds }) => (scenarioId === undefined) !== (doorIds === undefined), {
      path: ['scenarioId'],
      message: 'Choose a scenario, or doors',
    }),
  output: z.object({ lockdownId: id }),
  status: 202,
})

export const setReason = command('lockdowns.setReason', 'PUT /lockdowns/{lockdownId}/reason', 'read_doors', {
  sentence: ['Changed', 'the reason of the lockdown {}', 'the reason of a lockdown'],
  summary: 'Give a lockdown its reason, or another one',
  input: z.object({ lockdownId: id, reason }),
  output: z.object({ lockdown }),
  either: ['trigger_lockdown', 'release_lockdown'],
})

export const release = command('lockdowns.release', 'POST /lockdowns/{lockdownId}/release', 'release_lockdown', {
  sentence: ['Ended', 'the lockdown {}', 'a lockdown'],
  summary: 'End a lockdown: doors under no other are released',
  input: z.object({ lockdownId: id, reason: laterReason }),
  output: z.object({ lockdown }),
  status: 202,
})

export const setReleaseReason = command(
  'lockdowns.setReleaseReason',
  'PUT /lockdowns/{lockdownId}/release/reason',
  'release_lockdown',
  {
    sentence: ['Changed', 'the release reason of the lockdown {}', 'the release reason of a lockdown'],
    summary: 'Give the release of a lockdown its reason, or another one',
    input: z.object({ lockdownId: id, reason }),
    output: z.object({ lockdown }),
  },
)

export const retry = command('lockdowns.retry', 'POST /lockdowns/{lockdownId}/retry', 'read_doors', {
  sentence: ['Sent', 'the lockdown {} to doors again', 'a lockdown to doors again'],
  summary: 'Tell the doors anew that did not confirm: to lock down while it lasts, to be released afterwards',
  output: z.object({ told: z.int() }),
  either: ['trigger_lockdown', 'release_lockdown'],
  status: 202,
})

/** A lockdown began, ended, or a door of one answered: to be read again. */
export const altered = changeEvent('lockdowns.altered', 'read_doors')
