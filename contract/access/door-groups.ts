// Groups of doors: doors under one name, for schedules, lockdowns and access levels.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { changesTo, id, named } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Groups of doors', shows: ['doorSetup'] }

/** A door may be in many groups; a group holds at most this many. */
export const mostDoors = 5000

export const doorGroup = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** Those that the caller sees, by name. */
  doors: z.array(named),
})
export type DoorGroup = z.output<typeof doorGroup>

const fields = {
  name: z.string().trim().min(2, 'Group name must be at least 2 characters').max(60, 'Group name is too long'),
  description: z.string().trim().max(300, 'Description is too long').default(''),
  doorIds: z.array(id).max(mostDoors, `A group holds at most ${mostDoors} doors`).default([]),
}

export const list = query('doorGroups.list', 'GET /door-groups', 'read_doors', {
  sentence: ['Viewed', 'the groups of doors'],
  summary: 'The groups of doors of the company, with those of their doors that the caller sees',
  output: z.object({ groups: z.array(doorGroup) }),
})

export const create = command('doorGroups.create', 'POST /door-groups', 'manage_doors', {
  sentence: ['Added', 'the group of doors {}', 'a group of doors'],
  summary: 'Put doors under one name',
  input: z.object(fields),
  output: z.object({ group: doorGroup }),
  status: 201,
})

export const update = command('doorGroups.update', 'PUT /door-groups/{groupId}', 'manage_doors', {
  sentence: ['Changed', 'the group of doors {}', 'a group of doors'],
  summary:
    'Change the name, the description or the doors of a group; doors that labels hide from the caller stay in it',
  input: z.object({ ...changesTo(fields), groupId: id }),
  output: z.object({ group: doorGroup }),
})

export const remove = command('doorGroups.remove', 'DELETE /door-groups/{groupId}', 'manage_doors', {
  sentence: ['Removed', 'the group of doors {}', 'a group of doors'],
  summary: 'Remove a group that no schedule, lockdown or access level uses; its doors stay',
})
