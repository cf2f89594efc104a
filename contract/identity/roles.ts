// Roles: named lists of permissions of a company. Nobody gives what they do not hold.
import { z } from 'zod'
import { role as basic } from './auth.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { isPermission } from '../permissions.ts'
import { changesTo, id, next, page, search, sortedBy, total } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Roles', shows: ['companies', 'users', 'staff'] }

export const denied = {
  add: 'You do not have permission to add roles.',
  update: 'You do not have permission to update roles.',
  delete: 'You do not have permission to delete roles.',
} as const

export const role = basic.extend({
  description: z.string(),
  /** Comes with the product: can be cloned, but neither changed nor deleted. */
  system: z.boolean(),
  /** How many people of the company hold it. */
  people: z.int(),
})
export type Role = z.output<typeof role>

const fields = {
  name: z.string().trim().min(2, 'Role name must be at least 2 characters').max(60, 'Role name is too long'),
  description: z.string().trim().max(300, 'Description is too long').default(''),
  /** Their names, or objects that carry one: the specification has both. */
  permissions: z
    .array(
      z
        .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
        .refine((name) => isPermission(name), 'There is no such permission'),
    )
    .max(200)
    .transform((names) => [...new Set(names)].sort()),
}

export const list = query('roles.list', 'GET /roles', 'signed-in', {
  sentence: ['Viewed', 'the roles'],
  summary: 'The roles of the company; to those who neither manage nor assign roles nor manage users, their own',
  output: z.object({ roles: z.array(role) }),
})

export const byIds = command('roles.byIds', 'POST /roles/get-by-ids', 'signed-in', {
  sentence: ['Viewed', 'roles'],
  summary: 'Roles by their ids, as far as the caller may see them',
  input: z.object({ roleIds: z.array(id).max(200) }),
  output: z.object({ roles: z.array(role) }),
  audit: false,
})

export const create = command('roles.create', 'POST /roles', 'manage_roles', {
  sentence: ['Added', 'the role {}', 'a role'],
  summary: 'Add a role out of permissions that the caller holds',
  input: z.object(fields),
  output: z.object({ role }),
  denied: denied.add,
})

export const update = command('roles.update', 'PUT /roles/{id}', 'manage_roles', {
  sentence: ['Changed', 'the role {}', 'a role'],
  summary: 'Change a role whose permissions, before and after, the caller holds',
  input: z.object({ ...changesTo(fields), id }),
  output: z.object({ role }),
  denied: denied.update,
})

export const remove = command('roles.remove', 'DELETE /roles/{id}', 'manage_roles', {
  sentence: ['Deleted', 'the role {}', 'a role'],
  summary: 'Delete a role; who held it loses what it gave',
  denied: denied.delete,
})

export const person = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  profilePicture: z.string().nullable(),
  roles: z.array(z.object({ _id: id, name: z.string() })),
})
export type Person = z.output<typeof person>

export const holders = query('roles.holders', 'GET /roles/{id}/people', ['manage_roles'], {
  sentence: ['Viewed', 'who has the role {}', 'who has a role'],
  summary: 'Who has a role',
  input: page.extend({ id }),
  output: z.object({ people: z.array(person), next, total }),
})

export const people = query('roles.people', 'GET /roles/people', 'assign_roles', {
  sentence: ['Viewed', 'who has which role'],
  summary: 'People of the company with their roles, by name',
  input: page.extend({ ...sortedBy('name'), search, roleId: id.optional() }),
  output: z.object({ people: z.array(person), next, total }),
})

export const personById = query('roles.personById', 'GET /roles/people/{userId}', 'assign_roles', {
  sentence: ['Viewed', 'the roles of {}', 'the roles of somebody'],
  summary: 'One person of the company with their roles',
  output: z.object({ person }),
})

export const assign = command('roles.assign', 'POST /roles/assign', 'assign_roles', {
  sentence: ['Changed', 'the roles of {}', 'who has which role'],
  summary: 'Give and take roles, for many people at once: all of it or nothing',
  input: z.object({
    userIds: z.array(id).min(1, 'Choose at least one person').max(500),
    add: z.array(id).max(50).default([]),
    remove: z.array(id).max(50).default([]),
  }),
  output: z.object({ people: z.array(person) }),
})
