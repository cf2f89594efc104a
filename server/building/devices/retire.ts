// Taking a device out for good: its history stays, its credential goes, and what it was called on the wire is free again.
import { type QueryExecutorProvider, sql } from 'kysely'

export const retireDevice = async (tx: QueryExecutorProvider, id: string, at: Date): Promise<void> => {
  await sql`delete from mqtt_credential where device_id = ${id}`.execute(tx)
  await sql`
    update device set retired_at = ${at}, key = key || '~' || ${id}::text, address = address || '~' || ${id}::text
    where id = ${id} and retired_at is null
  `.execute(tx)
}
