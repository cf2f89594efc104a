// Two companies, every word of the other one marked; random operations of random people of the first, with ids and names
// of both. No answer may carry a mark, and nothing of the other company may change. CANARIES=100000 for the long form.
import { operations } from '@gatehouse/contract/contract'
import type { Operation } from '@gatehouse/contract/operation'
import { allPermissions } from '@gatehouse/contract/permissions'
import fc from 'fast-check'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arbitraryInput } from './arbitrary-input.testing.ts'
import { attacked } from './attack.testing.ts'
import { type ACompany, aCompany, aDevice, aLabel, aUser, aZone } from '../testing/building.testing.ts'
import { plainPool } from '../db/testing.ts'
import { type TestServer, openServer, type ApiClient } from '../testing/test-server.testing.ts'
import { until } from '../building/ingest/ingest.testing.ts'
import { rowsOf, tablesChanged } from './rows-of.testing.ts'

const howMany = Number(process.env['CANARIES'] ?? 600)
const seed = Number(process.env['CANARIES_SEED'] ?? 20_261_121)
const atOnce = 8
const mark = 'CANARY'

let server: TestServer
// Patient: it is not what is tried here.
let pool: pg.Pool
let own: Built
let other: Built
beforeAll(async () => {
  server = await openServer()
  pool = plainPool(server.url, 8)
  own = await build('Quiet')
  other = await build(mark)
  // The rules that every company begins with are added, and judged, by the server.
  const { id } = other.company
  await until(async () => {
    const { rows } = await pool.query<{ isJudged: boolean | null }>(
      'select bool_and(judged_version is not distinct from version) as "isJudged" from alarm_rule where company_id = $1',
      [id],
    )
    return rows[0]?.isJudged === true
  })
})
afterAll(async () => {
  await pool.end()
  await server.close()
})

interface Built {
  readonly company: ACompany
  readonly ids: readonly string[]
  readonly words: readonly string[]
}

const everything = [...operations.values()].filter((op) => op.permission !== 'api-key')

test(`${howMany} random operations: nothing of the other company is told, nothing of it changes`, {
  timeout: 3_600_000,
}, async () => {
  const before = await rowsOf(pool, other.company)
  const notified: string[] = []
  const statuses = new Map<number, number>()
  const drawn = fc.sample(draws(), { numRuns: howMany, seed })
  const people = createPeople()
  await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      for (let n = lane; n < drawn.length; n += atOnce) {
        const draw = drawn[n]
        if (!draw) continue
        const visitor = await people.of(lane, draw.can)
        const { status, body } = await visitor.try(draw.op, draw.input)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 401) people.gone(lane)
        if (isMarked(body)) notified.push(`${draw.op.name} ${JSON.stringify(draw.input)}`)
        // 503: the store was too slow for a moment, and the answer says so.
        if (status >= 500 && status !== 503) notified.push(`${status} of ${draw.op.name} ${JSON.stringify(draw.input)}`)
      }
    }),
  )
  const after = await rowsOf(pool, other.company)
  attacked('operations', 'random calls with ids of another company', howMany, notified.length)
  attacked(
    'operations',
    'tables of that company changed',
    Object.keys(before).length,
    tablesChanged(before, after).length,
  )
  expect(notified).toEqual([])
  expect(after).toEqual(before)
  // Not all of it was refused at the door.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(howMany / 10)
})

const isMarked = (value: unknown) =>
  (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value ?? null)).includes(mark)

interface Draw {
  readonly op: Operation
  readonly input: unknown
  readonly can: readonly (typeof allPermissions)[number][]
}

const draws = () => {
  const ids = [...own.ids, ...other.ids, uuid()]
  // Questions may name the other company and its people; changes may not: whoever asks to join it may change it.
  const asked = { ids, words: [...own.words, ...other.words] }
  const stored = { ids, words: own.words }
  const can = fc.oneof(
    fc.constant(allPermissions.filter((p) => p !== 'manage_companies')),
    fc.subarray(allPermissions.filter((p) => p !== 'manage_companies')),
  )
  return fc
    .constantFrom(...everything)
    .chain((op) => fc.tuple(fc.constant(op), arbitraryInput(op, op.kind === 'query' ? asked : stored), can))
    .map(([op, input, held]): Draw => ({ op, input, can: held }))
}

// One person at a time per lane, replaced every so often and whenever something they did ended their session.
const createPeople = () => {
  const lanes = new Map<number, { visitor: ApiClient; left: number }>()
  return {
    async of(lane: number, can: Draw['can']): Promise<ApiClient> {
      const known = lanes.get(lane)
      if (known && known.left-- > 0) return known.visitor
      const user = await aUser(pool, own.company, { can })
      // Again where the store was too slow for a moment.
      const visitor = await until(async () => {
        const one = server.client()
        return one.signIn(user.email, user.password).then(
          () => one,
          () => undefined,
        )
      })
      lanes.set(lane, { visitor, left: 60 })
      return visitor
    },
    gone: (lane: number) => void lanes.delete(lane),
  }
}

/** A company with one of everything. Every word of it is marked but for those by which one may ask for it. */
const build = async (word: string): Promise<Built> => {
  const name = `House ${uuid()}`
  const company = await aCompany(pool, name)
  await pool.query('update site set name = $1 where company_id = $2', [`${word} site`, company.id])
  const zone = await aZone(pool, company, `${word} zone`)
  const door = await aDevice(pool, company, 'door', { zone, leadsTo: zone })
  const gas = await aDevice(pool, company, 'gas', { zone })
  await pool.query('update device set name = $1 where company_id = $2', [`${word} device`, company.id])
  const people = [
    await aUser(pool, company, { can: allPermissions.filter((p) => p !== 'manage_companies') }),
    await aUser(pool, company, { card: word === mark ? 'card:0000000002' : 'card:0000000001' }),
  ]
  await pool.query(
    `update users set first_name = $1, last_name = $1, job = $1, department = $1, phone = $1, display_name = $1
     where company_id = $2`,
    [word, company.id],
  )
  const label = await aLabel(pool, company)
  await pool.query('update label set name = $1 where id = $2', [`${word} label`, label])
  const role = uuid()
  await pool.query(`insert into role (id, company_id, name, permissions) values ($1, $2, $3, '{read_doors}')`, [
    role,
    company.id,
    `${word} role`,
  ])
  for (const person of people) {
    await pool.query('insert into user_role (user_id, role_id) values ($1, $2)', [person.id, role])
    await pool.query('insert into user_label (user_id, label_id) values ($1, $2)', [person.id, label])
  }
  const { rows } = await pool.query<{ email: string }>('select email from users where company_id = $1', [company.id])
  const ids = [company.id, company.siteId, zone, door.id, gas.id, label, role, ...people.map(({ id }) => id)]
  return { company, ids, words: [name, 'Quiet role', ...rows.map(({ email }) => email)] }
}
