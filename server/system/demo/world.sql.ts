// A demo building written into the store: places, devices with their credentials, people with roles and labels.
import { randomBytes } from 'node:crypto'
import { devicesOf, type World } from '@gatehouse/demo/world'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { hashSecret } from '../../kit/secrets/secrets.ts'
import { ensureSystemRoles } from '../../identity/roles/roles.ts'
import { ruleKeysOf } from './alarm-rules.sql.ts'
import { insert } from './insert.sql.ts'

/** What everything in a world is called in the store; chosen beforehand, so that its past can be told without asking. */
export interface Ids {
  readonly company: string
  readonly site: string
  /** By key. */
  readonly floors: ReadonlyMap<string, string>
  readonly zones: ReadonlyMap<string, string>
  readonly devices: ReadonlyMap<string, string>
  /** By credential. */
  readonly people: ReadonlyMap<string, string>
  readonly byEmail: ReadonlyMap<string, string>
  /** Of alarm rules: by the name of the preset, or the key of one of its own. */
  readonly rules: ReadonlyMap<string, string>
}

export const idsFor = (world: World): Ids => {
  // Of the tour nobody is kept: its cards are nobody's.
  const people = (world.tour ? [] : world.people).map((person) => ({ ...person, id: uuid() }))
  return {
    company: uuid(),
    site: uuid(),
    floors: new Map(world.floors.map((f) => [f.key, uuid()])),
    zones: new Map(world.zones.map((z) => [z.key, uuid()])),
    devices: new Map(devicesOf(world).map((d) => [d.key, uuid()])),
    people: new Map(people.map((p) => [p.credential, p.id])),
    byEmail: new Map(people.map((p) => [p.email, p.id])),
    rules: new Map(ruleKeysOf(world).map((key) => [key, uuid()])),
  }
}

/** Returns the wire passwords by device key, for the simulator. */
export const insertWorld = async (
  tx: pg.Client,
  world: World,
  ids: Ids,
  passwordHash: string,
): Promise<Readonly<Record<string, string>>> => {
  const { company: companyId, site: siteId, floors, zones } = ids
  await tx.query('insert into company (id, name, time_zone, demo, publishes, tour) values ($1, $2, $3, $4, $4, $5)', [
    companyId,
    world.company,
    world.timeZone,
    !world.tour,
    world.tour ?? false,
  ])
  await tx.query('insert into site (id, company_id, name, time_zone) values ($1, $2, $3, $4)', [
    siteId,
    companyId,
    world.site,
    world.timeZone,
  ])
  await insert(
    tx,
    'floor',
    ['id', 'company_id', 'site_id', 'name', 'level'],
    world.floors.map((f) => [floors.get(f.key), companyId, siteId, f.name, f.level]),
  )
  await insert(
    tx,
    'zone',
    ['id', 'company_id', 'site_id', 'floor_id', 'name', 'use'],
    world.zones.map((z) => [zones.get(z.key), companyId, siteId, floors.get(z.floor), z.name, z.use]),
  )
  const labels = await insertLabels(tx, world, companyId, zones)
  const credentials = await insertDevices(tx, world, ids, siteId)
  if (!world.tour) await insertPeople(tx, world, ids, labels, passwordHash)
  return credentials
}

const insertLabels = async (tx: pg.Client, world: World, companyId: string, zones: Ids['zones']) => {
  const labels = new Map(world.labels.map((label) => [label.name, uuid()]))
  await insert(
    tx,
    'label',
    ['id', 'company_id', 'name'],
    world.labels.map((l) => [labels.get(l.name), companyId, l.name]),
  )
  const marks = world.labels.flatMap((l) => l.zones.map((zone) => [labels.get(l.name), zones.get(zone)]))
  await insert(tx, 'label_mark', ['label_id', 'zone_id'], marks)
  return labels
}

const insertDevices = async (
  tx: pg.Client,
  world: World,
  { company: companyId, zones, devices: ids }: Ids,
  siteId: string,
) => {
  const devices = devicesOf(world).map((d) => ({
    ...d,
    id: ids.get(d.key),
    secret: randomBytes(24).toString('base64url'),
  }))
  await insert(
    tx,
    'device',
    ['id', 'company_id', 'site_id', 'zone_id', 'key', 'kind', 'name', 'address'],
    devices.map((d) => [d.id, companyId, siteId, zones.get(d.zone), d.key, d.kind, d.name, d.key]),
  )
  await insert(
    tx,
    'door',
    ['device_id', 'from_zone_id', 'to_zone_id'],
    world.doors.map((d) => [ids.get(d.key), d.from === null ? null : zones.get(d.from), zones.get(d.to)]),
  )
  await insert(
    tx,
    'mqtt_credential',
    ['username', 'company_id', 'password_hash', 'device_id'],
    devices.map((d) => [d.key, companyId, hashSecret(d.secret), d.id]),
  )
  return Object.fromEntries(devices.map((d) => [d.key, d.secret]))
}

const insertPeople = async (
  tx: pg.Client,
  world: World,
  { company: companyId, people: ids }: Ids,
  labels: Map<string, string>,
  passwordHash: string,
) => {
  const roles = await ensureSystemRoles(tx, companyId)
  const people = world.people.map((p) => ({ ...p, id: ids.get(p.credential) }))
  await insert(
    tx,
    'users',
    ['id', 'company_id', 'email', 'first_name', 'last_name', 'job', 'department', 'password_hash', 'verified'],
    people.map((p) => [
      p.id,
      companyId,
      p.email,
      p.firstName,
      p.lastName,
      p.job,
      p.department,
      p.account ? passwordHash : null,
      p.account !== undefined,
    ]),
  )
  await insert(
    tx,
    'credential',
    ['id', 'company_id', 'user_id', 'value'],
    people.map((p) => [uuid(), companyId, p.id, p.credential]),
  )
  await insert(
    tx,
    'user_role',
    ['user_id', 'role_id'],
    people.map((p) => [p.id, roles.get(p.account?.role ?? (p.rhythm === 'guard' ? 'guard' : 'staff'))]),
  )
  await insert(
    tx,
    'user_label',
    ['user_id', 'label_id'],
    people.flatMap((p) => (p.account?.labels ?? []).map((name) => [p.id, labels.get(name)])),
  )
}
