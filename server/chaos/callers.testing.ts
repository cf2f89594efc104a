// People and programs that keep calling whatever happens to the store: every call, its answer and how long it took.
import * as auth from '@gatehouse/contract/identity/auth'
import type { Asked } from './ask.testing.ts'
import { full } from './figures.testing.ts'
import type { Program } from './program.testing.ts'
import type { Building } from './load.testing.ts'
import { messageOf } from './sender.testing.ts'

export interface Call {
  readonly what: string
  readonly startedAt: number
  readonly ms: number
  /** 0: no answer at all. */
  readonly status: number
  readonly code: unknown
}

export interface Callers {
  readonly token: string
  /** Those that were answered, or cut off. */
  readonly calls: readonly Call[]
  /** Makes no more calls, and resolves once every one that was made is answered. */
  stop(): Promise<void>
  /** After a stop. */
  goOn(): void
}

/** Signing in is the dearest of the calls: two a second are a tenth of a machine. */
const gapMs = full ? 40 : 80

export const startCallers = async (program: Program, building: Building): Promise<Callers> => {
  const { email, password } = building.person
  const csrf = await program.ask({ path: '/api/auth/csrf-token' })
  const headers = {
    cookie: csrf.cookies.join('; '),
    'x-csrf-token': auth.csrfToken.output.parse(csrf.body).csrfToken,
  }
  const signIn = { method: 'POST', path: '/api/auth/signin', headers, body: { email, password } }
  const { token = '' } = auth.signIn.output.parse((await program.ask(signIn)).body)
  const bearer = { authorization: `Bearer ${token}` }
  const [wire, message] = messageOf('gas', 0, Date.now())
  const ingest = {
    method: 'POST',
    path: '/api/ingest',
    headers: { 'x-api-key': building.apiKey },
    body: [{ device: building.parrot.key, kind: wire, ...message }],
  }
  const kinds: [what: string, asked: Asked][] = [
    ['health', { path: '/api/health' }],
    ['devices', { path: '/api/devices', headers: bearer }],
    ['logs', { path: '/api/entry-exit/logs', headers: bearer }],
    ['session', { path: '/api/check-session', headers: bearer }],
    ['sign-in', signIn],
    ['ingest', ingest],
  ]

  const calls: Call[] = []
  const call = async ([what, asked]: (typeof kinds)[number]) => {
    const startedAt = performance.now()
    const answer = await program.ask({ ...asked, patienceMs: 90_000 }).catch(() => ({ status: 0, body: null }))
    const code = answer.body && typeof answer.body === 'object' && 'code' in answer.body ? answer.body.code : undefined
    calls.push({ what, startedAt, ms: performance.now() - startedAt, status: answer.status, code })
  }
  const under = new Set<Promise<void>>()
  const begin = (kind: (typeof kinds)[number]) => {
    const made = call(kind).finally(() => under.delete(made))
    under.add(made)
  }
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  // One after another, so that they fall into the moment of the loss at every stage of their life.
  const goOn = () => {
    timer = setInterval(() => {
      const next = kinds[turn++ % kinds.length]
      if (next) begin(next)
    }, gapMs)
  }
  goOn()
  return {
    token,
    calls,
    async stop() {
      clearInterval(timer)
      await Promise.all(under)
    },
    goOn,
  }
}
