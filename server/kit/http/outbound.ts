// Calls to addresses that people entered: only over TLS, only to the open internet, and to the very address that was
// checked. Else whoever may enter one could have this server ask its own network (server-side request forgery).
import { lookup, Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import ipaddr from 'ipaddr.js'
import { clock } from '../clock.ts'
import { invalid } from '../errors.ts'

/** Why nothing was asked or answered, in words for whoever entered the address. */
export class Unreachable extends Error {
  /** Another try cannot help: the address itself is refused. */
  readonly forGood: boolean

  constructor(message: string, forGood = false) {
    super(message)
    this.forGood = forGood
  }
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** The beginning of it. */
  readonly text: string
}

export interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** For everything together: name, connection, answer. */
  readonly timeoutMs?: number
  /** Ends it before that. */
  readonly signal?: AbortSignal
}

interface Address {
  readonly address: string
  readonly family: number
}

export interface Outbound {
  /** Posts, follows no redirect, and reads no more of the answer than its beginning. Throws `Unreachable`. */
  post(url: string, what: Post): Promise<Answer>
  /** Refuses at once what could never be asked; a name is resolved when it is asked. Throws `Unreachable`. */
  check(url: string): void
}

type Resolve = (host: string) => Promise<readonly Address[]>

const patienceMs = 10_000
const mostRead = 4096

/** Refuses with 422 at `field` an address that nothing is sent to. */
export const demandReachable = (outbound: Pick<Outbound, 'check'>, url: string, field: string): void => {
  try {
    outbound.check(url)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    throw invalid([{ field, message: error.message }])
  }
}

/** `allow`: names, addresses and networks that may be private and without TLS (OUTBOUND_ALLOW). */
export const createOutbound = (allow: readonly string[], resolve: Resolve = resolveByName): Outbound => {
  const isAllowed = allowed(allow)

  const parsed = (given: string): { url: URL; host: string } => {
    const url = URL.parse(given)
    if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Unreachable('This is not a web address.', true)
    if (url.username !== '' || url.password !== '')
      throw new Unreachable('An address with a name or password in it is not asked.', true)
    return { url, host: url.hostname.replace(/^\[(.*)\]$/, '$1') }
  }

  const judged = (url: URL, host: string, addresses: readonly Address[]) => {
    const known = addresses.every(({ address }) => isAllowed(host, address))
    if (!known && addresses.some(({ address }) => !isPublic(address) && !isAllowed(host, address)))
      throw new Unreachable(
        `${host} leads into a private network. Whoever runs this installation can allow it (OUTBOUND_ALLOW).`,
        true,
      )
    if (url.protocol === 'http:' && !known)
      throw new Unreachable('Only addresses that begin with https:// are asked.', true)
  }

  return {
    check(given) {
      const { url, host } = parsed(given)
      if (ipaddr.isValid(host)) judged(url, host, [addressOf(host)])
      else if (url.protocol === 'http:' && !isAllowed(host, undefined) && !allow.some((entry) => entry.includes('/')))
        throw new Unreachable('Only addresses that begin with https:// are asked.', true)
    },

    async post(given, { headers, body, timeoutMs = patienceMs, signal: cutOff }) {
      const { url, host } = parsed(given)
      const late = new AbortController()
      const timer = clock.after(timeoutMs, () => late.abort())
      const signal = cutOff ? AbortSignal.any([late.signal, cutOff]) : late.signal
      try {
        const addresses = ipaddr.isValid(host) ? [addressOf(host)] : await orAborted(resolve(host), signal)
        const [first] = addresses
        if (!first) throw new Unreachable(`${host} has no address.`)
        judged(url, host, addresses)
        return await ask(
          url,
          { method: 'POST', headers: { ...headers, 'content-length': String(body.length) } },
          first,
          {
            body,
            signal,
          },
        )
      } catch (error) {
        if (error instanceof Unreachable) throw error
        throw new Unreachable(
          late.signal.aborted ? `No answer within ${Math.round(timeoutMs / 1000)} seconds.` : inWords(error, host),
        )
      } finally {
        timer.cancel()
      }
    },
  }
}

// Each call has a connection of its own, to the address that was checked: a name that answers otherwise a moment later
// leads nowhere else.
const ask = (
  url: URL,
  options: RequestOptions,
  { address, family }: Address,
  { body, signal }: { body: string | Uint8Array; signal: AbortSignal },
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
    ...options,
    agent: false,
    signal,
    lookup: (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
  })
  request.once('error', reject)
  request.once('response', (response) => {
    const chunks: Buffer[] = []
    let read = 0
    const finish = () => {
      const text = Buffer.concat(chunks).subarray(0, mostRead).toString('utf8')
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      request.destroy()
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      read += chunk.length
      if (read >= mostRead) finish()
    })
    response.once('end', finish)
    response.once('error', reject)
  })
  request.end(body)
  return promise
}

const resolver = new Resolver({ timeout: 2000, tries: 2 })

// What the machine's own way of looking names up waits for keeps a thread that hashing passwords and reading files need
// too; it is asked for names that are known here alone, where it answers at once.
export const resolveByName: Resolve = async (host) => {
  if (!host.includes('.')) return lookup(host, { all: true })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value.map(addressOf) : []))
  if (addresses.length > 0) return addresses
  const slow = [four, six].find((found) => found.status === 'rejected' && codeOf(found.reason) === 'ETIMEOUT')
  if (slow) throw new Unreachable(`${host} could not be found in time.`)
  return lookup(host, { all: true })
}

const addressOf = (host: string): Address => ({ address: host, family: host.includes(':') ? 6 : 4 })

/** Of the open internet, and nobody's in particular: neither this machine, nor its networks, nor a way around through IPv6. */
export const isPublic = (address: string): boolean => {
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || inDisguise.has(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || parsed.match(globalIpv6)
}

// Azure answers there for its own machines alone, with what they are set up with.
const inDisguise = new Set(['168.63.129.16'])

// All that has been given out; what lies elsewhere stands for IPv4 addresses or for nothing yet.
const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/** Whether a name or an address is among these names, addresses and networks. */
export const allowed = (entries: readonly string[]) => {
  const names = new Set(entries.filter((entry) => networkOf(entry) === null).map((entry) => entry.toLowerCase()))
  const networks = entries.flatMap((entry) => networkOf(entry) ?? [])
  return (host: string, address: string | undefined): boolean => {
    if (names.has(host.toLowerCase())) return true
    if (address === undefined) return false
    const parsed = ipaddr.process(address)
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

const networkOf = (entry: string): Network[] | null => {
  if (ipaddr.isValidCIDR(entry)) return [ipaddr.parseCIDR(entry)]
  if (!ipaddr.isValid(entry)) return null
  const address = ipaddr.process(entry)
  return [[address, address.kind() === 'ipv4' ? 32 : 128]]
}

/** A list of what may be asked although it is private; the first entry that is none, if there is one. */
export const wrongEntry = (entries: readonly string[]): string | undefined =>
  entries.find((entry) => networkOf(entry) === null && !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(entry))

const orAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new Error('aborted'))
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const inWords = (error: unknown, host: string): string => {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${host} could not be found.`
  if (code === 'ECONNREFUSED') return `${host} does not take connections there.`
  if (code === 'ECONNRESET' || code === 'EPIPE') return `${host} closed the connection before it answered.`
  if (/CERT|SSL|TLS|SELF_SIGNED/.test(code)) return `The certificate of ${host} is not valid (${code}).`
  return `${host} could not be reached${code ? ` (${code})` : ''}.`
}
