// The part of access.ts that gives levels and groups to people, and takes them.
import { z } from 'zod'
import { command } from '../operation.ts'
import { id, moment } from '../shapes.ts'

/** From `from` on and before `to`; null: without that end. */
export const givenPeriod = { from: moment.nullable().default(null), to: moment.nullable().default(null) }
/** Why, for the record. */
export const reason = z.string().trim().max(300, 'The reason is too long').optional()

const ids = z.array(id).max(200).default([])
const assignment = z.object({
  userIds: z.array(id).min(1, 'Choose somebody').max(10_000),
  addLevels: ids,
  removeLevels: ids,
  addGroups: ids,
  removeGroups: ids,
  /** Of what is added; what was there before gets this time too. */
  ...givenPeriod,
})

/** What would change, for one level or group. */
const difference = z.object({
  id,
  name: z.string(),
  of: z.enum(['level', 'group']),
  /** People who get it, whose time changes, and who lose it. */
  added: z.int(),
  retimed: z.int(),
  removed: z.int(),
})

export const previewAssign = command('access.previewAssign', 'POST /access/assign/preview', 'manage_doors', {
  sentence: ['Viewed', 'what levels and groups would change'],
  summary: 'What giving and taking levels and groups would change; changes nothing',
  input: assignment,
  output: z.object({ people: z.int(), differences: z.array(difference) }),
  audit: false,
})

export const assign = command('access.assign', 'POST /access/assign', 'manage_doors', {
  sentence: ['Changed', 'the levels and groups of {}', 'levels and groups of people'],
  summary: 'Give levels and groups to people, or take them, all at once',
  input: assignment.extend({ reason }),
  output: z.object({ people: z.int(), differences: z.array(difference) }),
  timeoutMs: 60_000,
})
