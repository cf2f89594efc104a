// The small shapes that every domain shares: ids, moments, errors, pages.
import { z } from 'zod'

export const id = z.uuid()

/** A moment in UTC, ISO 8601 with `Z`; in a year that the store knows, as there was none before the first. */
export const moment = z.iso.datetime().refine((at) => at >= '0001', 'Choose a time after the year 0')

/** What is shown of something by its name alone. */
export const named = z.object({ id, name: z.string() })

/** What is answered where there is nothing more to say. */
export const done = z.object({ success: z.literal(true) })

/** Part of a name or of other words that a list is searched by. */
export const search = z.string().trim().max(100).optional()

/** Of a list in time: from `from` on and before `to`. */
export const between = { from: z.optional(moment), to: z.optional(moment) }

type Changes<S extends z.core.$ZodLooseShape> = {
  [K in keyof S]: z.ZodOptional<S[K] extends z.ZodDefault<infer Inner> ? Inner : S[K]>
}

/**
 * The fields of something as its update takes them: each may be absent, and stays as it is then. A default is for what is
 * new; here it would empty what somebody has left out.
 */
export function changesTo<S extends Record<string, z.ZodType>>(shape: S): Changes<S>
export function changesTo(shape: Record<string, z.ZodType>): Record<string, z.ZodType> {
  const optional = (field: z.ZodType) => z.optional(field instanceof z.ZodDefault ? field.unwrap() : field)
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, optional(field)]))
}

/** How far a value may be believed. Never render anything but `good` as normal. */
export const quality = z.enum(['good', 'stale', 'fault', 'warm-up', 'over-range', 'under-range'])
export type Quality = z.output<typeof quality>

export const failure = z.object({
  /** Stable, for programs: `NOT_FOUND`, `VALIDATION`, `EBADCSRFTOKEN`... */
  code: z.string(),
  /** For people: what happened and what to do. */
  message: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})
export type Failure = z.output<typeof failure>

/** What everybody who may see a person at all knows of them. */
export const personFacts = {
  id,
  email: z.string(),
  /** As chosen, else first and last name. */
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  job: z.string().nullable(),
  department: z.string().nullable(),
  /** Address below `/api` of the medium picture; to be asked for with the bearer token. */
  profilePicture: z.string().nullable(),
}

/** A page of a keyset-paged list: `limit` rows after `cursor`; the answer's `next` is the following cursor or null. */
export const page = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(20),
  cursor: z.string().max(1000).optional(),
})
export const next = z.string().nullable()

/** How many rows pass the filter of a list, those that have not been read included; null after the first page. */
export const total = z.int().nullable()

/**
 * What a list may be sorted by, as a field of its input: `sortedBy('name', 'createdAt')` takes `name`, and `-name` for the
 * other direction. Absent: as the list is sorted of itself.
 */
export const sortedBy = <const Name extends string>(...names: readonly Name[]) => ({
  sort: z.optional(z.enum(names.flatMap((name) => [name, `-${name}`] as const))),
})
