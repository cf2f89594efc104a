// The keys of programs that post messages: shown once, kept as a digest, revocable at once.
import { randomBytes } from 'node:crypto'
import * as ingest from '@gatehouse/contract/building/ingest'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, rowsOf, updateRow } from '../../db/pool.ts'
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
  serve(ingest.apiKeys, async (_input, { companyId }) => {
    const rows = await rowsOf<Row>(db)`
      select ${columns} from api_key where company_id = ${companyId} order by created_at desc, id
    `
    return { apiKeys: rows.map(shown) }
  })

  serve(ingest.createApiKey, async ({ name, deviceKeys }, { companyId, userId }, call) => {
    call.annotate({ subject: name })
    const secret = `${prefix}${randomBytes(32).toString('base64url')}`
    return inTransaction(db, async (tx) => {
      const row = await firstOf<Row>(tx)`
        insert into api_key (id, company_id, name, device_keys, secret_hash, created_by)
        select ${uuid()}, id, ${name}, ${deviceKeys}::text[], ${digestOf(secret)}, ${userId}
        from company where id = ${companyId}
        returning ${columns}
      `
      if (!row) throw notFound('A company to make the key for')
      await call.record(tx, { after: factsOf(row) })
      return { apiKey: shown(row), secret }
    })
  })

  serve(ingest.revokeApiKey, async ({ id }, { companyId }, call) => {
    const row = await inTransaction(db, async (tx) => {
      const revoked = await firstOf<Row & { was: Date | null }>(tx)`
        with before as (select id, revoked_at from api_key where id = ${id} and company_id = ${companyId} for update)
        update api_key set revoked_at = coalesce(api_key.revoked_at, ${instant()}) from before where api_key.id = before.id
        returning api_key.id, name, device_keys, created_at, last_used_at, api_key.revoked_at, before.revoked_at as was
      `
      if (!revoked) throw notFound('This API key')
      const facts = changes({ revokedAt: revoked.was }, { revokedAt: revoked.revoked_at })
      await call.record(tx, { subject: revoked.name, ...facts })
      return revoked
    })
    keys.forget()
    return { apiKey: shown(row) }
  })
}

const prefix = 'gh_'

const find = async (db: Db, secret: string): Promise<Machine | null> => {
  const rows = await rowsOf<Machine>(db)`
    select id as "keyId", company_id as "companyId", name, device_keys as "deviceKeys" from api_key
    where secret_hash = ${digestOf(secret)} and revoked_at is null
  `
  return rows[0] ?? null
}

interface Row {
  id: string
  name: string
  device_keys: string[] | null
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

const factsOf = ({ name, device_keys: devices, created_at: createdAt }: Row) => ({ name, devices, createdAt })

const columns = sql.raw('id, name, device_keys, created_at, last_used_at, revoked_at')

const shown = (row: Row): z.output<typeof ingest.apiKey> => ({
  id: row.id,
  name: row.name,
  deviceKeys: row.device_keys,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})
