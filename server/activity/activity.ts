// The activity log: who did what, when, from where, and how it ended. Appended to, never changed.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../db/pool.ts'
import type { AuditEntry } from '../kit/serve.ts'

export const record = async (db: Db, entry: AuditEntry): Promise<void> => {
  // Written by hand: every command waits for this, and a tenth of the wait was the building of the statement.
  await sql`
    insert into activity (id, company_id, user_id, actor, action, input, status, address, correlation_id)
    values (${uuid()}, ${entry.companyId}, ${entry.userId}, ${entry.actor}, ${entry.action}, ${textOf(entry.input)},
      ${entry.status}, ${entry.address}, ${entry.correlationId})
  `.execute(db)
}

// PostgreSQL keeps neither U+0000 nor half a surrogate pair in jsonb, and an attempt with one must be on the record too.
const textOf = (input: unknown): string => JSON.stringify(input ?? {}).replaceAll(unkept, '$1\uFFFD')
// As JSON escapes them, and not where the backslash is itself escaped.
const unkept = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g
