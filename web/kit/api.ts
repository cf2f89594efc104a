// The typed client: one call per operation of the contract, with token, CSRF, time-outs and one kind of error.
import { csrfToken as csrfTokenOp, messages } from '@gatehouse/contract/auth'
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import type { Failure } from '@gatehouse/contract/shapes'
import { readStoredUser } from './stored-user.ts'

/** Anything that kept a call from its answer. `status` 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: NonNullable<Failure['details']>

  constructor(status: number, failure: Failure) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = status
    this.code = failure.code
    this.details = failure.details ?? []
  }
}

export interface CallOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Set by the calls for which a 401 is an answer and not the end of the session. */
  readonly unauthorized?: 'an-answer'
}

export interface Client {
  readonly call: <Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions) => Promise<Output<Op>>
  readonly csrfToken: () => Promise<string>
  /** The CSRF token belongs to a session: forget it when that ends. */
  readonly forgetCsrfToken: () => void
}

export interface ClientOptions {
  readonly base: string
  readonly token: () => string | null
  readonly onUnauthorized: () => void
}

export const createClient = ({ base, token, onUnauthorized }: ClientOptions): Client => {
  let csrf: Promise<string> | null = null

  const send = async (op: Operation, input: unknown, options: CallOptions): Promise<Response> => {
    const { url, body } = requestOf(base, op, input)
    const headers = new Headers({ accept: 'application/json' })
    const bearer = token()
    if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`)
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (op.method !== 'GET') headers.set('x-csrf-token', await csrfToken())
    const deadline = AbortSignal.timeout(options.timeoutMs ?? 30_000)
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
    return fetch(url, { method: op.method, credentials: 'include', headers, body: body ?? null, signal })
  }

  const attempt = async <T>(op: Operation, input: unknown, options: CallOptions): Promise<T> => {
    try {
      const response = await send(op, input, options)
      const text = await response.text()
      if (!response.ok) throw new ApiError(response.status, failureIn(text, response.status))
      // The server validates what it answers in every test: the contract's type is taken at its word.
      return JSON.parse(text === '' ? '{}' : text)
    } catch (error) {
      if (error instanceof ApiError || options.signal?.aborted) throw error
      const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
      throw new ApiError(0, { code: timedOut ? 'TIMEOUT' : 'NETWORK', message: messages.network })
    }
  }

  const fetchCsrfToken = async (): Promise<string> => {
    const answer = await attempt<Partial<Output<typeof csrfTokenOp>>>(csrfTokenOp, {}, {})
    if (typeof answer.csrfToken === 'string') return answer.csrfToken
    throw new ApiError(0, { code: 'CSRF_REFRESH', message: messages.csrfRefreshFailed })
  }

  const csrfToken = (): Promise<string> => {
    const asked: Promise<string> = (csrf ??= fetchCsrfToken().catch((error: unknown) => {
      csrf = null
      throw error
    }))
    return asked
  }

  const refreshCsrfToken = async (): Promise<void> => {
    csrf = null
    try {
      await csrfToken()
    } catch (error) {
      if (isStatus(error, 401)) throw error
      throw new ApiError(isApiError(error) ? error.status : 0, {
        code: 'CSRF_REFRESH',
        message: messages.csrfRefreshFailed,
      })
    }
  }

  const call: Client['call'] = async <Op extends Operation>(op: Op, input: Input<Op>, options: CallOptions = {}) => {
    try {
      return await attempt<Output<Op>>(op, input, options).catch(async (error: unknown) => {
        if (!isCsrfFailure(error)) throw error
        await refreshCsrfToken()
        return attempt<Output<Op>>(op, input, options)
      })
    } catch (error) {
      if (isStatus(error, 401) && options.unauthorized !== 'an-answer') onUnauthorized()
      if (isCsrfFailure(error)) throw new ApiError(403, { code: error.code, message: messages.tryAgain })
      throw error
    }
  }

  return { call, csrfToken, forgetCsrfToken: () => void (csrf = null) }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

export const isStatus = (error: unknown, status: number): error is ApiError =>
  isApiError(error) && error.status === status

/** The text to show a person for any failure. */
export const messageOf = (error: unknown, fallback: string): string =>
  isApiError(error) && error.message !== '' ? error.message : fallback

let unauthorized = () => {}

/** What to do when the server says that there is no session any more. */
export const whenUnauthorized = (listener: () => void): void => void (unauthorized = listener)

const client = createClient({
  base: '/api',
  token: () => readStoredUser()?.token ?? null,
  onUnauthorized: () => unauthorized(),
})

export const { call, csrfToken, forgetCsrfToken } = client

const isCsrfFailure = (error: unknown): error is ApiError => isStatus(error, 403) && error.code === 'EBADCSRFTOKEN'

// `{param}` of the path is filled in; the rest is the query string of GET and DELETE, else the JSON body.
const requestOf = (base: string, op: Operation, input: unknown): { url: string; body?: string } => {
  if (Array.isArray(input)) return { url: base + op.path, body: JSON.stringify(input) }
  const rest = new Map(Object.entries(isRecord(input) ? input : {}))
  const path = op.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  if (op.method !== 'GET' && op.method !== 'DELETE') {
    return { url: base + path, body: JSON.stringify(Object.fromEntries(rest)) }
  }
  const query = new URLSearchParams()
  for (const [name, value] of rest) if (isScalar(value)) query.set(name, String(value))
  return { url: `${base}${path}${query.size > 0 ? `?${query}` : ''}` }
}

// A proxy in between may answer without our error shape.
const failureIn = (text: string, status: number): Failure => {
  const unreadable = { code: `HTTP_${status}`, message: '' }
  try {
    const { code, message, details }: Partial<Failure> = JSON.parse(text)
    if (typeof code !== 'string' || typeof message !== 'string') return unreadable
    return { code, message, ...(Array.isArray(details) ? { details } : {}) }
  } catch {
    return unreadable
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
