// What both sides must agree on about a call or an event: one object per operation, read by the server, the typed
// client, OpenAPI, the permission matrix test and <Can>. No I/O here.
import { z } from 'zod'
import type { Domain } from './contract.ts'
import type { Permission } from './permissions.ts'
import { done, id } from './shapes.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/**
 * Who may call.
 * - `public`: anyone, signed in or not
 * - `signed-in`: any live session
 * - `api-key`: a machine with an API key that carries the ingest right (no session, hence no CSRF)
 * - a permission, or a list of which every one is needed
 */
export type Access = 'public' | 'signed-in' | 'api-key' | Permission | readonly Permission[]

/** A path parameter that names a device: the server answers 404 when company or label hide it. */
export type Target = { readonly device: string }

/**
 * How the activity log says it: a verb in the past; what it was done to, with `{}` where the name of that stands; and what
 * it is called without a name.
 */
export type Sentence = readonly [verb: string, named?: string, unnamed?: string]

/** What a domain says once for all of it; exported as `domain` by its file. */
export interface DomainFacts {
  /** What it is called where actions are listed by domain: `Roles`. */
  readonly title: string
  /** Whose data its queries show beside its own: they are read again when those change. */
  readonly shows?: readonly Domain[]
  /** What the activity log says of what no operation does, by the last part of its name: the server itself did it, or it is no more. */
  readonly sentences?: Readonly<Record<string, Sentence>>
}

export interface Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** Its one name, `doors.unlock`: its domain and what the contract exports it as; also in the activity log and OpenAPI. */
  readonly name: string
  readonly kind: 'query' | 'command'
  readonly method: Method
  /** As in the specification, with `{param}`; served below `/api`. */
  readonly path: string
  readonly summary: string
  /** What is on the record needs one; and what is not is there when it was refused, or done through another's eyes. */
  readonly sentence?: Sentence
  /** Of a file that has gone out to its end, on the record beside that it began (`<name>.ended`). */
  readonly sentenceOfEnd?: Sentence
  /** Path parameters, query and body as one object. */
  readonly input: I
  /** Names in its query that are none of its fields are passed over; those of all others are refused. */
  readonly freeForm?: true
  readonly output: O
  readonly permission: Access
  /** One of these is needed besides. */
  readonly either?: readonly Permission[]
  /** Written to the activity log: commands by default, sensitive reads on demand. */
  readonly audit: boolean
  /**
   * Once it has answered, browsers read again what shows its domain (`shownIn` of the registry): a command that is on the
   * record does so by default. False: what it changes reaches them by events alone.
   */
  readonly touches: boolean
  /** What its address names is gone once it has answered, as after a DELETE: nobody asks for it again. */
  readonly removes?: true
  readonly target?: Target
  /** Calls per minute and address; the general limit applies when absent. */
  readonly rateLimit?: number
  /** Answers this status instead of 200. */
  readonly status?: 201 | 202
  /** How long the browser waits for the answer; 30 s when absent. */
  readonly timeoutMs?: number
  /** The largest accepted body in bytes; when absent 1 MiB, and 64 KiB where anybody may call. */
  readonly bodyLimit?: number
  /** Of a person's own secrets: refused to whoever looks through another's eyes (users.viewAs). */
  readonly personal?: true
  /** What is answered to who is not signed in; that one has to sign in for this page when absent. */
  readonly signedOut?: string
  /** What a person is told who lacks the permission; the list of what is missing when absent. */
  readonly denied?: string
  /** Comes as multipart with one file in this field; the handler finds it in `call.file`. */
  readonly upload?: { readonly field: string; readonly bytes: number; readonly tooLarge: string }
  /** Its address works as a plain link or image too, for who is signed in in that browser. */
  readonly link?: true
  /** Answers a file of this type instead of JSON; the output is its `bytes`, or a `stream` of them. */
  readonly download?: string
}

/** The bytes of a file that an operation answers. */
export const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array)

/** A file that an operation answers piece by piece, as long as it may be. */
export const stream: z.ZodType<AsyncIterable<Uint8Array>> = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

/** Of an operation what is not said in its first line. */
type Spec<I extends z.ZodType, O extends z.ZodType> = Omit<
  Operation<I, O>,
  'name' | 'kind' | 'method' | 'path' | 'permission' | 'audit' | 'touches' | 'input' | 'output'
> & { readonly input?: I; readonly output?: O; readonly audit?: boolean; readonly touches?: boolean }

type Name = `${string}.${string}`

/** `GET /doors/{doorId}` takes a `doorId`, by its address alone. */
type AddressInput<Route extends string> = z.ZodObject<{ [K in NamedIn<Route>]: typeof id }>
type NamedIn<Route extends string> = Route extends `${string}{${infer First}}${infer Rest}`
  ? First | NamedIn<Rest>
  : never

/**
 * An operation by its one name, its address and who may call. Where no input is said, it is the ids in its address; where
 * no output is, it answers that it is done.
 */
type Define<Routes extends string> = <
  R extends Routes,
  I extends z.ZodType = AddressInput<R>,
  O extends z.ZodType = typeof done,
>(
  name: Name,
  route: R,
  permission: Access,
  spec: Spec<I, O>,
) => Operation<I, O>

const define = <I extends z.ZodType, O extends z.ZodType>(
  name: Name,
  route: `${Method} /${string}`,
  permission: Access,
  spec: Spec<I, O>,
): Operation<I, O> => {
  // Without a schema: the browser loads the contract and carries none (web/kit/no-schemas.ts).
  const method = methods.find((known) => route.startsWith(`${known} `)) ?? 'GET'
  const path = route.slice(method.length + 1)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- where they are not given, I and O are the types of these
  const usual = {
    input: z.object(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => [field, id]))),
    output: done,
  } as unknown as Pick<Operation<I, O>, 'input' | 'output'>
  const kind = method === 'GET' ? 'query' : 'command'
  const audit = spec.audit ?? kind === 'command'
  return { touches: audit && kind === 'command', ...usual, ...spec, audit, permission, name, kind, method, path }
}

/** Where its input stands, beside what is in the path: in the query of the address, as a body means nothing with these. */
export const isInQuery = ({ method }: Pick<Operation, 'method'>): boolean => method === 'GET' || method === 'DELETE'

/** An operation that changes nothing. */
export const query: Define<`GET /${string}`> = define

/** An operation that changes something: needs CSRF, and is audited unless it says otherwise. */
export const command: Define<`${Exclude<Method, 'GET'>} /${string}`> = define

/** What a caller passes: before defaults are filled in. */
export type Input<Op extends Operation> = z.input<Op['input']>
/** What a handler receives. */
export type Parsed<Op extends Operation> = z.output<Op['input']>
/** What a handler returns and the caller gets. */
export type Output<Op extends Operation> = z.output<Op['output']>

/** Something that happened, pushed to the sockets that may see it. */
export interface LiveEvent<S extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly shape: S
  /** What a receiver must hold; a function where it depends on what the event is about. */
  readonly permission: Permission | ((payload: z.output<S>) => Permission)
  /** And this besides, whatever it is about. */
  readonly also?: Permission
  /** `device`: the device, or the place, must be visible under the receiver's labels too. */
  readonly scope: 'company' | 'device'
  /** Which device, zone or site the event is about (its id); needed with scope `device`. */
  readonly device?: (payload: z.output<S>) => string | null
  /** Browsers read again what shows its domain, at most once a second: it says that something changed, and not what. */
  readonly touches?: true
  /** Only the newest per key needs to arrive; absent: every one is sent, at once. */
  readonly coalesce?: (payload: z.output<S>) => string
}

export const event = <S extends z.ZodType>(
  name: string,
  shape: S,
  options: Omit<LiveEvent<S>, 'name' | 'shape'>,
): LiveEvent<S> => ({ name, shape, ...options })

/** All that a receiver must hold. */
export const needsOf = (permission: Permission, also: Permission | undefined): readonly Permission[] =>
  also === undefined || also === permission ? [permission] : [permission, also]

export type Payload<E extends LiveEvent> = z.output<E['shape']>
