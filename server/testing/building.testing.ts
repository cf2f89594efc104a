// Builders: the smallest building a test needs, written straight into its store.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import { type Permission, type SystemRole, systemRoles } from '@gatehouse/contract/permissions'
import { hashSync } from '@node-rs/argon2'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { hashSecret } from '../kit/secrets/secrets.ts'

type Querier = Pick<pg.Pool, 'query'>

export const password = 'Correct horse 7!'
// Checking it costs what the hash says: next to nothing, where nobody looks at how long that takes or what it holds up.
// Algorithm 2 is argon2id, as in hash-worker.ts.
const nextToNothing = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const
const cheaplyHashed = hashSync(password, nextToNothing)

const insert = (db: Querier, table: string, row: Readonly<Record<string, unknown>>) => {
  const places = Object.keys(row).map((_, n) => `$${n + 1}`)
  const text = `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`
  return db.query(text, Object.values(row))
}

export interface ACompany {
  readonly id: string
  readonly name: string
  readonly siteId: string
}

/** No two companies have the same name, so whatever it is called has a number of its own behind it: see `name`. */
export const aCompany = async (db: Querier, called = 'Company', timeZone = 'Europe/London'): Promise<ACompany> => {
  const [id, siteId] = [uuid(), uuid()]
  const name = `${called} ${id.slice(-12)}`
  await insert(db, 'company', { id, name, time_zone: timeZone })
  await insert(db, 'site', { id: siteId, company_id: id, name, time_zone: timeZone })
  return { id, name, siteId }
}

export const aZone = async (
  db: Querier,
  company: ACompany,
  name = `Zone ${uuid()}`,
  floor: string | null = null,
): Promise<string> => {
  const id = uuid()
  await insert(db, 'zone', { id, company_id: company.id, site_id: company.siteId, floor_id: floor, name })
  return id
}

export const aFloor = async (db: Querier, company: ACompany, name: string, level: number): Promise<string> => {
  const id = uuid()
  await insert(db, 'floor', { id, company_id: company.id, site_id: company.siteId, name, level })
  return id
}

export interface AUser {
  readonly id: string
  readonly email: string
  readonly password: string
}

export interface Holding {
  readonly can?: readonly Permission[]
  readonly labels?: readonly string[]
  readonly card?: string
  readonly name?: string
  readonly hashed?: string
}

/** A person who can sign in and holds exactly these permissions and labels. */
export const aUser = async (
  db: Querier,
  company: Pick<ACompany, 'id'>,
  { can = [], labels = [], card, name = 'Ada Okafor', hashed = cheaplyHashed }: Holding = {},
): Promise<AUser> => {
  const id = uuid()
  const [firstName = '', ...lastNames] = name.split(' ')
  const email = `${inLetters(id)}@gatehouse.example`
  await insert(db, 'users', {
    id,
    company_id: company.id,
    email,
    first_name: firstName,
    last_name: lastNames.join(' '),
    password_hash: hashed,
    verified: true,
    permissions: can,
  })
  for (const label of labels) await insert(db, 'user_label', { user_id: id, label_id: label })
  if (card) await insert(db, 'credential', { id: uuid(), company_id: company.id, user_id: id, value: card })
  return { id, email, password }
}

/** An id of letters only: where it is part of an address, a number that is searched for is in it by no chance. */
export const inLetters = (id: string): string => id.replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

/** A role of the company; given to these people. */
export const aRole = async (
  db: Querier,
  company: ACompany,
  { name, can = [], to = [] }: { name?: string; can?: readonly Permission[]; to?: readonly { id: string }[] } = {},
): Promise<string> => {
  const id = uuid()
  await insert(db, 'role', { id, company_id: company.id, name: name ?? `Role ${id}`, permissions: can })
  for (const user of to) await insert(db, 'user_role', { user_id: user.id, role_id: id })
  return id
}

/** A role that every company starts with; given to these people. */
export const aSystemRole = async (
  db: Querier,
  company: ACompany,
  name: Exclude<SystemRole, 'platform admin'>,
  to: readonly { id: string }[] = [],
): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    `insert into role (id, company_id, name, system, permissions) values ($1, $2, $3, true, $4)
     on conflict (company_id, name) do update set permissions = excluded.permissions returning id`,
    [uuid(), company.id, name, systemRoles[name]],
  )
  const id = rows[0]?.id ?? ''
  for (const user of to) await insert(db, 'user_role', { user_id: user.id, role_id: id })
  return id
}

export const aLabel = async (
  db: Querier,
  company: ACompany,
  on: { zone?: string; device?: string; site?: string; name?: string } = {},
) => {
  const id = uuid()
  await insert(db, 'label', { id, company_id: company.id, name: on.name ?? `Label ${id}` })
  if (on.zone ?? on.device ?? on.site)
    await insert(db, 'label_mark', { label_id: id, site_id: on.site, zone_id: on.zone, device_id: on.device })
  return id
}

export interface ADevice {
  readonly id: string
  readonly key: string
  /** Of its own credential on the wire. */
  readonly secret: string
}

export const aDevice = async (
  db: Querier,
  company: ACompany,
  kind: DeviceKind,
  {
    zone = null,
    leadsTo = null,
    leadsFrom = null,
    name,
    reasonAsked = 'hold',
  }: {
    zone?: string | null
    leadsTo?: string | null
    leadsFrom?: string | null
    name?: string
    /** Of a door: with which commands it asks why. */
    reasonAsked?: 'never' | 'hold' | 'always'
  } = {},
): Promise<ADevice> => {
  const id = uuid()
  const key = `${kind}-${id}`
  const secret = uuid()
  // In one statement: whoever reads it in between would know a door that leads nowhere.
  await db.query(
    `with made as (
       insert into device (id, company_id, site_id, zone_id, key, kind, name, address)
       values ($1, $2, $3, $4, $5, $6, $7, $5) returning id, key, kind, company_id),
     opened as (
       insert into door (device_id, from_zone_id, to_zone_id, reason_asked)
       select id, $8::uuid, $9::uuid, $10 from made where kind = 'door'),
     switched as (insert into actuator (device_id) select id from made where kind = 'actuator')
     insert into mqtt_credential (username, company_id, password_hash, device_id)
     select key, company_id, $11, id from made`,
    [id, company.id, company.siteId, zone, key, kind, name ?? key, leadsFrom, leadsTo, reasonAsked, hashSecret(secret)],
  )
  return { id, key, secret }
}

/** A person is in a zone, as after going through a door into it. */
export const putInside = async (
  db: Querier,
  company: Pick<ACompany, 'id'>,
  person: { readonly id: string },
  zone: string,
): Promise<void> => {
  await db.query('insert into presence (user_id, company_id, zone_id, at) values ($1, $2, $3, now())', [
    person.id,
    company.id,
    zone,
  ])
}
