// What this installation is called at a broker that is not ours: made once, the same on every node, and no other's.
import { randomBytes } from 'node:crypto'
import { type Db, execute, valuesOf } from '../../db/pool.ts'

const key = 'session at the broker'

export const sessionName = async (db: Db): Promise<string> => {
  const made = JSON.stringify(`gatehouse-${randomBytes(4).toString('hex')}`)
  await execute(db)`insert into setting (key, value) values (${key}, ${made}::jsonb) on conflict do nothing`
  const [name = ''] = await valuesOf<string>(db)`select value from setting where key = ${key}`
  return name
}
