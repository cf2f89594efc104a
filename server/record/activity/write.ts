// Entries are added: in the transaction of what they tell of, or by themselves, then many at once with one statement.
import { type QueryExecutorProvider, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { AuditEntry, Within } from '../../kit/http/serve.ts'
import type { Keys } from './chain.ts'
import { canonical, type Written, writtenOf } from './entry.ts'

/** Writes an entry, or several; each in a transaction of its own where none is given. */
export type AuditLog = (entries: AuditEntry | readonly AuditEntry[], within?: Within) => Promise<void>

const mostAtOnce = 500
// While two are on their way, who comes later shares the next.
const mostStatements = 2

export const createAuditLog = (
  db: QueryExecutorProvider,
  keys: Pick<Keys, 'macOf'>,
  written: () => void = () => undefined,
): AuditLog => {
  const waiting: { entry: Written; resolve(): void; reject(error: unknown): void }[] = []
  let statements = 0

  const flush = async () => {
    statements++
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostAtOnce)
      const entries = batch.map(({ entry }) => entry)
      try {
        await insert(db, keys, entries, db).catch(async (error: unknown) => {
          // One that the store refuses is not the fault of those beside it.
          if (!(error instanceof DatabaseError) || batch.length === 1) throw error
          for (const { entry, resolve, reject } of batch) await insert(db, keys, [entry], db).then(resolve, reject)
        })
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      written()
    }
    statements--
  }

  return async (given, within) => {
    if (within) {
      const entries = [given].flat()
      for (let from = 0; from < entries.length; from += mostAtOnce)
        await insert(
          within,
          keys,
          entries.slice(from, from + mostAtOnce).map((entry) => writtenOf(entry)),
          db,
        )
      if (entries.length > 0) written()
      return
    }
    for (const entry of [given].flat()) await alone(entry)
  }

  async function alone(entry: AuditEntry) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push({ entry: writtenOf(entry), resolve, reject })
    if (statements < mostStatements) void flush()
    await promise
  }
}

const insert = async (
  on: Within,
  { macOf }: Pick<Keys, 'macOf'>,
  entries: readonly Written[],
  compiler: QueryExecutorProvider,
) => {
  const each = <T>(value: (entry: Written) => T) => entries.map(value)
  const statement = sql`
    with added as (
      insert into activity (id, company_id, at, user_id, actor, on_behalf_of, on_behalf_of_id, action, subject, input,
        before, after, reason, status, address, correlation_id, mac)
      select id, company_id, at, user_id, actor, on_behalf_of, on_behalf_of_id, action, subject, input::jsonb,
        before::jsonb, after::jsonb, reason, status, address, correlation_id,
        substring(macs from (32 * (n - 1) + 1)::int for 32)
      from unnest(${each((e) => e.id)}::uuid[], ${each((e) => e.companyId)}::uuid[], ${each((e) => e.at)}::timestamptz[],
        ${each((e) => e.userId)}::uuid[], ${each((e) => e.actor)}::text[], ${each((e) => e.onBehalfOf)}::text[],
        ${each((e) => e.onBehalfOfId)}::uuid[], ${each((e) => e.action)}::text[], ${each((e) => e.subject)}::text[],
        ${each((e) => e.inputText)}::text[], ${each((e) => e.beforeText)}::text[], ${each((e) => e.afterText)}::text[],
        ${each((e) => e.reason)}::text[], ${each((e) => e.status)}::int[], ${each((e) => e.address)}::text[],
        ${each((e) => e.correlationId)}::uuid[])
        with ordinality as given (id, company_id, at, user_id, actor, on_behalf_of, on_behalf_of_id, action, subject,
          input, before, after, reason, status, address, correlation_id, n),
        (select ${Buffer.concat(each((e) => macOf(canonical(e))))}::bytea as macs) all_of_them
      returning at, id
    )
    insert into activity_unsealed (at, entry_id) select at, id from added
  `
  if ('getExecutor' in on) await statement.execute(on)
  else {
    const { sql: text, parameters } = statement.compile(compiler)
    await on.query(text, [...parameters])
  }
}
