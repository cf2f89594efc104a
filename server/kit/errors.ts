// The one typed error a handler may throw, and how anything else looks to the caller: never a stack trace.
import type { Permission } from '@gatehouse/contract/permissions'
import type { Failure } from '@gatehouse/contract/shapes'
import type { z } from 'zod'

export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: Failure['details']

  constructor(status: number, code: string, message: string, details?: Failure['details']) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const notFound = (what = 'What you asked for') => new Refusal(404, 'NOT_FOUND', `${what} was not found.`)

/** The thing, or 404 with these words where there is none. */
export const existing = <T>(thing: T | null | undefined, what?: string): T => {
  if (thing === null || thing === undefined) throw notFound(what)
  return thing
}

export const notSignedIn = (message = 'Please log in to access this page') =>
  new Refusal(401, 'UNAUTHENTICATED', message)

export const lacking = (missing: readonly Permission[]) =>
  new Refusal(403, 'FORBIDDEN', `Access denied. Missing required permissions: ${missing.join(', ')}`)

/** Through another's eyes nothing is changed, and nobody's own secrets are read. */
export const readOnly = () => new Refusal(403, 'READ_ONLY', 'You are looking through another account: read only.')

export const invalid = (details: NonNullable<Failure['details']>) =>
  new Refusal(422, 'VALIDATION', details[0]?.message ?? 'Please check what you entered.', details)

export const unavailable = () =>
  new Refusal(503, 'UNAVAILABLE', 'The store cannot be reached at the moment. Please try again shortly.')

/** Every bad field at once, by its dotted path, and every name in the address that stands for nothing. */
export const invalidFrom = (error: z.ZodError | undefined, strange: readonly string[] = []) =>
  invalid([
    ...(error?.issues ?? []).map((issue) => ({ field: issue.path.join('.') || 'body', message: issue.message })),
    ...strange.map((field) => ({ field, message: `There is nothing here that is called ${field.slice(0, 100)}` })),
  ])

/** What was to be removed is referred to by something else: PostgreSQL's foreign_key_violation. */
export const isInUse = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503'

/** The write, or 409 with these words where something else still refers to what was to be removed. */
export const unlessInUse = <T>(write: Promise<T>, message: string): Promise<T> =>
  write.catch((error: unknown) => {
    throw isInUse(error) ? new Refusal(409, 'IN_USE', message) : error
  })

/** The write, or 422 at `field` where another row has what has to be unique: PostgreSQL's unique_violation. */
export const unlessDuplicate = <T>(write: Promise<T>, field: string, message: string): Promise<T> =>
  write.catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === '23505' ? invalid([{ field, message }]) : error
  })

/** Connection trouble, as against a fault of ours: what pg and Node report when the store is away. */
export const isStoreTrouble = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|57P0[123]|08\w{3}|53300|25P03)$/.test(code) ||
    /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|Query read timeout|Client has encountered a connection error/.test(
      error.message,
    )
  )
}
