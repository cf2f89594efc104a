// The activity log: who did what, when, from where, and how it ended. Appended to, never changed.
import { v7 as uuid } from 'uuid'
import type { Db } from '../db/pool.ts'
import type { AuditEntry } from '../kit/serve.ts'

export const record = async (db: Db, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto('activity')
    .values({
      id: uuid(),
      company_id: entry.companyId,
      user_id: entry.userId,
      actor: entry.actor,
      action: entry.action,
      input: JSON.stringify(clean(entry.input)),
      status: entry.status,
      address: entry.address,
      correlation_id: entry.correlationId,
    })
    .execute()
}

// PostgreSQL keeps no U+0000 in jsonb, and an attempt with one must be on the record too.
const clean = (input: unknown): unknown =>
  JSON.parse(
    JSON.stringify(input ?? {}, (_key, value) =>
      typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
    ),
  )
