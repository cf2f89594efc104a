// Makes the companies that are to be shown, with their past, all or nothing. Runs as a process of its own, started by demo.ts: what needs
// no store it does at once, then it waits to be told where the store is.
import { once } from 'node:events'
import { dirname } from 'node:path'
import { worlds } from '@gatehouse/demo/worlds'
import pg from 'pg'
import { ensurePartitions } from '../../db/partitions.ts'
import { inClientTransaction } from '../../db/transaction.ts'
import { hashPassword } from '../../kit/secrets/passwords.ts'
import { demoSeed, gateway, remember } from './demo.ts'
import { createVault, vaultKey } from '../../kit/secrets/vault.ts'
import { insertAccess } from './access.sql.ts'
import { insertDetectorService } from './detector-service.sql.ts'
import { insertDrills } from './drills.sql.ts'
import { insertEffects } from './effects.sql.ts'
import { missingWorlds } from './companies.ts'
import { writeFiles } from './files.ts'
import { insertAlarmRules } from './alarm-rules.sql.ts'
import { insertOnCall } from './on-call.sql.ts'
import { insertOccupancy } from './occupancy.sql.ts'
import { insertShiftNotes } from './shift-notes.sql.ts'
import { copyAlarms, copyPast, insertLatest } from './history.sql.ts'
import { seedPast } from './past.ts'
import { withoutIndices } from './series.sql.ts'
import { idsFor, insertWorld } from './world.sql.ts'

const dayMs = 86_400_000
// SEED_DAYS: fewer, for tests.
const demoDays = Number(process.env['SEED_DAYS'] ?? 90)
// Enough for a day's chart and the hour at which its people are counted anew.
const tourDays = 2
const lockKey = 7_204_218

const { SEED_UNTIL: until = '', SEED_PASSWORD: password = '', SEED_CREDENTIALS: credentialsFile = '' } = process.env
const { SEED_VAULT_FOLDER: vaultFolder = dirname(credentialsFile), VAULT_KEY: givenKey } = process.env
const vaultGiven = givenKey === undefined ? undefined : Buffer.from(givenKey, 'base64')
const asked = process.env['SEED_COMPANIES']?.split(',')
const to = Date.parse(until)

const seed = (client: pg.Client) =>
  inClientTransaction(client, async () => {
    // The one that an earlier, killed start left at work may have been quicker.
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const missing = await missingWorlds(client, seeded)
    if (missing.length < seeded.length) return
    // The key of this installation: what people type at doors is sealed with it, as later.
    const vault = createVault(await vaultKey(vaultFolder, vaultGiven))
    const credentials: Record<string, string> = {}
    for (const { world, ids, from } of inhabited) {
      Object.assign(credentials, await insertWorld(client, world, ids, await passwordHash))
      await insertAccess(client, world, ids, { vault, to })
      await insertDrills(client, world, ids, demoSeed, to)
      const policy = await insertOnCall(client, world, ids, { from, to })
      await insertAlarmRules(client, world, ids, { from, policy })
      await insertEffects(client, world, ids, { from, to })
    }
    await withoutIndices(client, async () => {
      await ensurePartitions(client, new Date(Math.min(...inhabited.map(({ from }) => from)) - dayMs), new Date(to))
      await copyPast(client, past)
    })
    await copyAlarms(client, past)
    const alarms = await past.alarms
    for (const { world, ids } of inhabited)
      await insertShiftNotes(client, world, ids, { seed: demoSeed, to, alarms: alarms.get(world.key)?.alarms ?? [] })
    for (const { world, ids } of inhabited) {
      await insertLatest(client, ids.company, new Date(to))
      if (world.tour) continue
      await insertDetectorService(client, world, ids, { seed: demoSeed, to })
      await insertOccupancy(client, world, ids, { seed: demoSeed, to })
    }
    if (seeded.some((world) => !world.tour)) {
      await insertGateway(client, await passwordHash)
      await remember(client, password)
    }
    const keys = seeded.map(({ key }) => key)
    await writeFiles(credentialsFile, credentials, keys, until)
  })

// May carry every device of the first company, so that a newcomer can publish without registering anything.
const insertGateway = (client: pg.Client, hashed: string) =>
  client.query(
    `insert into mqtt_credential (username, company_id, password_hash, topics)
     select $1, id, $2, '{zigbee2mqtt/#,homeassistant/#,+/events/rpc,+/status/#,+/online}' from company where name = $3`,
    [gateway, hashed, worlds[0]?.company],
  )

// Nobody is left to use what this makes.
process.once('disconnect', () => process.exit(1))
const finding = once(process, 'message')
const passwordHash = hashPassword(password)
const seeded = worlds.filter(({ key }) => asked?.includes(key) ?? true)
const inhabited = seeded.map((world) => ({
  world,
  ids: idsFor(world),
  from: to - (world.tour ? tourDays : demoDays) * dayMs,
}))
const past = seedPast(inhabited, { seed: demoSeed, to })
const [databaseUrl]: unknown[] = await finding
const begun = performance.now()
const client = new pg.Client({ connectionString: String(databaseUrl) })
await client.connect()
await seed(client)
// The house may open; the planner's statistics follow in a moment.
process.send?.({ seededInMs: Math.round(performance.now() - begun) })
await client.query('analyze')
await client.end()
process.exit(0)
