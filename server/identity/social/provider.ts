// What a provider of sign-ins is to us, and how we speak to one: over TLS, not for long, never led elsewhere.
import { cleanName } from '@gatehouse/contract/identity/account-rules'
import { isLoopback } from '../../kit/config.ts'

/** On the way to a provider and back. */
export interface Attempt {
  readonly state: string
  readonly verifier: string
  readonly nonce: string
  readonly redirectUri: string
}

/** What the browser brought back. */
export interface Answer {
  readonly code: string
  readonly iss?: string | undefined
}

export interface Identity {
  /** The provider's own id of the person: addresses change hands. */
  readonly subject: string
  /** Null unless the provider says that it is verified. */
  readonly email: string | null
  readonly firstName: string
  readonly lastName: string
}

export interface IdentityProvider {
  /** Where to send the browser. */
  authorize(attempt: Attempt): Promise<URL>
  /** Who came back; throws for anything that is not exactly the answer to this attempt. */
  identify(attempt: Attempt, answer: Answer): Promise<Identity>
}

/** How this installation is known to a provider. */
export interface Client {
  readonly id: string
  readonly secret: string
  readonly issuer: string
}

const patienceMs = 10_000
const mostBytes = 1_000_000

export const mayBeInsecure = (url: URL): boolean => isLoopback(url.hostname)

/** One request to a provider, answered in full within ten seconds and a megabyte. */
export const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBeInsecure(url))) {
    throw new Error(`${url.origin} is asked for secrets without TLS`)
  }
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
  const body = await wholeOf(response)
  return new Response(body.length > 0 ? body : null, { status: response.status, headers: response.headers })
}

const wholeOf = async ({ body }: Response): Promise<Buffer<ArrayBuffer>> => {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > mostBytes) throw new Error('the provider answers too much')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** As it may be kept: clean, without marks of markup, of a bearable length. */
export const nameOf = (given: unknown): string =>
  typeof given === 'string' ? cleanName(given.replaceAll(/[<>]/g, ' ')).slice(0, 255) : ''
