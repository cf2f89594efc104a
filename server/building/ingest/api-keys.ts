// The keys of programs that post messages: shown once, kept as a digest, revocable at once.
import { randomBytes } from 'node:crypto'
import * as ingest from '@gatehouse/contract/building/ingest'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, isoRowsOf, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Machine } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { notFound } from '../../kit/errors.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import type { Serve } from '../../kit/http/serve.ts'

export interface ApiKeys {
  /** Which program has this secret; null: none, or no longer. */
  machine(secret: string): Promise<Machine | null>
  /** Rights changed somewhere: nothing remembered holds any more. */
  forget(): void
}

// Revocations are told by the database at once; this bounds the harm if that message is lost.
const rememberMs = 500
const mostRemembered = 10_000
const notedEveryMs = 60_000

export const createApiKeys = (db: Db): ApiKeys => {
  const remembered = new Map<string, { machine: Promise<Machine | null>; until: number }>()
  const noted = new Map<string, number>()

  const note = (machine: Machine | null) => {
    if (!machine || (noted.get(machine.keyId) ?? 0) > clock.ms() - notedEveryMs) return
    noted.set(machine.keyId, clock.ms())
    // Only a hint for people: not worth failing a call.
    updateRow(db, 'api_key', machine.keyId, { last_used_at: clock.now() }).catch(() => noted.delete(machine.keyId))
  }

  return {
    async machine(secret) {
      if (!secret.startsWith(prefix) || secret.length > 100) return null
      let entry = remembered.get(secret)
      if (!entry || entry.until <= clock.ms()) {
        if (remembered.size >= mostRemembered) remembered.clear()
        entry = { machine: find(db, secret), until: clock.ms() + rememberMs }
        remembered.set(secret, entry)
        entry.machine.catch(() => remembered.delete(secret))
      }
      const machine = await entry.machine
      note(machine)
      return machine
    },
    forget: () => remembered.clear(),
  }
}

export const serveApiKeys = (serve: Serve, db: Db, keys: ApiKeys) => {
  serve(ingest.apiKeys, async (_input, { companyId }) => ({
    apiKeys: await isoRowsOf<ingest.ApiKey>(db)`
      select ${columns} from api_key k where k.company_id = ${companyId} order by k.created_at desc, k.id
    `,
  }))

  serve(ingest.createApiKey, async ({ name, deviceKeys }, { companyId, userId }, call) => {
    call.annotate({ subject: name })
    const secret = `${prefix}${randomBytes(32).toString('base64url')}`
    return inTransaction(db, async (tx) => {
      const [apiKey] = await isoRowsOf<ingest.ApiKey>(tx)`
        insert into api_key as k (id, company_id, name, device_keys, secret_hash, created_by)
        select ${uuid()}, id, ${name}, ${deviceKeys}::text[], ${digestOf(secret)}, ${userId}
        from company where id = ${companyId}
        returning ${columns}
      `
      if (!apiKey) throw notFound('A company to make the key for')
      await call.record(tx, { after: factsOf(apiKey) })
      return { apiKey, secret }
    })
  })

  serve(ingest.revokeApiKey, async ({ id }, { companyId }, call) => {
    const apiKey = await inTransaction(db, async (tx) => {
      const [revoked] = await isoRowsOf<ingest.ApiKey & { was: string | null }>(tx)`
        with before as (select id, revoked_at from api_key where id = ${id} and company_id = ${companyId} for update)
        update api_key k set revoked_at = coalesce(k.revoked_at, ${instant()}) from before where k.id = before.id
        returning ${columns}, before.revoked_at as was
      `
      if (!revoked) throw notFound('This API key')
      const { was, ...after } = revoked
      await call.record(tx, { subject: after.name, ...changes({ revokedAt: was }, { revokedAt: after.revokedAt }) })
      return after
    })
    keys.forget()
    return { apiKey }
  })
}

const prefix = 'gh_'

const find = async (db: Db, secret: string): Promise<Machine | null> =>
  (await firstOf<Machine>(db)`
    select id as "keyId", company_id as "companyId", name, device_keys as "deviceKeys" from api_key
    where secret_hash = ${digestOf(secret)} and revoked_at is null
  `) ?? null

const factsOf = ({ name, deviceKeys: devices, createdAt }: ingest.ApiKey) => ({ name, devices, createdAt })

/** Of `api_key k`. */
const columns = sql`k.id, k.name, k.device_keys as "deviceKeys", k.created_at as "createdAt",
  k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"`
