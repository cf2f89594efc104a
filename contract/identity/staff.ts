// Staff: everybody who works for the company, with or without an account, and what is known of each.
import { z } from 'zod'
import { firstName, lastName } from './accounts.ts'
import { email } from './auth.ts'
import { personReaders } from '../permissions.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { changesTo, id, moment, next, page, personFacts, search, sortedBy, total } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Staff', shows: ['access', 'passes', 'companies', 'users'] }

const optionalText = (most: number) => z.string().trim().max(most).default('')

export const member = z.object({
  ...personFacts,
  /** `none`: on the list only, cannot sign in. */
  account: z.enum(['active', 'suspended', 'none']),
})
export type Member = z.output<typeof member>

export const list = query('staff.list', 'GET /staff', 'read_staff', {
  sentence: ['Viewed', 'the staff list'],
  summary: 'The staff of the company by name',
  input: page.extend({
    ...sortedBy('name', 'job', 'department', 'phone', 'account'),
    search,
    department: z.string().max(120).optional(),
  }),
  output: z.object({ staff: z.array(member), departments: z.array(z.string()), next, total }),
})

const credential = z.object({
  id,
  kind: z.enum(['card', 'pin', 'mobile']),
  /** `card:0012345678`, in full: shown to those who give cards. Of any other kind its name. */
  value: z.string(),
  state: z.enum(['active', 'suspended', 'lost']),
  validFrom: moment.nullable(),
  validTo: moment.nullable(),
  revokedAt: moment.nullable(),
})

const passage = z.object({
  id,
  at: moment,
  type: z.enum(['entry', 'exit']),
  /** null: it is gone. */
  doorId: id.nullable(),
  door: z.string(),
  zone: z.string().nullable(),
  result: z.string(),
})

/** A part that the caller may not see says which permission is missing. */
const part = <S extends z.ZodType>(shape: S) => z.union([shape, z.object({ missing: z.string() })])

export const details = query('staff.details', 'GET /staff/{email}', 'signed-in', {
  either: personReaders,
  sentence: ['Viewed', 'the staff record of {}', 'a staff record'],
  summary: 'A member of staff in full, each part only with its permission',
  input: z.object({ email: z.string().min(3).max(254) }),
  output: z.object({
    /** To who holds nothing but `assign_roles`, without phone, job and department. */
    member: member.partial({ phone: true, job: true, department: true }),
    /** Needs `manage_staff`. */
    credentials: part(z.object({ credentials: z.array(credential) })),
    /** Roles and labels; needs `manage_users`. */
    access: part(
      z.object({ roles: z.array(z.string()), labels: z.array(z.object({ name: z.string(), colour: z.string() })) }),
    ),
    /**
     * Needs `read_entry_exit_dashboard`: the last passage at a door the caller may see, and whether inside; null when no
     * door has told yet, or when it could be where labels hide it from the caller.
     */
    lastSeen: part(z.object({ passage: passage.nullable(), inside: z.boolean().nullable() })),
    /** Needs `read_entry_exit_report`: the newest 50 at doors the caller may see. */
    history: part(z.object({ passages: z.array(passage) })),
  }),
  audit: true,
})

const fields = {
  firstName,
  lastName,
  phone: optionalText(30),
  job: optionalText(120),
  department: optionalText(120),
}

export const add = command('staff.add', 'POST /staff', 'manage_staff', {
  sentence: ['Added', '{} to the staff list', 'somebody to the staff list'],
  summary: 'Add somebody to the staff list, without an account',
  input: z.object({ ...fields, email }),
  output: z.object({ member }),
  // An address that somebody elsewhere has is refused: not many are to be asked for.
  rateLimit: 30,
})

export const update = command('staff.update', 'PUT /staff/{email}', 'manage_staff', {
  sentence: ['Changed', 'the staff record of {}', 'a staff record'],
  summary: 'Change a staff record; who may do more than the caller is out of their hands',
  input: z.object({ ...changesTo(fields), email: z.string().min(3).max(254) }),
  output: z.object({ member }),
})

export const addCredential = command('staff.addCredential', 'POST /staff/{email}/credentials', 'manage_staff', {
  sentence: ['Gave', '{} a card', 'somebody a card'],
  summary: 'Give a card to a member of staff',
  input: z.object({
    email: z.string().min(3).max(254),
    value: z
      .string()
      .trim()
      .regex(/^card:\d{4,20}$/, 'Enter the card as card: and its number, for example card:0012345678'),
    validFrom: moment.nullable().default(null),
    validTo: moment.nullable().default(null),
  }),
  output: z.object({ credential }),
})

export const revokeCredential = command(
  'staff.revokeCredential',
  'DELETE /staff/{email}/credentials/{credentialId}',
  'manage_staff',
  {
    sentence: ['Revoked', 'a card of {}', 'a card'],
    summary: 'Revoke a card or another credential: doors refuse it from now on',
    input: z.object({ email: z.string().min(3).max(254), credentialId: id }),
  },
)
