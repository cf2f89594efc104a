// The limit for ingest: the same rows with the same indices, by COPY from memory in one transaction.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { type Cluster, count, run } from '../cluster.ts'

export interface Copy {
  /** Rows per second of one COPY into an empty table. */
  once(): Promise<number>
}

export const prepareCopy = async (cluster: Cluster, rows: number): Promise<Copy> => {
  const url = await cluster.create('copy')
  await run(
    url,
    `create table gas_reading (
       device_id uuid not null, channel text not null, value double precision, unit text not null, quality text not null,
       at timestamptz not null, received_at timestamptz not null, tx xid8 not null default pg_current_xact_id());
     create index on gas_reading (device_id, channel, at desc);
     create index on gas_reading (tx);`,
  )
  const devices = Array.from({ length: 1000 }, () => randomUUID())
  const at = new Date().toISOString()
  const lines = Array.from({ length: rows }, (_, i) => `${devices[i % 1000]}\tCO\t${i}\tppm\tgood\t${at}\t${at}\n`)
  const chunks = Array.from({ length: Math.ceil(rows / 1000) }, (_, i) =>
    Buffer.from(lines.slice(i * 1000, (i + 1) * 1000).join('')),
  )
  return {
    once: async () => {
      await run(url, 'truncate gas_reading')
      const client = new Client(url)
      await client.connect()
      try {
        const started = performance.now()
        const columns = 'device_id, channel, value, unit, quality, at, received_at'
        await pipeline(Readable.from(chunks), client.query(from(`copy gas_reading (${columns}) from stdin`)))
        const seconds = (performance.now() - started) / 1000
        const rowCount = await count(url, 'select count(*) from gas_reading')
        if (rowCount !== rows) throw new Error(`${rowCount} of ${rows} rows arrived`)
        return rows / seconds
      } finally {
        await client.end()
      }
    },
  }
}
