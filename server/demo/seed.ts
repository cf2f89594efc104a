// Makes the demo companies with their past, all or nothing. Runs as a process of its own, started by demo.ts.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { worlds } from '@gatehouse/demo/worlds'
import pg from 'pg'
import { ensurePartitions } from '../db/partitions.ts'
import { hashPassword } from '../kit/passwords.ts'
import { demoSeed, gateway, remember } from './demo.ts'
import { copyHistory } from './history.sql.ts'
import { insertWorld } from './world.sql.ts'

const historyDays = 90
const lockKey = 7_204_218

const seed = async (client: pg.Client, password: string, credentialsFile: string) => {
  const passwordHash = await hashPassword(password)
  const to = new Date()
  const from = new Date(to.getTime() - historyDays * 86_400_000)
  await ensurePartitions(client, new Date(from.getTime() - 86_400_000), to)
  await client.query('begin')
  try {
    // The one that an earlier, killed start left at work may have been quicker.
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const { rowCount } = await client.query('select from company where demo')
    if (rowCount) {
      await client.query('rollback')
      return
    }
    const credentials: Record<string, string> = {}
    for (const world of worlds) {
      const seeded = await insertWorld(client, world, passwordHash)
      Object.assign(credentials, seeded.credentials)
      await copyHistory(client, world, seeded.companyId, demoSeed, from, to)
    }
    await insertGateway(client, passwordHash)
    await remember(client, password)
    await mkdir(dirname(credentialsFile), { recursive: true })
    await writeFile(credentialsFile, JSON.stringify(credentials), { mode: 0o600 })
    // Where the simulator goes on, so that nothing is missing between the past and the present.
    await writeFile(join(dirname(credentialsFile), 'told.json'), JSON.stringify({ until: to.toISOString() }))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

// May carry every device of the first company, so that a newcomer can publish without registering anything.
const insertGateway = (client: pg.Client, passwordHash: string) =>
  client.query(
    `insert into mqtt_credential (username, company_id, password_hash, topics)
     select $1, id, $2, '{zigbee2mqtt/#,homeassistant/#,+/events/rpc,+/status/#,+/online}' from company where name = $3`,
    [gateway, passwordHash, worlds[0]?.company],
  )

// Nobody is left to use what this makes.
process.once('disconnect', () => process.exit(1))
const client = new pg.Client({ connectionString: process.env['SEED_DATABASE_URL'] })
await client.connect()
await seed(client, process.env['SEED_PASSWORD'] ?? '', process.env['SEED_CREDENTIALS'] ?? '')
// The house may open; the planner's statistics follow in a moment.
process.send?.('seeded')
await client.query('analyze')
await client.end()
process.exit(0)
