// Every call passes here, once: session, CSRF, permission, validation, target, audit. Handlers return data or throw.
import { lackOf } from '@gatehouse/contract/lack'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { signOut } from '@gatehouse/contract/identity/auth'
import { isInQuery, type Operation, type Output, type Parsed, stream } from '@gatehouse/contract/operation'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { QueryExecutorProvider } from 'kysely'
import type pg from 'pg'
import type { Caller, Machine } from './caller.ts'
import { withCleanNames } from './clean-names.ts'
import { checkCsrf } from './csrf.ts'
import {
  invalid,
  invalidFrom,
  isStoreTrouble,
  lacking,
  notFound,
  notSignedIn,
  readOnly,
  Refusal,
  unavailable,
} from '../errors.ts'
import { factsOf, reasonIn, sentOf, subjectOf } from '../audit-entry.ts'
import { linkSecretIn } from './link-cookie.ts'
import { type Left, watchLeaving } from './leaving.ts'
import { splitAnswer, wholeToken } from '../secrets/split-token.ts'
import { surplus } from './surplus.ts'
import { fileOf, type SentFile } from './upload.ts'
import { inWords } from '../wording.ts'
import { firstUnstorable } from '../unstorable.ts'
import { unknownNamesOf } from './unknown-names.ts'

/** A transaction under way, of either kind. */
export type Within = QueryExecutorProvider | Pick<pg.ClientBase, 'query'>

/** What serving needs of the house; main.ts hands it in, so that the kit knows no domain. */
export interface Gate {
  caller(token: string): Promise<Caller | null>
  /** Whose links the secret of a link cookie opens. */
  linkCaller(secret: string): Promise<Caller | null>
  machine(secret: string): Promise<Machine | null>
  /** Whether the device exists in the caller's company and no label hides it. */
  sees(caller: Caller, deviceId: string): boolean
  /** Writes an entry of the record; in the transaction, where one is given. */
  audit(entry: AuditEntry, within?: Within): Promise<void>
  ready(): boolean
  /** The work's answer, or a refusal as soon as the store goes away. */
  orLost<T>(work: Promise<T>): Promise<T>
  observe(operation: string, status: number, ms: number): void
}

/** What only the handler knows of what it did, for the record. Without secrets; what the call was given is there anyway. */
export interface Notified {
  /** What it was done to, in words: a role's name, a person's address. */
  readonly subject?: string | null
  /** What it was and what it is: only what changed (see `changes`). */
  readonly before?: Readonly<Record<string, unknown>> | null
  readonly after?: Readonly<Record<string, unknown>> | null
  /** What the input says as `reason`, unless told otherwise. */
  readonly reason?: string | null
  /** Of what it belongs to, where that began before this call. */
  readonly belongsTo?: string
}

export interface AuditEntry extends Notified {
  readonly companyId: string | null
  /** Who sat there. */
  readonly userId: string | null
  readonly actor: string
  /** Whose eyes they looked through. */
  readonly onBehalfOf?: string | null
  readonly onBehalfOfId?: string | null
  readonly action: string
  readonly input: unknown
  readonly status: number
  readonly address: string
  readonly correlationId: string
}

/** What a handler may want to know of the call beyond its input. */
export interface Call {
  readonly correlationId: string
  readonly address: string
  readonly agent: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Of calls by nobody that turn out to be somebody's: whose they are, for the record. */
  readonly actsFor: (account: Actor) => void
  /** More for the record, to be written when the call ends, however it ends. */
  readonly annotate: (published: Notified) => void
  /** Writes the record of this call's success within its transaction: they are kept together, or neither is. */
  readonly record: (tx: Within, published?: Notified) => Promise<void>
  /** Of downloads: more for the entry that says how the file went out, asked for when it has. */
  readonly annotateAtEnd: (facts: () => Readonly<Record<string, unknown>>) => void
  /** Of operations with an upload: the file as it was sent, trusted in nothing. */
  readonly file?: SentFile
}

type Actor = Pick<AuditEntry, 'companyId' | 'userId' | 'actor' | 'onBehalfOf' | 'onBehalfOfId'>

type Facts = Readonly<Record<string, unknown>>

/** What an operation answers that has nothing to say but that it is done: its handler answers nothing. */
const done = { success: true } as const
type OrNothing<Answer> = Answer | (typeof done extends Answer ? void : never)

type Handler<Op extends Operation, Who> = (input: Parsed<Op>, who: Who, call: Call) => Promise<OrNothing<Output<Op>>>

export interface Serve {
  /** For signed-in people: the handler runs only when the operation's permissions are held. */
  <Op extends Operation>(op: Op, handler: Handler<Op, Caller>): void
  /** For anyone. */
  open<Op extends Operation>(op: Op, handler: Handler<Op, null>): void
  /** For programs with an API key. */
  machine<Op extends Operation>(op: Op, handler: Handler<Op, Machine>): void
  /** What has been served: the permission matrix and OpenAPI read it. */
  readonly served: readonly Operation[]
}

export const createServe = (app: FastifyInstance, gate: Gate, checkOutput: boolean): Serve => {
  const served: Operation[] = []
  /** How downloads ended, on its way to the record. */
  const ending = new Set<Promise<void>>()
  // What was on its way out when the stop was asked for has ended by then.
  app.addHook('onClose', async () => {
    await Promise.all(ending)
  })

  /** A download is on record when it begins, so that none is lost, and once more when it ends. */
  const recordEnd = (begun: AuditEntry, { bytes, whole, because }: Left, facts: Facts, log: FastifyBaseLogger) => {
    const after = { whole, ...(because === null ? {} : { because }), bytes, ...facts }
    const end = { ...begun, action: `${begun.action}.ended`, input: {}, before: null, after: factsOf(after) }
    const written = gate
      .audit({ ...end, status: whole ? begun.status : 500 })
      .catch((error: unknown) => log.error({ error }, 'how a download ended could not be recorded'))
      .finally(() => ending.delete(written))
    ending.add(written)
  }

  const route = <Op extends Operation, Who>(
    op: Op,
    /** Says who it is before it may refuse: refusals are of somebody too. */
    identify: (request: FastifyRequest, known: (who: Who) => void) => Promise<Who>,
    actorOf: (who: Who | null) => Actor,
    handler: Handler<Op, Who>,
  ) => {
    served.push(op)
    const name = op.name
    const unknownNames = unknownNamesOf(op)
    const parametersOf = /\{(\w+)\}/g
    app.route({
      method: op.method,
      url: `/api${op.path.replace(parametersOf, ':$1')}`,
      ...bodyLimitOf(op),
      // What compresses waits for more than the first piece.
      ...(op.output === stream ? { compress: false } : {}),
      ...(op.rateLimit === undefined ? {} : { config: { rateLimit: { max: op.rateLimit, timeWindow: 60_000 } } }),
      // Who calls, and whether they may, is settled before anything of the body is read, which costs more than to refuse it;
      // and once more when it is there, as it may have taken long.
      async preParsing(request, reply) {
        if (op.method !== 'GET') await answer(request, reply, false)
      },
      handler: (request, reply) => answer(request, reply, true),
    })

    /** `whole`: with what it is to do; otherwise only as far as whoever calls is refused. */
    async function answer(request: FastifyRequest, reply: FastifyReply, whole: boolean): Promise<unknown> {
      const started = performance.now()
      const correlationId = randomUUID()
      let account: Actor | null = null
      let more: Notified = {}
      let recorded = false
      let leaving: unknown
      let atEnd: () => Facts = () => ({})
      const entry = (of: number): AuditEntry => ({
        ...(account ?? actorOf(who)),
        action: name,
        input: sentOf(raw, of >= 400),
        subject: subjectOf(more.subject),
        before: factsOf(more.before),
        after: factsOf(more.after),
        reason: more.reason === undefined ? reasonIn(raw) : more.reason,
        status: of,
        address: request.ip,
        correlationId: more.belongsTo ?? correlationId,
      })
      const call: Call = {
        correlationId,
        address: request.ip,
        agent: (request.headers['user-agent'] ?? '').slice(0, 300),
        request,
        reply,
        actsFor: (found) => (account = found),
        annotate: (published) => (more = { ...more, ...published }),
        async record(tx, published = {}) {
          more = { ...more, ...published }
          await gate.audit(entry(op.status ?? 200), tx)
          recorded = true
        },
        annotateAtEnd: (facts) => (atEnd = facts),
      }
      let who: Who | null = null
      let status = op.status ?? 200
      reply.header('x-correlation-id', correlationId)
      const raw = rawInput(op, request)
      try {
        if (!gate.ready()) throw unavailable()
        return await gate.orLost(whole ? run() : admit())
      } catch (error) {
        status = error instanceof Refusal ? error.status : isStoreTrouble(error) ? 503 : 500
        throw error
      } finally {
        const isOver = whole || status >= 400
        if (isOver) gate.observe(name, status, performance.now() - started)
        const stored = recorded && status < 400
        if (isOver && (op.audit || isViewing(who) || isRefused(who, status)) && !stored && gate.ready()) {
          // What was to change, and did not.
          if (status >= 400) more = { ...more, before: null, after: null }
          await gate.audit(entry(status))
        }
        if (leaving !== undefined && status < 400) {
          const begun = entry(status)
          watchLeaving(reply.raw, leaving, (left) => recordEnd(begun, left, left.whole ? atEnd() : {}, request.log))
        }
      }
      async function admit(): Promise<Who> {
        who = await identify(request, (known) => (who = known))
        return who
      }
      async function run(): Promise<unknown> {
        const caller = await admit()
        // What machines send is kept as it came, in quarantine if need be.
        if (op.permission !== 'api-key') refuseUnstorable(raw)
        const asked = op.permission === 'api-key' ? raw : withCleanNames(raw)
        const parsed = op.input.safeParse(asked, { error: inWords })
        const strange = unknownNames(request.query)
        if (!parsed.success || strange.length > 0) throw invalidFrom(parsed.error, strange)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the operation's own schema has parsed
        const input = parsed.data as Parsed<Op>
        if (op.target) refuseUnseen(op.target.device, input, caller)
        // What is answered is of one person and one moment; a handler may say otherwise.
        reply.header('cache-control', 'no-store')
        if (op.download) reply.type(op.download)
        const file = op.upload && { file: await fileOf(request, op.upload) }
        const answered = await handler(input, caller, { ...call, ...file })
        const output = answered === undefined ? done : answered
        if (op.status) reply.status(op.status)
        if (op.download && op.audit) leaving = output
        if (op.output === stream) return pieces(output)
        const checked: unknown = checkOutput ? held(op, output) : output
        return splitAnswer(checked, request, reply)
      }
    }
  }

  const refuseUnseen = (parameter: string, input: unknown, who: unknown) => {
    const deviceId: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, parameter) : undefined
    if (typeof deviceId !== 'string' || !isCaller(who) || !gate.sees(who, deviceId)) throw notFound('This device')
  }

  const person = async (op: Operation, request: FastifyRequest, known: (who: Caller) => void): Promise<Caller> => {
    const secret = op.link ? linkSecretIn(request) : null
    const caller = await (secret === null ? gate.caller(bearerOf(request)) : gate.linkCaller(secret))
    if (!caller) throw notSignedIn(op.signedOut)
    known(caller)
    app.connections.know(request.raw.socket, { company: caller.companyId ?? '', name: caller.userId })
    if (op.kind === 'command') checkCsrf(request)
    const lack = lackOf(op, caller.permissions)
    if (lack.length > 0) throw op.denied ? new Refusal(403, 'FORBIDDEN', op.denied) : lacking(lack)
    if (caller.viewer && !mayWhileViewing(op)) throw readOnly()
    return caller
  }

  const forPeople = <Op extends Operation>(op: Op, handler: Handler<Op, Caller>) => {
    if (op.permission === 'public' || op.permission === 'api-key') throw new Error(`${op.name} is not for people`)
    route(op, (request, known) => person(op, request, known), actorOfPerson, handler)
  }

  const open: Serve['open'] = (op, handler) => {
    if (op.permission !== 'public') throw new Error(`${op.name} is not public`)
    const identify = async (request: FastifyRequest) => {
      if (op.kind === 'command') checkCsrf(request)
      return null
    }
    route(op, identify, () => ({ companyId: null, userId: null, actor: 'anonymous' }), handler)
  }

  const machine: Serve['machine'] = (op, handler) => {
    if (op.permission !== 'api-key') throw new Error(`${op.name} is not for machines`)
    const identify = async (request: FastifyRequest) => {
      const known = await gate.machine(keyOf(request))
      if (!known) throw new Refusal(401, 'UNAUTHENTICATED', 'A valid API key is needed in the header X-API-Key.')
      app.connections.know(request.raw.socket, { company: known.companyId, name: `key ${known.name}` })
      return known
    }
    const actorOf = (who: Machine | null) => ({
      companyId: who?.companyId ?? null,
      userId: null,
      actor: who ? `API key ${who.name}` : 'unknown API key',
    })
    route(op, identify, actorOf, handler)
  }

  return Object.assign(forPeople, { open, machine, served })
}

/** The answer, as long as the contract says all of it. */
const held = (op: Operation, output: unknown): unknown => {
  const parsed: unknown = op.output.parse(output)
  const more = surplus(output, parsed)
  if (more.length > 0)
    throw new Error(`${op.name} answers more than its contract says: ${[...new Set(more)].join(', ')}`)
  return parsed
}

const refuseUnstorable = (raw: unknown) => {
  const path = firstUnstorable(raw)
  if (path !== null)
    throw invalid([
      { field: path || 'body', message: 'This has characters that cannot be kept, or is nested too deeply.' },
    ])
}

// Ended with the call: whoever hangs up ends what it came from.
const pieces = (output: unknown): Readable => {
  if (output instanceof Readable) return output
  return Readable.from(stream.parse(output), { objectMode: false })
}

// Whoever may be anybody has no reason to send much.
const anybodysBytes = 65_536

const bodyLimitOf = ({ bodyLimit, permission }: Operation) => {
  const bytes = bodyLimit ?? (permission === 'public' ? anybodysBytes : undefined)
  return bytes === undefined ? {} : { bodyLimit: bytes }
}

const isCaller = (who: unknown): who is Caller => typeof who === 'object' && who !== null && 'sessionId' in who

const isViewing = (who: unknown): boolean => isCaller(who) && who.viewer !== null

// Reading beyond one's rights is told of as well as writing.
const isRefused = (who: unknown, status: number): boolean => isCaller(who) && status === 403

// Leaving is the one thing that may be done through another's eyes.
const mayWhileViewing = (op: Operation): boolean =>
  (op.kind === 'query' || !op.audit || op === signOut) && op.personal !== true

// Who did it is who sat there.
export const actorOfPerson = (who: Caller | null): Actor => ({
  companyId: who?.companyId ?? null,
  userId: who?.viewer?.id ?? who?.userId ?? null,
  actor: who?.viewer?.email ?? who?.email ?? 'anonymous',
  onBehalfOf: who?.viewer ? who.email : null,
  onBehalfOfId: who?.viewer ? who.userId : null,
})

/** The token of the call; completed by its cookie where the browser holds only a part of it. */
export const bearerOf = (request: FastifyRequest): string => {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' ? wholeToken(token ?? '', request.cookies, request.server.secure) : ''
}

const keyOf = (request: FastifyRequest): string => {
  const header = request.headers['x-api-key']
  return typeof header === 'string' ? header : bearerOf(request)
}

// Path parameters last: a body cannot say that it is about another resource than the path.
const rawInput = (op: Operation, request: FastifyRequest): unknown => {
  const given = isInQuery(op) ? request.query : op.upload ? undefined : request.body
  if (Array.isArray(given)) return given
  const params = typeof request.params === 'object' ? request.params : {}
  return { ...(typeof given === 'object' ? given : {}), ...params }
}
