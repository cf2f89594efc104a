// A small building for roll-calls: people who pass its doors, and wardens who mark them.
import * as doors from '@gatehouse/contract/access/doors'
import * as ingest from '@gatehouse/contract/building/ingest'
import * as muster from '@gatehouse/contract/access/muster'
import * as visitorPasses from '@gatehouse/contract/access/passes'
import { allPermissions, type Permission, systemRoles } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { type ACompany, type ADevice, aCompany, aDevice, aLabel, aUser, aZone } from '../../testing/building.testing.ts'
import type { TestServer, ApiClient } from '../../testing/test-server.testing.ts'
import { until } from '../../building/ingest/ingest.testing.ts'

let cards = 0

export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export const signIn = (
  server: TestServer,
  company: ACompany,
  can: readonly Permission[],
  labels: readonly string[] = [],
): Promise<ApiClient> => server.signedIn(company, { can, labels })

export type Scene = Awaited<ReturnType<typeof aScene>>

/** A lobby behind the front door and an office behind that, and a guard. */
export const aScene = async (server: TestServer) => {
  const db = server.store.pool
  const company = await aCompany(db)
  const lobby = await aZone(db, company, 'Lobby')
  const office = await aZone(db, company, 'Office')
  const front = await aDevice(db, company, 'door', { zone: lobby, leadsTo: lobby })
  const inner = await aDevice(db, company, 'door', { zone: office, leadsFrom: lobby, leadsTo: office })
  const admin = await signIn(server, company, allPermissions)
  await server.knows(admin, inner)
  await server.knows(admin, front)
  const { secret } = await admin.call(ingest.createApiKey, { name: 'Test' })
  const guard = await signIn(server, company, systemRoles.guard)

  const aPerson = async (name: string) => {
    const card = `card:${String(++cards).padStart(10, '0')}`
    const user = await aUser(db, company, { card })
    const [first, last] = name.split(' ')
    await db.query('update users set first_name = $2, last_name = $3 where id = $1', [user.id, first, last])
    return { ...user, card }
  }
  const passes = async (door: ADevice, card: string, direction: 'entry' | 'exit', more: object = {}) => {
    const message = { device: door.key, kind: 'event', id: uuid(), at: ago(0), type: 'access', credential: card }
    const { body } = await server
      .client()
      .try(ingest.batch, [{ ...message, direction, result: 'granted', ...more }], { 'x-api-key': secret })
    if (!JSON.stringify(body).includes('stored')) throw new Error(`the passage was not stored: ${JSON.stringify(body)}`)
  }
  const inside = async (name: string, door = inner, minutes = 5, more: object = { taken: true }) => {
    const person = await aPerson(name)
    await passes(door, person.card, 'entry', { at: ago(minutes), ...more })
    return person
  }
  /** Somebody with a pass for the front door, who came in by it. */
  const visits = async (name: string, hostId: string | null, minutes = 5) => {
    const { pass, code } = await admin.call(visitorPasses.issue, {
      visitor: name,
      company: 'Brightwater',
      hostId,
      from: ago(600),
      to: ago(-600),
      doorIds: [front.id],
    })
    await passes(front, code, 'entry', { at: ago(minutes), taken: true })
    return { id: pass.id, card: code }
  }
  const ends = (passId: string, hoursAgo: number) =>
    db.query(
      `update visitor_pass set valid_from = now() - interval '30 hours', valid_to = now() - make_interval(hours => $2)
       where id = $1`,
      [passId, hoursAgo],
    )
  const crowd = (many: number) =>
    db.query(
      `with made as (insert into users (id, company_id, email, first_name, last_name)
         select gen_random_uuid(), $1, gen_random_uuid() || '@gatehouse.example', 'Person', n::text
         from generate_series(1, $3) n returning id)
       insert into presence select id, $1, $2, now() from made`,
      [company.id, office, many],
    )
  const begin = async (who = guard, more: object = {}) =>
    (await who.call(muster.start, { siteId: company.siteId, kind: 'drill', reason: 'Quarterly drill', ...more })).muster
  const listOf = async (musterId: string, who = guard) =>
    (await who.call(muster.people, { musterId })).people.sort((a, b) => a.name.localeCompare(b.name))
  const idOf = async (musterId: string, name: string, who = guard) => {
    const found = (await listOf(musterId, who)).find((p) => p.name === name)
    if (!found) throw new Error(`${name} is not on the list`)
    return found.id
  }
  return {
    db,
    company,
    lobby,
    office,
    front,
    inner,
    guard,
    admin,
    aPerson,
    passes,
    inside,
    visits,
    ends,
    crowd,
    begin,
    listOf,
    idOf,
  }
}

export const markOf = (personId: string, status: muster.NewMark['status'], more: object = {}): muster.NewMark => ({
  id: uuid(),
  personId,
  status,
  at: ago(0),
  ...more,
})

export const send = (who: ApiClient, musterId: string, marks: muster.NewMark[], sentAt = ago(0)) =>
  who.call(muster.marks, { musterId, sentAt, marks })

/** Somebody comes into the lobby by a door with a label and goes on to the office: what the guard is told of doors and zones. */
export const bySideDoor = async (server: TestServer, scene: Scene, everything: ApiClient) => {
  const { db, company, lobby, inner, aPerson, passes, begin, listOf } = scene
  const { id: musterId } = await begin(everything, { zoneIds: [lobby] })
  const side = await server.knows(everything, await aDevice(db, company, 'door', { zone: lobby, leadsTo: lobby }))
  await aLabel(db, company, { device: side.id })
  await until(async () => (await scene.guard.try(doors.byId, { doorId: side.id })).status === 404)
  const { card } = await aPerson('Eve Side')
  const eve = (who?: ApiClient, status = 'unaccounted') =>
    until(async () =>
      (await listOf(musterId, who)).find((person) => person.name === 'Eve Side' && person.status === status),
    )
  await passes(side, card, 'entry')
  const arrived = await eve()
  if ((await eve(everything))?.door !== side.key) throw new Error('who sees every door is not told by which')
  await passes(inner, card, 'entry')
  const left = await eve(undefined, 'left')
  await everything.call(muster.end, { musterId })
  return [arrived.door, left.door, left.place, left.note]
}
