// Taking a device out for good: its history stays, its credential goes, and what it was called on the wire is free again.
import type { QueryExecutorProvider } from 'kysely'
import { execute } from '../../db/pool.ts'

export const retireDevice = async (tx: QueryExecutorProvider, id: string, at: Date): Promise<void> => {
  await execute(tx)`delete from mqtt_credential where device_id = ${id}`
  await execute(tx)`
    update device set retired_at = ${at}, key = key || '~' || ${id}::text, address = address || '~' || ${id}::text
    where id = ${id} and retired_at is null
  `
}
