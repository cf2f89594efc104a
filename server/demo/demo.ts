// Demo mode: two companies with a past, made once, and the simulator that plays their present.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '@gatehouse/demo/world'
import { worlds } from '@gatehouse/demo/worlds'
import type pg from 'pg'
import { ensurePartitions } from '../db/partitions.ts'
import { CannotStart, type Config, isLoopback } from '../kit/config.ts'
import { hashPassword } from '../kit/passwords.ts'
import { hashSecret, secretMatches } from '../kit/secrets.ts'
import { copyHistory } from './history.sql.ts'
import { insertWorld } from './world.sql.ts'

export const demoSeed = 20_261_121
const defaultPassword = 'Gatehouse#2026'
const historyDays = 90
const gateway = 'demo-gateway'

export interface Demo {
  readonly password: string
  readonly accounts: readonly string[]
  /** Where the simulator finds the wire passwords of the devices. */
  readonly credentialsFile: string
}

/** On when asked for, or when nobody but demo accounts administers this installation and only this machine reaches it. */
export const wantsDemo = async (client: pg.Client, config: Config): Promise<boolean> => {
  const on = config.demo ?? (isLoopback(config.host) && !(await hasRealAdmin(client)))
  if (on && !isLoopback(config.host) && config.demoPassword === undefined) {
    throw new CannotStart(`Demo mode with HOST=${config.host} needs a DEMO_PASSWORD of your own.`)
  }
  return on
}

/** Makes the demo companies if they are not there yet, all or nothing, and lets the demo accounts in with the password. */
export const prepareDemo = async (client: pg.Client, config: Config): Promise<Demo> => {
  const password = config.demoPassword ?? defaultPassword
  const credentialsFile = join(config.dataDir, 'demo', 'credentials.json')
  const { rowCount } = await client.query('select from company where demo')
  if (!rowCount) await seed(client, password, credentialsFile)
  else await changePassword(client, password)
  return { password, credentialsFile, accounts: accountsOf(worlds) }
}

const accountsOf = (all: readonly World[]) =>
  all.flatMap((world) => world.people.filter((p) => p.account).map((p) => p.email))

const seed = async (client: pg.Client, password: string, credentialsFile: string) => {
  const passwordHash = await hashPassword(password)
  const to = new Date()
  const from = new Date(to.getTime() - historyDays * 86_400_000)
  await ensurePartitions(client, new Date(from.getTime() - 86_400_000), to)
  await client.query('begin')
  try {
    const credentials: Record<string, string> = {}
    for (const world of worlds) {
      const seeded = await insertWorld(client, world, passwordHash)
      Object.assign(credentials, seeded.credentials)
      await copyHistory(client, world, seeded.companyId, demoSeed, from, to)
    }
    await insertGateway(client, passwordHash)
    await remember(client, password)
    await mkdir(join(credentialsFile, '..'), { recursive: true })
    await writeFile(credentialsFile, JSON.stringify(credentials), { mode: 0o600 })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query('analyze')
}

// May carry every device of the first company, so that a newcomer can publish without registering anything.
const insertGateway = (client: pg.Client, passwordHash: string) =>
  client.query(
    `insert into mqtt_credential (username, company_id, password_hash, topics)
     select $1, id, $2, '{zigbee2mqtt/#,homeassistant/#,+/events/rpc,+/status/#,+/online}' from company where name = $3`,
    [gateway, passwordHash, worlds[0]?.company],
  )

const changePassword = async (client: pg.Client, password: string) => {
  const { rows } = await client.query<{ value: string }>(`select value from setting where key = 'demo password'`)
  if (secretMatches(rows[0]?.value ?? '', password)) return
  const passwordHash = await hashPassword(password)
  await client.query('begin')
  await client.query('update mqtt_credential set password_hash = $1 where username = $2', [passwordHash, gateway])
  await client.query(
    `update users set password_hash = $1 from company c
     where c.id = company_id and c.demo and password_hash is not null and email = any ($2)`,
    [passwordHash, accountsOf(worlds)],
  )
  await remember(client, password)
  await client.query('commit')
}

const remember = (client: pg.Client, password: string) =>
  client.query(
    `insert into setting (key, value) values ('demo password', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(hashSecret(password))],
  )

const hasRealAdmin = async (client: pg.Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from users u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
       left join company c on c.id = u.company_id
     where 'admin_access' = any (r.permissions) and u.password_hash is not null and u.status = 'active'
       and coalesce(c.demo, false) = false limit 1`,
  )
  return Boolean(rowCount)
}
