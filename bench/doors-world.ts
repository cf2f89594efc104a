// A large building in our database: a thousand doors on ten floors with their plans, ten thousand people with cards, and
// levels that say by a rule who may go where, so that every decision can be foretold.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { repository } from './gatehouse.ts'
import { type Company, type World, writeWorld } from './world.ts'

export const parts = 10

export interface DoorsWorld extends World {
  readonly company: Company
  readonly stranger: Company
  readonly gateway: { readonly username: string; readonly password: string }
  readonly floors: readonly string[]
}

/** People and doors are in ten parts each: people of a part may go through the doors of it and of the next one. */
export const mayPass = (person: number, door: number): boolean => {
  const away = ((door % parts) - (person % parts) + parts) % parts
  return away === 0 || away === 1
}

export const cardOf = (person: number): string => `card:77${String(person).padStart(8, '0')}`

export const writeDoorsWorld = async (url: string, size: { doors: number; people: number }): Promise<DoorsWorld> => {
  const world = await writeWorld(url, { companies: 2, detectors: 0, role: 'admin', ...size })
  const [company, stranger] = world.companies
  if (!company || !stranger) throw new Error('no companies')
  const client = new Client(url)
  await client.connect()
  try {
    await client.query('begin')
    const floors = await writeFloors(client, company)
    await writeAccess(client, company)
    const gateway = { username: 'bench-gateway', password: randomBytes(12).toString('base64url') }
    await client.query(`insert into mqtt_credential (username, company_id, password_hash) values ($1, $2, $3)`, [
      gateway.username,
      company.id,
      `sha256:${createHash('sha256').update(gateway.password).digest('hex')}`,
    ])
    await client.query('commit')
    await client.query('analyze')
    return { ...world, company, stranger, gateway, floors }
  } finally {
    await client.end()
  }
}

const writeFloors = async (client: Client, { id, doors }: Company): Promise<string[]> => {
  const picture = readFileSync(join(repository, 'demo/plans/floor-2.webp'))
  const small = readFileSync(join(repository, 'demo/plans/floor-2-small.webp'))
  const { rows } = await client.query<{ id: string }>(
    `insert into floor (id, company_id, site_id, name, level)
     select gen_random_uuid(), $1, s.id, 'Floor ' || n, n from site s, generate_series(1, ${parts}) n where s.company_id = $1
     returning id`,
    [id],
  )
  const floors = rows.map((row) => row.id)
  await client.query(
    `insert into zone (id, company_id, site_id, floor_id, name)
     select gen_random_uuid(), $1, f.site_id, f.id, 'Offices ' || f.level from floor f where f.company_id = $1`,
    [id],
  )
  await client.query(
    `update device d set zone_id = z.id from unnest($1::uuid[]) with ordinality t (door, n), zone z
     where d.id = t.door and z.floor_id = ($2::uuid[])[1 + (n - 1) % ${parts}]`,
    [doors.map((d) => d.id), floors],
  )
  await client.query(
    'update door o set to_zone_id = d.zone_id from device d where d.id = o.device_id and d.company_id = $1',
    [id],
  )
  await client.query(
    `insert into plan (floor_id, company_id, picture_id, width, height, large, small, source)
     select f, $2, gen_random_uuid(), 2400, 1500, $3, $4, 'SVG drawing' from unnest($1::uuid[]) f`,
    [floors, id, picture, small],
  )
  await client.query(
    `insert into plan_device (device_id, floor_id, x, y)
     select door, ($2::uuid[])[1 + (n - 1) % ${parts}], 0.05 + 0.9 * random(), 0.05 + 0.9 * random()
     from unnest($1::uuid[]) with ordinality t (door, n)`,
    [doors.map((d) => d.id), floors],
  )
  return floors
}

const writeAccess = async (client: Client, { id, doors, people }: Company) => {
  await client.query(
    `insert into credential (id, company_id, user_id, value)
     select gen_random_uuid(), $1, p, 'card:77' || lpad((n - 1)::text, 8, '0')
     from unnest($2::uuid[]) with ordinality t (p, n)`,
    [id, people],
  )
  const open = JSON.stringify(Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]))
  await client.query(
    `insert into schedule (id, company_id, name, week) values (gen_random_uuid(), $1, 'Day and night', $2)`,
    [id, open],
  )
  for (const [table, kind] of [
    ['door_group', 'Doors'],
    ['access_group', 'People'],
  ] as const)
    await client.query(
      `insert into ${table} (id, company_id, name)
       select gen_random_uuid(), $1, '${kind} ' || n from generate_series(0, ${parts - 1}) n`,
      [id],
    )
  await client.query(
    `insert into door_group_door (group_id, device_id) select g.id, t.door
     from unnest($2::uuid[]) with ordinality t (door, n)
       join door_group g on g.company_id = $1 and g.name = 'Doors ' || (n - 1) % ${parts}`,
    [id, doors.map((d) => d.id)],
  )
  await client.query(
    `insert into access_group_member (group_id, user_id) select g.id, t.person
     from unnest($2::uuid[]) with ordinality t (person, n)
       join access_group g on g.company_id = $1 and g.name = 'People ' || (n - 1) % ${parts}`,
    [id, people],
  )
  await client.query(
    `insert into access_level (id, company_id, name, schedule_id)
     select gen_random_uuid(), $1, 'Level ' || n, s.id from generate_series(0, ${parts - 1}) n, schedule s
     where s.company_id = $1`,
    [id],
  )
  await client.query(
    `insert into access_level_door_group (level_id, group_id) select l.id, g.id
     from access_level l join door_group g on g.company_id = $1
     where l.company_id = $1 and split_part(g.name, ' ', 2) = split_part(l.name, ' ', 2)`,
    [id],
  )
  // Of the level of their own number, and of the next.
  await client.query(
    `insert into access_level_group (level_id, group_id) select l.id, g.id
     from access_level l join access_group g on g.company_id = $1
     where l.company_id = $1 and (split_part(l.name, ' ', 2)::int - split_part(g.name, ' ', 2)::int + ${parts}) % ${parts} in (0, 1)`,
    [id],
  )
}
