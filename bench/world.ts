// The bench's buildings, written straight into our database: companies with doors, detectors, people and one account
// each. Everything measured then goes in by HTTP, sockets and MQTT like anybody else.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type SystemRole, systemRoles } from '@gatehouse/contract/permissions'
import { hash } from '@node-rs/argon2'
import { Client } from 'pg'

export interface Device {
  readonly id: string
  readonly key: string
  readonly companyId: string
  readonly username: string
  readonly password: string
}

export interface Company {
  readonly id: string
  readonly email: string
  readonly people: readonly string[]
  readonly doors: readonly Device[]
  readonly detectors: readonly Device[]
}

export interface World {
  readonly companies: readonly Company[]
  readonly password: string
}

export interface Size {
  readonly companies: number
  readonly doors: number
  readonly detectors: number
  readonly people: number
  /** What the account of each company may do. */
  readonly role: SystemRole
}

export const writeWorld = async (url: string, size: Size): Promise<World> => {
  const client = new Client(url)
  await client.connect()
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  try {
    await client.query('begin')
    const companies: Company[] = []
    for (let n = 0; n < size.companies; n++) companies.push(await writeCompany(client, n, size, passwordHash))
    await client.query('commit')
    return { companies, password }
  } finally {
    await client.end()
  }
}

const writeCompany = async (client: Client, n: number, size: Size, passwordHash: string): Promise<Company> => {
  const id = randomUUID()
  const site = randomUUID()
  const zone = randomUUID()
  const role = randomUUID()
  const account = randomUUID()
  const email = `guard${n}@bench.example`
  const people = Array.from({ length: size.people }, () => randomUUID())
  const device = (kind: string) => (_: unknown, i: number) => {
    const key = `${kind}-${n}-${i}`
    return { id: randomUUID(), key, companyId: id, username: key, password: randomBytes(12).toString('base64url') }
  }
  const doors = Array.from({ length: size.doors }, device('door'))
  const detectors = Array.from({ length: size.detectors }, device('gas'))
  await client.query(`insert into company (id, name, time_zone) values ($1, $2, 'Europe/Berlin')`, [id, `Company ${n}`])
  await client.query(`insert into site (id, company_id, name, time_zone) values ($1, $2, 'Site', 'Europe/Berlin')`, [
    site,
    id,
  ])
  await client.query(`insert into zone (id, company_id, site_id, name) values ($1, $2, $3, 'Lobby')`, [zone, id, site])
  await client.query(
    `insert into users (id, company_id, email, first_name, last_name, password_hash, verified)
     values ($1, $2, $3, 'Guard', $4, $5, true)`,
    [account, id, email, String(n), passwordHash],
  )
  await client.query(`insert into role (id, company_id, name, permissions) values ($1, $2, 'bench', $3)`, [
    role,
    id,
    systemRoles[size.role],
  ])
  await client.query('insert into user_role (user_id, role_id) values ($1, $2)', [account, role])
  await client.query(
    `insert into users (id, company_id, email, first_name, last_name)
     select p, $2, 'person' || p || '@bench.example', 'Person', n::text from unnest($1::uuid[]) with ordinality t (p, n)`,
    [people, id],
  )
  await writeDevices(client, 'door', doors, { company: id, site, zone })
  await client.query('insert into door (device_id, to_zone_id) select d, $2 from unnest($1::uuid[]) d', [
    doors.map((d) => d.id),
    zone,
  ])
  await writeDevices(client, 'gas', detectors, { company: id, site, zone })
  return { id, email, people, doors, detectors }
}

const writeDevices = async (
  client: Client,
  kind: string,
  devices: readonly Device[],
  place: { company: string; site: string; zone: string },
) => {
  const ids = devices.map((d) => d.id)
  const keys = devices.map((d) => d.key)
  await client.query(
    `insert into device (id, company_id, site_id, zone_id, key, kind, name, address)
     select d, $3, $4, $5, k, $6, initcap(replace(k, '-', ' ')), k from unnest($1::uuid[], $2::text[]) t (d, k)`,
    [ids, keys, place.company, place.site, place.zone, kind],
  )
  await client.query(
    `insert into mqtt_credential (username, company_id, password_hash, device_id)
     select k, $3, h, d from unnest($1::uuid[], $2::text[], $4::text[]) t (d, k, h)`,
    [ids, keys, place.company, devices.map((d) => `sha256:${createHash('sha256').update(d.password).digest('hex')}`)],
  )
}
