// Demo mode and the public tour: companies with a past, made once; the simulator plays their present.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { World } from '@gatehouse/demo/world'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { inClientTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { CannotStart, type Config, isLoopback } from '../../kit/config.ts'
import { hashPassword } from '../../kit/secrets/passwords.ts'
import { hashSecret, secretMatches } from '../../kit/secrets/secrets.ts'
import { demoWorlds, missingWorlds, shownWorlds, wantsTour } from './companies.ts'

export { shownWorlds, wantsTour } from './companies.ts'

export const demoSeed = 20_261_121
export const defaultPassword = 'Gatehouse#2026'
export const gateway = 'demo-gateway'

export interface Demo {
  readonly password: string
  readonly accounts: readonly string[]
}

/** On when asked for, or when nobody but demo accounts administers this installation and only this machine reaches it. */
export const wantsDemo = async (client: pg.Client, config: Config): Promise<boolean> => {
  const elsewhere = reachedFromElsewhere(config)
  const on = config.demo ?? (elsewhere === undefined && !(await hasRealAdmin(client)))
  if (on && elsewhere !== undefined && config.demoPassword === undefined) {
    throw new CannotStart(`Demo mode with ${elsewhere} needs a DEMO_PASSWORD of your own.`)
  }
  return on
}

/** The setting by which others than this machine get here: a password that everybody knows is not for them. */
const reachedFromElsewhere = ({ host, publicUrl }: Config): string | undefined => {
  if (!isLoopback(host)) return `HOST=${host}`
  const name = publicUrl && new URL(publicUrl).hostname
  return name && !isLoopback(name) ? `PUBLIC_URL=${publicUrl}` : undefined
}

/** Whether this start is going to make a store and the demo companies in it. */
export const foreseesDemo = (config: Config): boolean =>
  (config.demo ?? true) &&
  (reachedFromElsewhere(config) === undefined || (config.demo === true && config.demoPassword !== undefined)) &&
  config.databaseUrl === undefined &&
  !existsSync(join(config.dataDir, 'postgres'))

/** The companies of a store that this start is going to make. */
export const foreseenWorlds = (config: Config): readonly World[] => shownWorlds(true, wantsTour(config, true))

/** Makes those of the companies that are not there yet, all or nothing. */
export const prepareCompanies = async (
  client: pg.Client,
  databaseUrl: string,
  wanted: readonly World[],
  log: Logger,
  begin: (missing: readonly World[]) => Seeding,
): Promise<void> => {
  const missing = await missingWorlds(client, wanted)
  if (missing.length === 0) return
  const seededInMs = await begin(missing).into(databaseUrl)
  log.info({ seededInMs, companies: missing.map(({ company }) => company) }, 'the companies and their past are stored')
}

/** Lets the demo accounts in with the password. */
export const openDemo = async (client: pg.Client, config: Config): Promise<Demo> => {
  const password = passwordOf(config)
  await changePassword(client, password)
  return { password, accounts: accountsOf(demoWorlds) }
}

export interface Seeding {
  /** How many milliseconds it took from here on. */
  readonly into: (databaseUrl: string) => Promise<number>
  readonly stop: () => void
}

/**
 * Begins to make companies, which takes a processor a second before it needs a store. In a process of its own:
 * ninety days leave a heap behind that the server would carry for good.
 */
export const beginSeeding = (config: Config, worlds: readonly World[], stopAsked?: AbortSignal): Seeding => {
  const env = {
    ...process.env,
    SEED_UNTIL: clock.iso(),
    SEED_PASSWORD: passwordOf(config),
    SEED_CREDENTIALS: credentialsIn(config),
    SEED_VAULT_FOLDER: config.dataDir,
    SEED_COMPANIES: worlds.map(({ key }) => key).join(','),
  }
  const child = fork(fileURLToPath(new URL('./seed.ts', import.meta.url)), {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(stopAsked && { signal: stopAsked }),
  })
  const outcome = new Promise<unknown>((resolve) => {
    child.once('message', resolve).once('exit', resolve).once('error', resolve)
  })
  return {
    async into(databaseUrl) {
      child.send(databaseUrl, () => undefined)
      const { data } = seeded.safeParse(await outcome)
      if (!data)
        throw new CannotStart(
          'The demo companies could not be made; see above. Start again, or set DEMO=off and TOUR=off.',
        )
      return data.seededInMs
    },
    stop: () => child.kill('SIGKILL'),
  }
}

const seeded = z.object({ seededInMs: z.number() })

const passwordOf = (config: Config) => config.demoPassword ?? defaultPassword
/** Where the simulator finds the wire passwords of the devices. */
export const credentialsIn = (config: Config) => join(config.dataDir, 'demo', 'credentials.json')

const accountsOf = (all: readonly World[]) =>
  all.flatMap((world) => world.people.filter((p) => p.account).map((p) => p.email))

const changePassword = async (client: pg.Client, password: string) => {
  const { rows } = await client.query<{ value: string }>(`select value from setting where key = 'demo password'`)
  if (secretMatches(rows[0]?.value ?? '', password)) return
  const passwordHash = await hashPassword(password)
  await inClientTransaction(client, async () => {
    await client.query('update mqtt_credential set password_hash = $1 where username = $2', [passwordHash, gateway])
    await client.query(
      `update users set password_hash = $1 from company c
     where c.id = company_id and c.demo and email = any ($2)`,
      [passwordHash, accountsOf(demoWorlds)],
    )
    await remember(client, password)
  })
}

/** Outside demo mode the demo accounts let nobody in: everybody knows their password. Their companies stay as they are. */
export const closeDemo = async (client: pg.Client): Promise<void> => {
  const { rowCount } = await client.query(`select from setting where key = 'demo password'`)
  if (!rowCount) return
  await inClientTransaction(client, async () => {
    await client.query(`delete from setting where key = 'demo password'`)
    await client.query(
      `with closed as (
       update users set password_hash = null from company c
       where c.id = company_id and c.demo and email = any ($1) returning users.id
     )
     update session set revoked_at = $2::timestamptz from closed where closed.id in (user_id, viewer_id) and revoked_at is null`,
      [accountsOf(demoWorlds), clock.now()],
    )
    await client.query('update mqtt_credential set password_hash = $1 where username = $2', [
      await hashPassword(randomBytes(32).toString('base64url')),
      gateway,
    ])
  })
}

export const remember = (client: pg.Client, password: string) =>
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
