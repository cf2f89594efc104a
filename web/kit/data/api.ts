// The typed client: one call per operation of the contract, with token, CSRF, time-outs and one kind of error.
import { csrfToken as csrfTokenOp, messages } from '@gatehouse/contract/identity/auth'
import { type Input, isInQuery, type Operation, type Output } from '@gatehouse/contract/operation'
import type { Failure } from '@gatehouse/contract/shapes'
import { singleton } from '../application.ts'
import { type Clock, clock } from '../clock.ts'
import { type Reachability, reachability } from '../live/reach.ts'
import { readStoredUser } from '../session/stored-user.ts'

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
  /** It arrives although the page is left. */
  readonly keepalive?: boolean
}

export interface Client {
  readonly call: <Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions) => Promise<Output<Op>>
  /** Sends a file as multipart, in the field that the operation names. */
  readonly upload: <Op extends Operation>(op: Op, file: Blob, options?: CallOptions) => Promise<Output<Op>>
  /** Fetches the file that an operation answers. */
  readonly download: <Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions) => Promise<Blob>
  /** The same, to be read as it comes. */
  readonly stream: <Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions) => Promise<Response>
  readonly csrfToken: () => Promise<string>
  /** The CSRF token belongs to a session: forget it when that ends. */
  readonly forgetCsrfToken: () => void
}

export interface ClientOptions {
  readonly base: string
  readonly token: () => string | null
  readonly onUnauthorized: () => void
  /** Set by the head of each answer. */
  readonly clock: Pick<Clock, 'readHead'>
  readonly reachability: Pick<Reachability, 'reached' | 'missed'>
}

export const createClient = ({ base, token, onUnauthorized, ...parts }: ClientOptions): Client => {
  let csrf: Promise<string> | null = null

  const send = async ({ op, url, body, accept }: Request, options: CallOptions): Promise<Response> => {
    const headers = new Headers({ accept })
    const bearer = token()
    if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`)
    // Of a form the browser sets the type itself: it carries the boundary between the parts.
    if (typeof body === 'string') headers.set('content-type', 'application/json')
    if (op.method !== 'GET') headers.set('x-csrf-token', await csrfToken())
    const deadline = AbortSignal.timeout(options.timeoutMs ?? op.timeoutMs ?? 30_000)
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
    const askedAt = Date.now()
    const response = await fetch(url, {
      method: op.method,
      credentials: 'include',
      headers,
      body: body ?? null,
      signal,
      keepalive: options.keepalive ?? false,
    })
    parts.reachability.reached()
    parts.clock.readHead(response.headers.get('date'), askedAt)
    return response
  }

  const attempt = async <T>(request: Request, read: Reader<T>, options: CallOptions): Promise<T> => {
    try {
      const response = await send(request, options)
      if (!response.ok) throw new ApiError(response.status, failureIn(await response.text(), response.status))
      return await read(response)
    } catch (error) {
      if (error instanceof ApiError || options.signal?.aborted) throw error
      if (error instanceof TypeError || error instanceof DOMException) parts.reachability.missed()
      const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
      throw new ApiError(0, { code: timedOut ? 'TIMEOUT' : 'NETWORK', message: messages.network })
    }
  }

  const fetchCsrfToken = async (): Promise<string> => {
    const answer = await attempt<Partial<Output<typeof csrfTokenOp>>>(requestOf(base, csrfTokenOp, {}), json, {})
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

  const ask = async <T>(request: Request, read: Reader<T>, options: CallOptions = {}): Promise<T> => {
    const bearer = token()
    try {
      if (bearer === null && isProtected(request.op)) {
        throw new ApiError(401, { code: 'UNAUTHENTICATED', message: messages.notAuthorized })
      }
      return await attempt(request, read, options).catch(async (error: unknown) => {
        // Meanwhile the token was replaced by another: the old one's end is not the session's.
        const replaced = isStatus(error, 401) && token() !== null && token() !== bearer
        if (!replaced && !isCsrfFailure(error)) throw error
        if (!replaced) await refreshCsrfToken()
        return attempt(request, read, options)
      })
    } catch (error) {
      if (isStatus(error, 401) && options.unauthorized !== 'an-answer') onUnauthorized()
      if (isCsrfFailure(error)) throw new ApiError(403, { code: error.code, message: messages.tryAgain })
      throw error
    }
  }

  return {
    call: (op, input, options) => ask(requestOf(base, op, input), json<Output<typeof op>>, options),
    upload: (op, file, options) => ask(uploadOf(base, op, file), json<Output<typeof op>>, options),
    download: (op, input, options) => ask(fileOf(base, op, input), (response) => response.blob(), options),
    stream: (op, input, options) => ask(fileOf(base, op, input), async (response) => response, options),
    csrfToken,
    forgetCsrfToken: () => void (csrf = null),
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** An answer came, and it says nothing: a proxy's page, for instance. */
export const unreadable = (): ApiError => new ApiError(502, { code: 'UNREADABLE', message: '' })

export const isStatus = (error: unknown, status: number): error is ApiError =>
  isApiError(error) && error.status === status

/** The text to show a person for any failure. */
export const messageOf = (error: unknown, fallback: string): string =>
  isApiError(error) && error.message !== '' ? error.message : fallback

export interface Api extends Client {
  /** What to do when the server says that there is no session any more. */
  readonly whenUnauthorized: (listener: () => void) => void
  /** What to do once a command was done that touches its domain, and its caller has dealt with the answer. */
  readonly whenTouched: (listener: Touched) => void
}

type Touched = (op: Operation, input: unknown, answer: unknown) => void

export const createApi = (parts: Pick<ClientOptions, 'clock' | 'reachability'>): Api => {
  let onUnauthorized = () => {}
  let onTouched: Touched = () => {}
  const client = createClient({
    ...parts,
    base: '/api',
    token: () => readStoredUser()?.token ?? null,
    onUnauthorized: () => onUnauthorized(),
  })
  const touching = async <T>(op: Operation, input: unknown, answer: Promise<T>): Promise<T> => {
    const answered = await answer
    // Later than what the caller does at once: a form closes before what it is about is shown otherwise.
    if (op.touches) setTimeout(() => onTouched(op, input, answered))
    return answered
  }
  return {
    ...client,
    call: (op, input, options) => touching(op, input, client.call(op, input, options)),
    upload: (op, file, options) => touching(op, null, client.upload(op, file, options)),
    whenUnauthorized: (listener) => void (onUnauthorized = listener),
    whenTouched: (listener) => void (onTouched = listener),
  }
}

export const api = singleton((use) => createApi({ clock: use(clock), reachability: use(reachability) }))

export const call: Client['call'] = (op, input, options) => api().call(op, input, options)
export const upload: Client['upload'] = (op, file, options) => api().upload(op, file, options)
export const download: Client['download'] = (op, input, options) => api().download(op, input, options)
export const stream: Client['stream'] = (op, input, options) => api().stream(op, input, options)

// Something that only who is signed in may do: nothing to ask the server about.
const isProtected = (op: Operation): boolean => op.kind === 'command' && op.permission !== 'public'

const isCsrfFailure = (error: unknown): error is ApiError => isStatus(error, 403) && error.code === 'EBADCSRFTOKEN'

interface Request {
  readonly op: Operation
  readonly url: string
  readonly body?: string | FormData
  readonly accept: string
}

type Reader<T> = (response: Response) => Promise<T>

// The server validates what it answers in every test: the contract's type is taken at its word.
const json = async <T>(response: Response): Promise<T> => {
  const text = await response.text()
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    throw unreadable()
  }
}

const uploadOf = (base: string, op: Operation, file: Blob): Request => {
  const body = new FormData()
  body.set(op.upload?.field ?? 'file', file)
  return { op, url: base + op.path, body, accept: 'application/json' }
}

const fileOf = (base: string, op: Operation, input: unknown): Request => ({
  ...requestOf(base, op, input),
  accept: op.download ?? '*/*',
})

/** The address of a query, below `/api`. */
export const addressOf = (op: Operation, input: unknown): string => requestOf('', op, input).url

// `{param}` of the path is filled in; the rest is the query string of GET and DELETE, else the JSON body.
const requestOf = (base: string, op: Operation, input: unknown): Request => {
  const accept = 'application/json'
  if (Array.isArray(input)) return { op, accept, url: base + op.path, body: JSON.stringify(input) }
  const rest = new Map(Object.entries(isRecord(input) ? input : {}))
  const path = op.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  if (!isInQuery(op)) {
    return { op, accept, url: base + path, body: JSON.stringify(Object.fromEntries(rest)) }
  }
  const query = new URLSearchParams()
  for (const [name, value] of rest) if (isScalar(value)) query.set(name, String(value))
  return { op, accept, url: `${base}${path}${query.size > 0 ? `?${query}` : ''}` }
}

// A proxy in between may answer without our error shape, or with a part of it.
const failureIn = (text: string, status: number): Failure => {
  const unread = { code: `HTTP_${status}`, message: '' }
  try {
    const { code, message, details }: Partial<Failure> = JSON.parse(text)
    return {
      code: typeof code === 'string' ? code : unread.code,
      message: typeof message === 'string' ? message : unread.message,
      ...(Array.isArray(details) ? { details } : {}),
    }
  } catch {
    return unread
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
