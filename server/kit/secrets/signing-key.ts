// The key that signs tokens: made once, the same on every node.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

export const signingKey = async (client: pg.Client): Promise<Uint8Array> => {
  await client.query(`insert into setting (key, value) values ('signing key', $1) on conflict do nothing`, [
    JSON.stringify(randomBytes(32).toString('base64')),
  ])
  const { rows } = await client.query<{ value: string }>(`select value from setting where key = 'signing key'`)
  return Buffer.from(rows[0]?.value ?? '', 'base64')
}
