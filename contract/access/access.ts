// Who may open which door, and when: levels (doors by people by schedule), groups of people, what each person is held
// to and the credentials that doors know them by.
import { z } from 'zod'
import { changeEvent } from '../change-event.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { givenPeriod, reason } from './access-assign.ts'
import { changesTo, id, moment, named, next, page, personFacts, search, sortedBy, total } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Access and credentials', shows: ['passes', 'schedules'] }

export { assign, previewAssign } from './access-assign.ts'
export { exportPeople, importColumns, importPeople, type ImportRow, previewImport } from './access-files.ts'

/** From `from` on and before `to`; null: without that end. */
const period = { from: moment.nullable(), to: moment.nullable() }

const person = z.object(personFacts)
export type Person = z.output<typeof person>

const levelName = z
  .string()
  .trim()
  .min(2, 'The name must be at least 2 characters')
  .max(80, 'The name is too long')
  // Lists of names in files are separated by it.
  .refine((name) => !name.includes(';'), 'The name cannot hold a semicolon')
const description = z.string().trim().max(300, 'The description is too long').default('')

export const level = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** null: always. */
  schedule: named.nullable(),
  /** How many doors it opens, by itself and by door groups. */
  opens: z.int(),
  /** How many people hold it, by themselves and by groups, whether at this moment or not. */
  holders: z.int(),
})
export type Level = z.output<typeof level>

export const levels = query('access.levels', 'GET /access/levels', 'manage_doors', {
  sentence: ['Viewed', 'the access levels'],
  summary: 'The access levels by name; not those with a door that labels hide from the caller',
  input: page.extend({
    ...sortedBy('name', 'schedule', 'opens', 'holders'),
    q: search,
    scheduleId: id.optional(),
    doorId: id.optional(),
  }),
  output: z.object({ levels: z.array(level), next, total }),
})

const levelInFull = level.extend({
  doors: z.array(named.extend({ place: z.string().nullable() })),
  doorGroups: z.array(named.extend({ doors: z.int() })),
  groups: z.array(named.extend({ people: z.int(), ...period })),
  /** How many hold it by themselves. */
  people: z.int(),
})
export type LevelInFull = z.output<typeof levelInFull>

export const levelById = query('access.levelById', 'GET /access/levels/{levelId}', 'manage_doors', {
  sentence: ['Viewed', 'an access level'],
  summary: 'One access level with its doors and groups',
  output: z.object({ level: levelInFull }),
})

const levelFields = {
  name: levelName,
  description,
  scheduleId: id.nullable().default(null),
  doorIds: z.array(id).max(5000).default([]),
  doorGroupIds: z.array(id).max(500).default([]),
  groupIds: z.array(id).max(500).default([]),
}

export const createLevel = command('access.createLevel', 'POST /access/levels', 'manage_doors', {
  sentence: ['Added', 'the access level {}', 'an access level'],
  summary: 'Add an access level',
  input: z.object(levelFields),
  output: z.object({ level: levelInFull }),
})

export const updateLevel = command('access.updateLevel', 'PUT /access/levels/{levelId}', 'manage_doors', {
  sentence: ['Changed', 'the access level {}', 'an access level'],
  summary: 'Change an access level: whoever holds it opens other doors from now on',
  input: z.object({ ...changesTo(levelFields), levelId: id, reason }),
  output: z.object({ level: levelInFull }),
})

export const removeLevel = command('access.removeLevel', 'DELETE /access/levels/{levelId}', 'manage_doors', {
  sentence: ['Removed', 'the access level {}', 'an access level'],
  summary: 'Remove an access level: nobody opens anything by it any more',
})

/** One way in which somebody holds a level; both times have to hold. */
const way = z.object({
  /** null: by oneself. */
  group: named.nullable(),
  ...period,
  /** Of the membership; null where there is none. */
  memberFrom: moment.nullable(),
  memberTo: moment.nullable(),
  since: moment,
})
export type Way = z.output<typeof way>

export const holders = query('access.holders', 'GET /access/levels/{levelId}/holders', 'manage_doors', {
  sentence: ['Viewed', 'who holds an access level'],
  summary: 'Who holds an access level, and by which way',
  input: page.extend({ levelId: id, q: search }),
  output: z.object({ holders: z.array(z.object({ person, ways: z.array(way) })), next, total }),
})

export const group = z.object({
  id,
  name: z.string(),
  description: z.string(),
  people: z.int(),
  /** Of those that the caller may see. */
  levels: z.array(named),
})
export type Group = z.output<typeof group>

export const groups = query('access.groups', 'GET /access/groups', 'manage_doors', {
  sentence: ['Viewed', 'the groups of people'],
  summary: 'The groups of people by name',
  input: page.extend({ ...sortedBy('name', 'people'), q: search }),
  output: z.object({ groups: z.array(group), next, total }),
})

export const groupById = query('access.groupById', 'GET /access/groups/{groupId}', 'manage_doors', {
  sentence: ['Viewed', 'a group of people'],
  summary: 'One group of people',
  output: z.object({ group }),
})

export const members = query('access.members', 'GET /access/groups/{groupId}/members', 'manage_doors', {
  sentence: ['Viewed', 'who is in a group of people'],
  summary: 'Who is in a group',
  input: page.extend({ groupId: id, q: search }),
  output: z.object({ members: z.array(z.object({ person, ...period, since: moment })), next, total }),
})

const groupFields = { name: levelName, description }

export const createGroup = command('access.createGroup', 'POST /access/groups', 'manage_doors', {
  sentence: ['Added', 'the group of people {}', 'a group of people'],
  summary: 'Add a group of people',
  input: z.object(groupFields),
  output: z.object({ group }),
})

export const updateGroup = command('access.updateGroup', 'PUT /access/groups/{groupId}', 'manage_doors', {
  sentence: ['Changed', 'the group of people {}', 'a group of people'],
  summary: 'Rename or describe a group of people',
  input: z.object({ ...changesTo(groupFields), groupId: id }),
  output: z.object({ group }),
})

export const removeGroup = command('access.removeGroup', 'DELETE /access/groups/{groupId}', 'manage_doors', {
  sentence: ['Removed', 'the group of people {}', 'a group of people'],
  summary: 'Remove a group: its people lose what they opened by it',
})

export const escort = z.enum(['none', 'needed', 'may escort'])

const limits = {
  suspended: z.boolean(),
  /** Doors stay unlocked longer for them. */
  extendedTime: z.boolean(),
  passbackExempt: z.boolean(),
  escort,
}
/** What a person is held to. */
const terms = z.object({ ...period, ...limits })
export type Terms = z.output<typeof terms>

export const credentialKind = z.enum(['card', 'pin', 'mobile', 'pass'])
export const credentialState = z.enum(['active', 'suspended', 'lost'])

export const credential = z.object({
  id,
  kind: credentialKind,
  label: z.string(),
  /** Of a card, in full: shown to those who give cards. A PIN is shown once, when it is given. */
  number: z.string().nullable(),
  state: credentialState,
  /** Opens as any other, and notifies the guards. */
  duress: z.boolean(),
  /** A mobile pass that is not on a phone yet. */
  waiting: z.boolean(),
  ...period,
  since: moment.nullable(),
  revokedAt: moment.nullable(),
})
export type Credential = z.output<typeof credential>

const holder = z.object({
  person,
  /** Of the account: a suspended one opens no door either. */
  active: z.boolean(),
  terms,
  /** Those that are not revoked. */
  credentials: z.array(z.object({ kind: credentialKind, state: credentialState })),
  /** How many of those that the caller may see. */
  levels: z.int(),
  groups: z.int(),
})
export type Holder = z.output<typeof holder>

export const people = query('access.people', 'GET /access/people', 'manage_doors', {
  sentence: ['Viewed', 'who may open what'],
  summary: 'People by name, with what they hold',
  input: page.extend({
    ...sortedBy('name', 'department', 'levels', 'groups'),
    q: search,
    department: z.string().max(120).optional(),
    levelId: id.optional(),
    groupId: id.optional(),
    /** `none`: without any credential. */
    has: z.enum(['card', 'pin', 'mobile', 'none']).optional(),
    /** `suspended` and `over` (its time is over) open nothing; `lost`: with a lost credential. */
    state: z.enum(['suspended', 'over', 'lost']).optional(),
  }),
  output: z.object({ people: z.array(holder), departments: z.array(z.string()), next, total }),
})

export const personById = query('access.personById', 'GET /access/people/{userId}', 'manage_doors', {
  sentence: ['Viewed', 'what somebody may open'],
  summary: 'What one person is held to, holds and belongs to',
  output: z.object({
    holder,
    levels: z.array(z.object({ level: named, ways: z.array(way) })),
    groups: z.array(z.object({ group: named, ...period, since: moment })),
    /** Needs `manage_staff`. */
    credentials: z.union([z.array(credential), z.object({ missing: z.string() })]),
  }),
})

export const setTerms = command('access.setTerms', 'PUT /access/people/{userId}', 'manage_doors', {
  sentence: ['Changed', 'what {} is held to at doors', 'what somebody is held to at doors'],
  summary: 'Change what a person is held to at every door',
  input: z.object({
    userId: id,
    ...changesTo({ ...givenPeriod, ...limits }),
    reason,
  }),
  output: z.object({ terms }),
})

const label = z.string().trim().max(60, 'The name is too long').default('')
const cardNumber = z
  .string()
  .trim()
  .regex(/^\d{4,20}$/, 'Enter the number of the card: 4 to 20 digits')

export const giveCard = command('access.giveCard', 'POST /access/people/{userId}/cards', 'manage_staff', {
  sentence: ['Gave', '{} a card', 'somebody a card'],
  summary: 'Give a card to a person',
  input: z.object({
    userId: id,
    number: cardNumber,
    label,
    ...givenPeriod,
  }),
  output: z.object({ credential }),
})

export const givePin = command('access.givePin', 'POST /access/people/{userId}/pins', 'manage_staff', {
  sentence: ['Gave', '{} a PIN', 'somebody a PIN'],
  summary: 'Give a PIN to a person, in place of the one before; it is told once, in this answer',
  input: z.object({
    userId: id,
    /** Absent: one is made up. */
    pin: z
      .string()
      .regex(/^\d{4,8}$/, 'A PIN has 4 to 8 digits')
      .optional(),
    /** A second PIN, for use under threat. */
    duress: z.boolean().default(false),
    ...givenPeriod,
  }),
  output: z.object({ credential, pin: z.string() }),
})

export const giveMobile = command('access.giveMobile', 'POST /access/people/{userId}/mobiles', 'manage_staff', {
  sentence: ['Gave', '{} a pass for the phone', 'somebody a pass for the phone'],
  summary: 'Let a person carry a pass on their phone; they set it up on their profile page',
  input: z.object({ userId: id, label, ...givenPeriod }),
  output: z.object({ credential }),
})

export const updateCredential = command(
  'access.updateCredential',
  'PUT /access/credentials/{credentialId}',
  'manage_staff',
  {
    sentence: ['Changed', 'a credential of {}', 'a credential'],
    summary: 'Suspend a credential, let it open again, call it lost, or change its name and time',
    input: z.object({
      credentialId: id,
      ...changesTo({ state: credentialState, label, ...givenPeriod }),
      reason,
    }),
    output: z.object({ credential }),
  },
)

export const replaceCard = command(
  'access.replaceCard',
  'POST /access/credentials/{credentialId}/replace',
  'manage_staff',
  {
    sentence: ['Replaced', 'a card of {}', 'a card'],
    summary: 'Give a new card for an old one, which is revoked; levels and groups stay',
    input: z.object({
      credentialId: id,
      number: cardNumber,
      reason,
    }),
    output: z.object({ credential }),
  },
)

export const revokeCredential = command(
  'access.revokeCredential',
  'DELETE /access/credentials/{credentialId}',
  'manage_staff',
  {
    sentence: ['Revoked', 'a credential of {}', 'a credential'],
    summary: 'Revoke a credential for good: doors refuse it from now on',
  },
)

export const mine = query('access.mine', 'GET /access/mine', 'read_profile', {
  sentence: ['Viewed', 'their own pass'],
  summary: 'What one carries oneself, and the levels that one holds',
  output: z.object({
    terms,
    /** Not revoked, and without any number in full. */
    credentials: z.array(credential),
    levels: z.array(z.object({ level: named, schedule: named.nullable() })),
  }),
})

export const setUpMobile = command('access.setUpMobile', 'POST /access/mine/{credentialId}/set-up', 'read_profile', {
  sentence: ['Set up', 'the {}', 'a pass on a phone'],
  summary: 'Put a mobile pass on this phone: its secret is handed out once',
  touches: false,
  output: z.object({
    credentialId: id,
    /** Base64url, 32 bytes. */
    secret: z.string(),
    /** By the server's clock: a phone that is wrong is told so. */
    now: moment,
  }),
  personal: true,
})

/** Something of who may open what was changed: screens that show it ask again. */
export const altered = changeEvent('access.altered', 'manage_doors')
