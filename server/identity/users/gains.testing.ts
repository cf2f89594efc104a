// A small world of people, roles and labels, called in process by random hands, and what each may and sees in it.
import { neededBy } from '@gatehouse/contract/lack'
import { isPermission, missing, own, type Permission } from '@gatehouse/contract/permissions'
import type { Operation } from '@gatehouse/contract/operation'
import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { createSessions } from '../auth/auth.ts'
import { aCompany, aDevice, aLabel, aRole, aUser, aZone } from '../../testing/building.testing.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { plainPool } from '../../db/testing.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { lacking, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { serveLabels } from '../labels/serve-labels.ts'
import type { Letter } from '../../messages/mail/mail.ts'
import { serveRoles } from '../roles/serve-roles.ts'
import { serveUsers } from './serve-users.ts'

/** Few enough that random sets meet, with all that looking after people takes. */
export const pool: readonly Permission[] = [
  'manage_roles',
  'assign_roles',
  'manage_users',
  'manage_labels',
  'admin_access',
  'read_doors',
  'operate_doors',
  'manage_settings',
  'view_gas_detection',
]

type Handle = (input: unknown, caller: Caller, call: unknown) => Promise<unknown>

/** The operations of roles, labels and users, called as `serve` would: permission, schema, handler. */
export const openOperations = (url: string) => {
  // Of its own: the store's lets go of its connections when a busy machine keeps it waiting.
  const connections = plainPool(url, 4)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }) })
  const handlers = new Map<Operation, Handle>()
  const letters: Letter[] = []
  const mail = {
    async post(_tx: Db, posted: Letter | readonly Letter[]) {
      letters.push(...[posted].flat())
    },
  }
  const sessions = createSessions(db, randomBytes(32))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stand-in that keeps handlers, whatever their types
  const serve = ((op: Operation, handler: Handle) => handlers.set(op, handler)) as unknown as Serve
  serveRoles(serve, db, mail)
  serveLabels(serve, db, mail)
  serveUsers(serve, { db, sessions, mail })
  return {
    db,
    pool: connections,
    close: () => db.destroy(),
    letters,
    mail,
    sessions,
    /** The answer, or null where it was refused. */
    async act(op: Operation, input: unknown, caller: Caller): Promise<unknown> {
      try {
        const parsed = op.input.safeParse(input)
        if (!parsed.success) return null
        const lack = missing(caller.permissions, neededBy(op))
        if (lack.length > 0) throw lacking(lack)
        return await handlers.get(op)?.(parsed.data, caller, {
          address: '127.0.0.1',
          agent: 'test',
          annotate: () => undefined,
          record: async () => undefined,
        })
      } catch (error) {
        if (error instanceof Refusal) return null
        throw error
      }
    },
  }
}

export interface Soul {
  readonly id: string
  readonly email: string
  readonly companyId: string | null
  readonly status: string
  /** All that was given, and what of it holds now. */
  readonly granted: ReadonlySet<string>
  readonly holds: ReadonlySet<string>
  readonly labels: ReadonlySet<string>
}

/** Sites, zones and devices with the labels on each, and the places each stands in. */
export interface Thing {
  readonly id: string
  readonly companyId: string
  readonly labels: readonly string[]
  readonly within: readonly string[]
}

export interface Snapshot {
  readonly souls: ReadonlyMap<string, Soul>
  readonly things: ReadonlyMap<string, Thing>
  readonly roles: readonly { id: string; permissions: string[]; companyId: string }[]
  readonly labels: readonly { id: string; companyId: string }[]
}

/** All that there is of these companies. */
export const look = async (db: Db, companies: readonly string[]): Promise<Snapshot> => {
  const among = sql`company_id = any (${[...companies]}::uuid[])`
  const { rows } = await sql<{
    users: (Pick<Soul, 'id' | 'email' | 'companyId' | 'status'> & {
      verified: boolean
      granted: string[]
      labels: string[]
    })[]
    things: Thing[]
    roles: Snapshot['roles']
    labels: Snapshot['labels']
  }>`
    select
      (select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'companyId', u.company_id, 'status', u.status,
        'verified', u.verified, 'labels', array(select label_id from user_label ul where ul.user_id = u.id),
        'granted', u.permissions || array(select p from user_role ur join role r on r.id = ur.role_id,
          unnest(r.permissions) p where ur.user_id = u.id)) order by u.id) from users u where ${among}) as users,
      (select jsonb_agg(jsonb_build_object('id', t.id, 'companyId', t.company_id, 'within', t.within, 'labels',
        array(select label_id from label_mark m where t.id in (m.site_id, m.zone_id, m.device_id))) order by t.id) from (
          select id, company_id, '{}'::uuid[] as within from site
          union all select id, company_id, array[site_id] from zone
          union all select id, company_id, array_remove(array[site_id, zone_id], null) from device) t where ${among}) as things,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'permissions', permissions, 'companyId', company_id)
        order by id) from role where ${among}), '[]') as roles,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'companyId', company_id) order by id) from label where ${among}), '[]')
        as labels
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('There is no world')
  return {
    souls: new Map(
      row.users.map(({ verified, granted, labels, ...user }) => [
        user.id,
        {
          ...user,
          granted: new Set(granted.filter(isPermission)),
          holds: new Set(
            user.status === 'active' ? granted.filter(isPermission).filter((p) => verified || own.includes(p)) : [],
          ),
          labels: new Set(labels),
        },
      ]),
    ),
    things: new Map(row.things.map((thing) => [thing.id, thing])),
    roles: row.roles,
    labels: row.labels,
  }
}

/** Whether labels on the thing itself let somebody of its company through. */
export const passes = (soul: Soul, thing: Thing): boolean =>
  soul.companyId === thing.companyId &&
  (soul.holds.has('admin_access') || thing.labels.length === 0 || thing.labels.some((label) => soul.labels.has(label)))

/** Whether somebody sees the thing: labels on it and on every place it stands in let them through. */
export const sees = (soul: Soul, thing: Thing, { things }: Snapshot): boolean =>
  [thing, ...thing.within.flatMap((id) => things.get(id) ?? [])].every((level) => passes(soul, level))

export const callerOf = (soul: Soul, beyond: readonly string[] = []): Caller => ({
  userId: soul.id,
  sessionId: uuid(),
  companyId: soul.companyId,
  name: 'Ada Okafor',
  email: soul.email,
  permissions: new Set([...soul.holds, ...beyond]),
  labels: soul.labels,
  expiresAt: Date.now() + 60_000,
  limited: false,
  viewer: null,
})

/** Twelve people who hold what `sets` says, seven roles, five labels, places and doors; and a second company. */
export const populate = async (store: pg.Pool, sets: readonly (readonly Permission[])[]) => {
  const [here, there] = [await aCompany(store), await aCompany(store)]
  const zones = [await aZone(store, here), await aZone(store, here)]
  const doors = [
    await aDevice(store, here, 'door', { zone: zones[0] ?? null }),
    await aDevice(store, here, 'door', { zone: zones[1] ?? null }),
    await aDevice(store, here, 'gas'),
  ]
  const marks = [{ zone: zones[0] }, { device: doors[0]?.id }, { device: doors[1]?.id }, { site: here.siteId }, {}]
  const labels: string[] = []
  for (const on of marks) {
    const { zone, device, site } = { zone: undefined, device: undefined, site: undefined, ...on }
    labels.push(
      await aLabel(store, here, {
        ...(zone ? { zone } : {}),
        ...(device ? { device } : {}),
        ...(site ? { site } : {}),
      }),
    )
  }
  const founder = await aUser(store, here, { labels })
  await aRole(store, here, { can: pool, to: [founder] })
  for (const [i, can] of sets.entries()) {
    const has = labels.filter((_, at) => (i + at) % 3 === 0)
    const direct = i % 2 === 0
    const user = await aUser(store, here, { can: direct ? can : [], labels: has })
    if (!direct) await aRole(store, here, { can, to: [user] })
  }
  const stranger = await aUser(store, there, { can: pool, labels: [await aLabel(store, there)] })
  await aRole(store, there, { can: pool, to: [stranger] })
  return { here: here.id, companies: [here.id, there.id] }
}
