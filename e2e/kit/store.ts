// The store of a running product, by the side door: for what no screen and no call can do yet.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { Place } from './product.ts'

export const openStore = ({ dataDir }: Place): Pool => {
  const read = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim()
  const url = `postgres://gatehouse:${read('password')}@127.0.0.1:${read('port')}/gatehouse`
  const pool = new Pool({ connectionString: url, max: 1 })
  // It may be on its way out still when the product ends.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
