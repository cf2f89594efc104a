// The server as tests of the web have it: what it answers is typed and checked by the contract, so that it cannot drift
// from the real one. It stands at `fetch` and at the sockets: CSRF, time-outs and what follows a 401 are the web's own.
import { csrfToken } from '@gatehouse/contract/identity/auth'
import { operations } from '@gatehouse/contract/contract'
import type { LiveEvent, Operation, Output, Parsed, Payload } from '@gatehouse/contract/operation'
import { failure, type Failure } from '@gatehouse/contract/shapes'
import { providers } from '@gatehouse/contract/identity/social'
import { entrance } from '@gatehouse/contract/system/demo'
import { vi } from 'vitest'
import { createFakeSockets, type FakeSockets } from './fake-sockets.testing.ts'

type Answer<Op extends Operation> = Output<Op> | ((input: Parsed<Op>) => Output<Op>)

export interface FakeServer extends FakeSockets {
  /** From now on. */
  readonly answers: <Op extends Operation>(op: Op, answer: Answer<Op>) => void
  readonly refuses: (op: Operation, status: number, why?: Partial<Failure>) => void
  /** Does not answer; returns how to let it answer, by what it answers by then. */
  readonly hangs: (op: Operation) => () => void
  /** What it was asked, oldest first. */
  readonly asked: <Op extends Operation>(op: Op) => Parsed<Op>[]
  /** The path of every call, oldest first. */
  readonly paths: () => readonly string[]
  /** What no test answers hangs, and is no fault: for tests that are not about the page that asks. */
  readonly hangsOtherwise: () => void
  /** Nobody is reached, until it is back. */
  readonly goes: (where: 'away' | 'back') => void
  /** Says to whoever is connected what happened. */
  readonly pushes: <E extends LiveEvent>(event: E, payload: Payload<E>) => void
  /** What was asked, and no test answers; what was given that the contract does not know. */
  readonly faults: () => readonly string[]
}

interface Call {
  readonly op: Operation
  readonly input: unknown
}

export const createFakeServer = (): FakeServer => {
  const reactions = new Map<Operation, (input: unknown) => Response>()
  const hanging = new Map<Operation, Promise<void>>()
  const calls: Call[] = []
  const paths: string[] = []
  const faults: string[] = []
  const sockets = createFakeSockets((fault) => faults.push(fault))
  let isAway = false
  let isPatient = false

  const answers = (op: Operation, answer: unknown) => {
    const given = (input: unknown): unknown => (isFunction(answer) ? answer(input) : answer)
    // Before anybody asks, so that the test that gives it fails at that line.
    if (!isFunction(answer)) checked(op, answer)
    reactions.set(op, (input) => answerOf(op, checked(op, given(input))))
  }

  const reply = async (method: string, url: URL, body: unknown, signal: AbortSignal | null): Promise<Response> => {
    signal?.throwIfAborted()
    paths.push(url.pathname)
    if (isAway) throw new TypeError('Failed to fetch')
    if (url.pathname === '/api/health') return Response.json({})
    if (url.pathname === '/build.json') return Response.json({ build: 'tested', entrances: [] })
    const found = find(method, url.pathname)
    if (!found) return unanswered(`${method} ${url.pathname} is no operation of the contract`)
    const { op, named } = found
    const input = op.input.safeParse(inputOf({ ...Object.fromEntries(url.searchParams), ...named }, body))
    if (!input.success) return unanswered(`${op.name} was asked with what it does not take: ${input.error.message}`)
    calls.push({ op, input: input.data })
    await unlessAborted(hanging.get(op), signal)
    const react = reactions.get(op)
    if (!react && isPatient) await unlessAborted(new Promise(() => {}), signal)
    return react ? react(input.data) : unanswered(`${op.name} was asked, and the test does not answer it`)
  }

  const unanswered = (fault: string): Response => {
    faults.push(fault)
    return Response.json({ code: 'UNANSWERED', message: fault }, { status: 500 })
  }

  vi.stubGlobal('fetch', async (asked: string, init: RequestInit = {}) => {
    const url = new URL(asked, window.location.href)
    if (url.origin !== window.location.origin) faults.push(`asked another origin: ${url.href}`)
    return reply(init.method ?? 'GET', url, init.body, init.signal ?? null)
  })
  // What every page of its kind asks, whatever a test is about.
  answers(csrfToken, { csrfToken: 'known' })
  answers(providers, { providers: [] })
  answers(entrance, { demo: null })

  return {
    ...sockets,
    answers,
    refuses: (op, status, why = {}) =>
      void reactions.set(op, () => {
        const given = failure.parse({ code: `HTTP_${status}`, message: '', ...why })
        return Response.json(given, { status, headers: { date: new Date().toUTCString() } })
      }),
    hangs: (op) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      hanging.set(op, promise)
      return () => {
        hanging.delete(op)
        resolve()
      }
    },
    paths: () => paths,
    hangsOtherwise: () => void (isPatient = true),
    asked: <Op extends Operation>(op: Op) =>
      calls.filter((each) => each.op === op).map(({ input }) => input as Parsed<Op>),
    goes: (where) => void (isAway = where === 'away'),
    pushes: ({ name, shape }, payload) => sockets.emit('/telemetry', 'events', [[name, shape.parse(payload)]]),
    faults: () => faults,
  }
}

const isFunction = (answer: unknown): answer is (input: unknown) => unknown => typeof answer === 'function'

const checked = (op: Operation, answer: unknown): unknown => {
  const { success, data, error } = op.output.safeParse(answer)
  if (!success) throw new Error(`${op.name} does not answer this: ${error.message}`)
  return data
}

const answerOf = (op: Operation, answer: unknown): Response => {
  const headers = { date: new Date().toUTCString() }
  if (op.download === undefined) return Response.json(answer, { status: op.status ?? 200, headers })
  return new Response(answer as Uint8Array<ArrayBuffer>, { headers: { ...headers, 'content-type': op.download } })
}

const find = (method: string, path: string) => {
  for (const op of byLiteralsFirst) {
    if (op.method !== method) continue
    const pattern = op.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^/api${pattern}$`).exec(path)
    if (!match) continue
    const named = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
    return { op, named: Object.fromEntries(named) as Record<string, string> }
  }
  return undefined
}

const byLiteralsFirst = [...operations.values()].toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)

const inputOf = (named: Record<string, string>, body: unknown): unknown => {
  if (typeof body !== 'string') return named
  const given: unknown = JSON.parse(body)
  return Array.isArray(given) || typeof given !== 'object' ? given : { ...named, ...given }
}

const unlessAborted = (answer: Promise<void> | undefined, signal: AbortSignal | null): Promise<void> | undefined => {
  if (!answer || !signal) return answer
  const { promise, reject } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  return Promise.race([answer, promise])
}
