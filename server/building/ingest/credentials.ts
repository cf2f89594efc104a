// The credentials of devices and gateways on the broker, held in memory so that a thousand reconnects a second cost
// nothing; read again whenever the database tells that they changed.
import { type Db, rowsOf } from '../../db/pool.ts'
import { flooded, passwordMatches } from '../../kit/secrets/passwords.ts'
import { digestOf, secretMatches } from '../../kit/secrets/secrets.ts'
import type { Identity } from './topics.ts'

export interface Credentials {
  /** Reads them; what was read holds from when the answer is called. */
  read(): Promise<() => void>
  /** Who has this name and password; null: nobody. Throws Overloaded while too many passwords wait to be checked. */
  verify(username: string, password: Uint8Array): Promise<Identity | null>
  /** Whether what was verified still holds. */
  holds(identity: Identity): boolean
}

/** Not refused, but not now: try again. */
export class Overloaded extends Error {}

interface Credential extends Identity {
  readonly passwordHash: string
  readonly keys: Set<string> | null
}

// Chosen passwords cost 20 ms each to check, so no name may have more than these waiting.
const mostChecksPerName = 4
const random = 'sha256:'

export const createCredentials = (db: Db): Credentials => {
  let known = new Map<string, Credential>()
  // Checks of chosen passwords, by name, hash and the digest of what was given: each combination is computed once.
  let checks = new Map<string, Map<string, Promise<boolean>>>()

  const matchesChosen = (credential: Credential, given: string): Promise<boolean> => {
    const digest = digestOf(given).toString('base64')
    const mine = checks.get(credential.username) ?? new Map<string, Promise<boolean>>()
    checks.set(credential.username, mine)
    const before = mine.get(digest)
    if (before) return before
    if (mine.size >= mostChecksPerName || flooded()) throw new Overloaded('too many passwords are being checked')
    const check = passwordMatches(credential.passwordHash, given)
    mine.set(digest, check)
    const forget = () => mine.delete(digest)
    check.then((right) => (right ? undefined : forget()), forget)
    return check
  }

  return {
    async read() {
      const found = await read(db)
      return () => {
        const before = known
        known = new Map(found.map((c) => [c.username, grown(before.get(c.username), c)]))
        const isUnchanged = (name: string) => before.get(name)?.passwordHash === known.get(name)?.passwordHash
        checks = new Map([...checks].filter(([name]) => isUnchanged(name)))
      }
    },
    async verify(username, password) {
      const credential = known.get(username)
      if (!credential) return null
      const given = Buffer.from(password).toString('utf8')
      const right = credential.passwordHash.startsWith(random)
        ? secretMatches(credential.passwordHash, given)
        : await matchesChosen(credential, given)
      return right ? credential : null
    },
    holds: (identity) => {
      const now = known.get(identity.username)
      return now !== undefined && (now === identity || sameRights(now, identity))
    },
  }
}

// A gateway that carries more devices than before goes on as it is connected, and carries them at once.
const grown = (before: Credential | undefined, now: Credential): Credential => {
  const { keys } = now
  if (!before?.keys || !keys || ![...before.keys].every((key) => keys.has(key))) return now
  if (before.passwordHash !== now.passwordHash || !sameRights({ ...now, keys: before.keys }, before)) return now
  for (const key of keys) before.keys.add(key)
  return before
}

const sameRights = (now: Credential, then: Identity) => {
  const text = (who: Identity) => JSON.stringify({ ...who, keys: who.keys === null ? null : [...who.keys] })
  return text(now) === text(then)
}

const read = async (db: Db): Promise<Credential[]> => {
  const rows = await rowsOf<Omit<Credential, 'keys'> & { keys: string[] | null }>(db)`
    select m.username, m.company_id as "companyId", m.password_hash as "passwordHash", d.key as "deviceKey",
      m.keys, m.topics
    from mqtt_credential m left join device d on d.id = m.device_id where d.retired_at is null
    order by m.username
  `
  return rows.map(({ keys, ...row }) => ({ ...row, keys: keys && new Set(keys) }))
}
