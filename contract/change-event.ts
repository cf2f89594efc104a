// The event that most domains have: something is otherwise than it was, and browsers are not told what. They read it again.
import { z } from 'zod'
import { event } from './operation.ts'
import type { Permission } from './permissions.ts'
import { moment } from './shapes.ts'

export const changeEvent = (name: `${string}.${string}`, permission: Permission) =>
  event(name, z.object({ at: moment }), { permission, scope: 'company', touches: true, coalesce: () => name })
