// Signing in with Google and GitHub, and connecting them to an account from inside it. What a provider says counts only
// as the answer to an attempt of this browser; an address alone never opens an account that is there already.
import { randomBytes } from 'node:crypto'
import * as social from '@gatehouse/contract/identity/social'
import type { Provider } from '@gatehouse/contract/identity/social'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { addVerifiedAccount } from '../accounts/accounts.ts'
import type { Entrance, Sessions } from '../auth/auth.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Caller, demand } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { type Config, isLoopback } from '../../kit/config.ts'
import { existing, notFound, notSignedIn, Refusal } from '../../kit/errors.ts'
import { actorOfPerson, bearerOf, type Call, type Serve } from '../../kit/http/serve.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import type { Protection } from '../second-factors/second-factors.ts'
import { browserTie as tie } from './browser-tie.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import type { Identity, IdentityProvider } from './provider.ts'
import * as store from './social.sql.ts'

export interface SocialParts {
  readonly db: Db
  readonly sessions: Pick<Sessions, 'caller'>
  readonly entrance: Entrance
  readonly protection: Pick<Protection, 'demandPassword'>
  readonly mail: Pick<Mail, 'post'>
  readonly config: Pick<Config, 'google' | 'github' | 'publicUrl'>
  readonly log: Logger
}

export const serveSocial = (serve: Serve, { db, sessions, entrance, protection, mail, config, log }: SocialParts) => {
  const ways = new Map<Provider, IdentityProvider>()
  if (config.google) ways.set('google', google(config.google))
  if (config.github) ways.set('github', github(config.github))

  const wayOf = (provider: Provider): IdentityProvider => existing(ways.get(provider), 'This provider')

  /** Of our own settings: nothing in the request decides where a browser goes. */
  const comeBackTo = (provider: Provider, request: FastifyRequest): string => {
    const origin = existing(originOf(request, config.publicUrl), 'This provider')
    return `${origin}${social.callbackPath[provider]}`
  }

  const begin = async (provider: Provider, call: Call, userId: string | null): Promise<string> => {
    const way = wayOf(provider)
    const redirectUri = comeBackTo(provider, call.request)
    const attempt = { state: random(), verifier: random(), nonce: random(), redirectUri }
    const url = await way.authorize(attempt).catch((error: unknown) => {
      log.warn({ provider, reason: reasonOf(error) }, 'a provider of sign-ins cannot be reached')
      throw away()
    })
    await store.keepAttempt(db, { provider, attempt, browser: tie.renew(call), userId })
    return url.href
  }

  const send = async (provider: Provider, call: Call): Promise<null> => {
    wayOf(provider)
    // A link on a page of elsewhere begins no session: whoever follows it chooses on our own page whether to sign in.
    if (call.request.headers['sec-fetch-site'] === 'cross-site') {
      call.reply.status(302).header('location', '/signin')
      return null
    }
    const to = await begin(provider, call, null).catch((error: unknown) => {
      // A whole page goes there, not a call: it is told on ours, as the provider itself would tell it.
      if (error instanceof Refusal && error.code === away().code)
        return `${social.callbackPath[provider]}?${awayAnswer}`
      throw error
    })
    call.reply.status(302).header('location', to)
    return null
  }
  serve.open(social.google, async (_input, _who, call) => send('google', call))
  serve.open(social.github, async (_input, _who, call) => send('github', call))

  serve.open(social.providers, async (_input, _who, { request }) => ({
    providers: originOf(request, config.publicUrl) ? [...ways.keys()] : [],
  }))

  // What is begun here changes nothing until the browser comes back.
  serve(social.connect, async ({ provider, password }, caller, call) => {
    call.annotate({ subject: names[provider] })
    await demandVerified(db, caller.userId)
    await protection.demandPassword(caller, password, call)
    return { url: await begin(provider, call, caller.userId) }
  })

  serve.open(social.callback, async ({ provider, code, state, iss }, _who, call) => {
    call.annotate({ subject: names[provider] })
    const way = wayOf(provider)
    const redirectUri = comeBackTo(provider, call.request)
    const begun = await store.takeAttempt(db, state)
    if (!begun?.holds || begun.provider !== provider || !tie.holds(call, begun.browser)) throw failed()
    const caller = begun.userId === null ? null : await returning(call, begun.userId)
    const attempt = { state, verifier: begun.verifier, nonce: begun.nonce, redirectUri }
    const identity = await way.identify(attempt, { code, iss }).catch((error: unknown) => {
      log.warn({ provider, reason: reasonOf(error) }, 'a sign-in by a provider failed')
      throw failed()
    })
    if (caller) {
      await connect(provider, identity, caller, call)
      return { success: true as const, outcome: 'connected' as const, requires2FA: false, userId: caller.userId }
    }
    const userId = (await store.ownerOf(db, provider, identity.subject)) ?? (await join(provider, identity, call))
    const entered = await entrance.admit(userId, call, provider)
    call.annotate({ subject: names[provider] })
    return {
      success: true as const,
      outcome: entered.requires2FA ? ('needs-code' as const) : ('signed-in' as const),
      ...entered,
    }
  })

  serve(social.connected, async (_input, caller) => ({
    connections: await store.connectionsOf(db, caller.userId),
  }))

  serve(social.disconnect, async ({ provider }, caller, call) => {
    call.annotate({ subject: names[provider] })
    await inTransaction(db, async (tx) => {
      const others = await store.otherWaysIn(tx, caller.userId, provider)
      const before = await connectedTo(tx, caller.userId)
      if (!(await store.unlink(tx, caller.userId, provider))) throw notFound('This connection')
      if (others === 0) throw new Refusal(409, 'LAST_WAY_IN', social.messages.lastWayIn)
      await notify(tx, caller, `${names[provider]} was disconnected`)
      await call.record(tx, changes(before, await connectedTo(tx, caller.userId)))
    })
  })

  /** Who set out to connect must be the one who comes back. */
  const returning = async (call: Call, userId: string): Promise<Caller> => {
    const caller = await sessions.caller(bearerOf(call.request))
    if (!caller) throw notSignedIn()
    if (caller.userId !== userId || caller.viewer) throw failed()
    demand(caller, 'manage_account')
    call.actsFor(actorOfPerson(caller))
    return caller
  }

  const connect = async (provider: Provider, identity: Identity, caller: Caller, call: Call) => {
    const owner = await store.ownerOf(db, provider, identity.subject)
    if (owner === caller.userId) return
    if (owner !== undefined) throw new Refusal(409, 'TAKEN', social.messages.taken)
    const known = withAddress(identity)
    await inTransaction(db, async (tx) => {
      const before = await connectedTo(tx, caller.userId)
      if (!(await store.link(tx, provider, known, caller.userId))) {
        throw new Refusal(409, 'ALREADY_CONNECTED', social.messages.another)
      }
      await notify(tx, caller, `${names[provider]} was connected`)
      await call.record(tx, changes(before, await connectedTo(tx, caller.userId)))
    })
  }

  const join = (provider: Provider, identity: Identity, call: Call): Promise<string> => {
    const known = withAddress(identity)
    return inTransaction(db, async (tx) => {
      const userId = await addVerifiedAccount(tx, known)
      if (userId === undefined) throw new Refusal(409, 'LINK_FIRST', social.messages.linkFirst)
      // Somebody of the same provider's account was a moment faster, under another address.
      if (!(await store.link(tx, provider, known, userId))) throw failed()
      call.actsFor({ companyId: null, userId, actor: known.email })
      const { firstName, lastName } = known
      const after = { madeAccount: true, email: known.email, firstName, lastName, ...(await connectedTo(tx, userId)) }
      await call.record(tx, { after })
      return userId
    })
  }

  const connectedTo = async (tx: Db, userId: string) => ({
    connected: (await store.connectionsOf(tx, userId)).map(({ provider, email }) => `${names[provider]}: ${email}`),
  })

  const notify = (tx: Db, { email, userId, companyId, name }: Caller, what: string) =>
    mail.post(tx, { to: email, userId, companyId, letter: 'second-factor-changed', values: { name, what } })
}

const names: Readonly<Record<Provider, string>> = { google: 'Google', github: 'GitHub' }

const random = () => randomBytes(32).toString('base64url')

const failed = () => new Refusal(400, 'SOCIAL_FAILED', social.messages.failed)

const away = () => new Refusal(503, 'PROVIDER_AWAY', social.messages.failed)
// RFC 6749, 4.1.2.1.
const awayAnswer = 'error=temporarily_unavailable'

const withAddress = (identity: Identity) => {
  const { email } = identity
  if (email === null) throw new Refusal(403, 'UNVERIFIED', social.messages.unverified)
  return { ...identity, email }
}

/** Where this installation is: as it was told, or on this machine as it was asked. */
const originOf = (request: FastifyRequest, publicUrl: string | undefined): string | null => {
  if (publicUrl !== undefined) return new URL(publicUrl).origin
  return isLoopback(request.hostname) ? `${request.protocol}://${request.host}` : null
}

// Whoever registers with another's address must not leave a way in behind for the day its owner verifies it.
const demandVerified = async (db: Db, userId: string) => {
  const row = await db.selectFrom('users').select('verified').where('id', '=', userId).executeTakeFirst()
  if (!row?.verified) throw new Refusal(403, 'VERIFY_FIRST', social.messages.verifyFirst)
}

// Without what was sent and answered: both carry secrets.
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `${error.name}: ${error.message.slice(0, 200)}${code}`
}
