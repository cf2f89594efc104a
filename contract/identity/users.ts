// Looking after the accounts of a company: invite, import, suspend, unlock, reset, sessions, why somebody may what.
import { z } from 'zod'
import { firstName, lastName } from './accounts.ts'
import { email, session, user } from './auth.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { changesTo, id, moment, next, page, personFacts, search, sortedBy, total } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Users', shows: ['companies', 'roles', 'staff', 'labels'] }

const reason = z.string().trim().min(3, 'Say why, in a few words').max(300)
const job = z.string().trim().max(120).default('')
const department = z.string().trim().max(120).default('')

/** `staff`: on the staff list only, cannot sign in. */
export const status = z.enum(['active', 'suspended', 'locked', 'staff'])

export const account = z.object({
  ...personFacts,
  status,
  verified: z.boolean(),
  roles: z.array(z.object({ _id: id, name: z.string() })),
  labels: z.array(z.object({ _id: id, name: z.string(), colour: z.string() })),
  secondFactor: z.enum(['none', 'email', 'totp']),
  passkeys: z.int(),
  createdAt: moment,
  lastLoggedIn: moment.nullable(),
  /** What the caller may do with it: who holds more than the caller is out of the caller's hands. */
  can: z.object({ manage: z.boolean(), viewAs: z.boolean() }),
})
export type Account = z.output<typeof account>

export const list = query('users.list', 'GET /users', 'manage_users', {
  sentence: ['Viewed', 'the list of accounts'],
  summary: 'Accounts of the company by name',
  input: page.extend({
    ...sortedBy('name', 'status', 'job', 'department', 'lastLoggedIn', 'createdAt'),
    search,
    status: status.optional(),
    roleId: id.optional(),
    labelId: id.optional(),
  }),
  output: z.object({ users: z.array(account), next, total }),
})

export const byId = query('users.byId', 'GET /users/{userId}', 'manage_users', {
  sentence: ['Viewed', 'the account of {}', 'an account'],
  summary: 'One account of the company',
  output: z.object({ user: account }),
})

export const update = command('users.update', 'PUT /users/{userId}', 'manage_users', {
  sentence: ['Changed', 'the account of {}', 'an account'],
  summary: 'Change the names, job and department of an account',
  input: z.object({ userId: id, ...changesTo({ firstName, lastName, job, department }) }),
  output: z.object({ user: account }),
})

export const suspend = command('users.suspend', 'POST /users/{userId}/suspend', 'manage_users', {
  sentence: ['Suspended', '{}', 'an account'],
  summary: 'Suspend an account: its sessions end at once',
  input: z.object({ userId: id, reason }),
  output: z.object({ user: account }),
})

export const reinstate = command('users.reinstate', 'POST /users/{userId}/reinstate', 'manage_users', {
  sentence: ['Let', '{} in again after a suspension', 'a suspended account in again'],
  summary: 'End the suspension of an account',
  output: z.object({ user: account }),
})

export const unlock = command('users.unlock', 'POST /users/{userId}/unlock', 'manage_users', {
  sentence: ['Unlocked', 'the account of {}', 'an account'],
  summary: 'Release an account that was locked after ten failed sign-ins',
  output: z.object({ user: account }),
})

export const resetSecondFactor = command('users.resetSecondFactor', 'POST /users/{userId}/reset-2fa', 'manage_users', {
  sentence: ['Removed', 'every second step of {}', 'every second step of an account'],
  summary: 'Remove the app, passkeys, recovery codes and trusted browsers of an account; ends its sessions',
  input: z.object({ userId: id, reason }),
  output: z.object({ user: account }),
})

export const setLabels = command('users.setLabels', 'PUT /users/{userId}/labels', ['manage_users', 'manage_labels'], {
  sentence: ['Changed', 'the labels of {}', 'the labels of a person'],
  summary: 'Choose the labels of a person, out of those the caller has (all, with `admin_access`)',
  input: z.object({ userId: id, labelIds: z.array(id).max(200) }),
  output: z.object({ user: account }),
})

export const sessions = query('users.sessions', 'GET /users/{userId}/sessions', 'manage_users', {
  sentence: ['Viewed', 'the sessions of {}', 'the sessions of an account'],
  summary: 'Sessions of an account that still hold',
  output: z.object({ sessions: z.array(session) }),
  audit: true,
})

export const endSessions = command('users.endSessions', 'DELETE /users/{userId}/sessions', 'manage_users', {
  sentence: ['Ended', 'every session of {}', 'every session of an account'],
  summary: 'End every session of an account',
  output: z.object({ success: z.literal(true), ended: z.int() }),
})

export const permissions = query('users.permissions', 'GET /users/{userId}/permissions', 'manage_users', {
  sentence: ['Viewed', 'what {} may do', 'what an account may do'],
  summary: 'What an account may do, and why',
  output: z.object({
    permissions: z.array(
      z.object({
        permission: z.string(),
        /** Every way it was given: by these roles, or to the account itself. */
        from: z.array(z.object({ kind: z.enum(['role', 'account']), name: z.string() })),
      }),
    ),
    /** Why less than that holds at the moment, where it does. */
    held: z.enum(['all', 'unverified', 'suspended']),
  }),
})

export const viewAs = command('users.viewAs', 'POST /users/{userId}/view-as', ['manage_users', 'admin_access'], {
  sentence: ['Viewed', 'Gatehouse as {}', 'Gatehouse as somebody else'],
  summary: 'See Gatehouse as this person does, for 15 minutes: read only, every call on the record',
  touches: false,
  input: z.object({ userId: id, reason }),
  output: z.object({ token: z.string(), user }),
})

// Invitations -------------------------------------------------------------------------------------------------------

export const invitation = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(z.object({ _id: id, name: z.string() })),
  invitedBy: z.string().nullable(),
  createdAt: moment,
  expiresAt: moment,
})
export type Invitation = z.output<typeof invitation>

const invitee = z.object({
  email,
  firstName,
  lastName,
  job,
  department,
  roleIds: z.array(id).max(20).default([]),
  labelIds: z.array(id).max(200).default([]),
})

export const invite = command('users.invite', 'POST /users/invitations', 'manage_users', {
  sentence: ['Invited', '{}', 'somebody'],
  summary: 'Invite somebody by mail, with roles and labels that the caller may give; open for 7 days',
  input: invitee,
  output: z.object({ invitation }),
})

export const invitations = query('users.invitations', 'GET /users/invitations', 'manage_users', {
  sentence: ['Viewed', 'the invitations'],
  summary: 'Invitations that wait to be accepted',
  output: z.object({ invitations: z.array(invitation) }),
})

export const resendInvitation = command(
  'users.resendInvitation',
  'POST /users/invitations/{invitationId}/resend',
  'manage_users',
  {
    sentence: ['Sent', 'the invitation of {} again', 'an invitation again'],
    summary: 'Mail an invitation again with a new link: five an hour',
    output: z.object({ invitation }),
  },
)

export const revokeInvitation = command(
  'users.revokeInvitation',
  'DELETE /users/invitations/{invitationId}',
  'manage_users',
  {
    sentence: ['Withdrew', 'the invitation of {}', 'an invitation'],
    summary: 'Withdraw an invitation: its link is void',
  },
)

/** Columns of an import: the first three are needed. Roles and labels by name, separated by `;`. */
export const importColumns = ['email', 'firstName', 'lastName', 'job', 'department', 'roles', 'labels'] as const

const importRow = z.object({
  /** Of the file, from 1; the header is line 1. */
  line: z.int(),
  email: z.string(),
  name: z.string(),
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
})
export type ImportRow = z.output<typeof importRow>

const csv = z.object({ csv: z.string().min(1, 'Choose a file').max(1_000_000, 'The file is too large: 1 MB at most') })

export const previewImport = command('users.previewImport', 'POST /users/import/preview', 'manage_users', {
  sentence: ['Tried out', 'an import of people'],
  summary: 'What an import would do, with every fault of every line; changes nothing',
  input: csv,
  output: z.object({ rows: z.array(importRow), good: z.int(), bad: z.int() }),
  audit: false,
})

export const importPeople = command('users.importPeople', 'POST /users/import', 'manage_users', {
  sentence: ['Imported', 'people from a file'],
  summary: 'Invite everybody of a CSV file; refused as a whole while a line has a fault',
  input: csv,
  output: z.object({ invited: z.int() }),
})
