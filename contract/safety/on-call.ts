// Who is on call: rotas with their hand-over, absences, and what was agreed instead.
import { z } from 'zod'
import { command, event, query, type DomainFacts } from '../operation.ts'
import { id, moment, named } from '../shapes.ts'

export const domain: DomainFacts = { title: 'On call', shows: ['users', 'staff'] }

const facts = {
  name: z.string().trim().min(1, 'Give the rota a name').max(100, 'This name is too long'),
  /** In the order in which they follow each other. */
  userIds: z.array(id).min(1, 'Choose a person at least').max(50),
  /** When one hands over to the next, by the wall clock of the company: `08:00`. */
  handOverAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM'),
  /** How many days one is on call. */
  everyDays: z.int('Enter whole days').min(1, 'At least a day').max(31, 'At most 31 days'),
  /** The day on which the first of them begins: `2026-11-30`. */
  startsOn: z.iso.date('Enter a date'),
}

export const rota = z.object({
  id,
  ...facts,
  people: z.array(named),
  /** Who is on call now; null: nobody, as whoever would be is absent. */
  now: named.nullable(),
  /** Until when, unless something is agreed instead. */
  until: moment.nullable(),
})
export type Rota = z.output<typeof rota>

/** From when to when somebody is on call, and why it is them. */
export const shift = z.object({
  rotaId: id,
  from: moment,
  to: moment,
  /** null: nobody. */
  person: named.nullable(),
  /** `turn`: theirs by the rota; `override`: agreed instead; `absence`: the one before is absent. */
  because: z.enum(['turn', 'override', 'absence']),
  overrideId: id.nullable(),
})
export type Shift = z.output<typeof shift>

export const absence = z.object({ id, person: named, from: moment, to: moment, note: z.string().nullable() })
export type Absence = z.output<typeof absence>

/** Who works on rotas, and who may look at all that is administered. */
const reading = { either: ['admin_access', 'manage_alarms', 'acknowledge_alarms'] } as const

export const list = query('onCall.list', 'GET /on-call', 'signed-in', {
  ...reading,
  summary: 'The rotas, by their names, and who is on call now',
  output: z.object({ rotas: z.array(rota) }),
})

export const shifts = query('onCall.shifts', 'GET /on-call/shifts', 'signed-in', {
  ...reading,
  summary: 'Who is on call when, of at most 62 days, and who is absent then',
  input: z.object({ from: moment, to: moment }),
  output: z.object({ shifts: z.array(shift), absences: z.array(absence) }),
})

export const candidates = query('onCall.candidates', 'GET /on-call/candidates', 'manage_alarms', {
  summary: 'Who can be on call: those who may acknowledge alarms',
  output: z.object({ people: z.array(named) }),
})

export const create = command('onCall.create', 'POST /on-call', 'manage_alarms', {
  sentence: ['Added', 'the rota {}', 'a rota'],
  summary: 'Add a rota',
  input: z.object(facts),
  output: z.object({ rota }),
  status: 201,
})

export const update = command('onCall.update', 'PUT /on-call/{id}', 'manage_alarms', {
  sentence: ['Changed', 'the rota {}', 'a rota'],
  summary: 'Change a rota from now on',
  input: z.object({ id, ...facts }),
  output: z.object({ rota }),
})

export const remove = command('onCall.remove', 'DELETE /on-call/{id}', 'manage_alarms', {
  sentence: ['Deleted', 'the rota {}', 'a rota'],
  summary: 'Delete a rota; refused while an escalation policy names it',
})

export const override = command('onCall.override', 'POST /on-call/{id}/overrides', 'manage_alarms', {
  sentence: ['Changed', 'who is on call by the rota {}', 'who is on call'],
  summary: 'Somebody else is on call for a while',
  input: z.object({ id, userId: id, from: moment, to: moment }),
})

export const swap = command('onCall.swap', 'POST /on-call/{id}/swap', 'manage_alarms', {
  sentence: ['Swapped', 'shifts of the rota {}', 'shifts'],
  summary: 'Two shifts of one rota change hands',
  input: z.object({
    id,
    first: z.object({ from: moment, to: moment }),
    second: z.object({ from: moment, to: moment }),
  }),
})

export const removeOverride = command(
  'onCall.removeOverride',
  'DELETE /on-call/{id}/overrides/{overrideId}',
  'manage_alarms',
  {
    sentence: ['Took back', 'who is on call instead by the rota {}', 'who is on call instead'],
    summary: 'Whose turn it is by the rota is on call again',
  },
)

export const addAbsence = command('onCall.addAbsence', 'POST /on-call/absences', 'manage_alarms', {
  sentence: ['Marked', '{} as absent', 'somebody as absent'],
  summary: 'Somebody is absent for a while: their turn goes to whoever follows them',
  input: z.object({ userId: id, from: moment, to: moment, note: z.string().trim().max(200).optional() }),
  output: z.object({ absence }),
  status: 201,
})

export const removeAbsence = command('onCall.removeAbsence', 'DELETE /on-call/absences/{id}', 'manage_alarms', {
  sentence: ['Marked', '{} as no longer absent', 'somebody as no longer absent'],
  summary: 'Delete an absence',
})

export const changed = event('onCall.changed', z.object({ at: moment }), {
  permission: 'acknowledge_alarms',
  scope: 'company',
  touches: true,
})
