// The index against the oracle: whatever was written, changed and taken away, whoever asks for whatever, both find the same in
// the same order, by every way that the index has of finding it.
import { allPermissions, type Permission } from '@gatehouse/contract/permissions'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aLabel, aUser, aZone } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { insertSteps } from '../../safety/alarms/alarms.sql.ts'
import { anAlarm } from '../../safety/alarms/alarms.testing.ts'
import { searchNaively } from './oracle.testing.ts'
import { find } from './search.ts'
import { type Limits, usual } from './seeker.ts'
import { fold, rangesOf, tokensOf } from '../../kit/folded-words.ts'

let database: TestDatabase
let companies: ACompany[]
const labels: string[][] = []

// A few words over and over, so that much is found by each of them and much differs by a letter.
const names = [
  'Robin',
  'Robinson',
  'Róbin',
  'Ada',
  'Adam',
  'Okafor',
  'Øster',
  'Ann',
  'Annabel',
  'Vane',
  'Ines',
  'o’Neil',
]
const things = ['Main door', 'Lobby', 'Lobby-door 2', 'Annex', 'Robin hatch', 'Reception', 'Receptions 12', 'Left wing']
const reasons = ['no access right', 'outside schedule', 'unknown credential']

let random = 7
const next = (below: number) => {
  random = (random * 48_271) % 2_147_483_647
  return random % below
}
const pick = <T>(all: readonly T[]): T => {
  const one = all[next(all.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

const query = (text: string, values: unknown[]) => database.store.pool.query(text, values)
const now = Date.now()

const fill = async (company: ACompany, other: ACompany) => {
  const { pool } = database.store
  const zones = [await aZone(pool, company, 'Robin floor'), await aZone(pool, company, 'Basement')]
  const doors: string[] = []
  const devices: string[] = []
  for (let i = 0; i < 26; i++) {
    const kind = i < 14 ? 'door' : pick(['camera', 'intercom', 'gas', 'counter'] as const)
    const { id } = await aDevice(pool, company, kind, { zone: pick([...zones, null]) })
    await query('update device set name = $2, retired_at = $3 where id = $1', [
      id,
      pick(things),
      next(9) === 0 ? new Date() : null,
    ])
    if (next(3) === 0)
      await query('insert into device_status (device_id, online, last_seen_at) values ($1, $2, now())', [
        id,
        next(2) === 0,
      ])
    devices.push(id)
    if (kind === 'door') doors.push(id)
    if (next(5) === 0) await severe(company, id)
  }
  labels.push([
    await aLabel(pool, company, { zone: zones[0] ?? '' }),
    await aLabel(pool, company, { device: pick(doors) }),
  ])
  const people: string[] = []
  for (let i = 0; i < 40; i++) {
    const { id } = await aUser(pool, company)
    await query(
      'update users set first_name = $2, last_name = $3, job = $4, department = $5, display_name = $6, email = $7 where id = $1',
      [
        id,
        pick(names),
        pick(names),
        pick(['Keeper of robins', 'Guard', null]),
        pick(['Reception', null]),
        pick(['Robin R.', null, null, null]),
        `${pick(names).toLowerCase()}${i}@${company.id.slice(-4)}.example`,
      ],
    )
    people.push(id)
  }
  for (let i = 0; i < 160; i++)
    await passage(company, pick([...people, ...people, null]), pick([...doors, ...doors, null]), i)
  for (let i = 0; i < 40; i++) await alarm(company, pick([...devices, null]), pick([...people.slice(3), null]), i)
  // One is deleted, one goes elsewhere, and one is called otherwise afterwards.
  await query('delete from users where id = $1', [people[0]])
  await query('update users set company_id = $2 where id = $1', [people[1], other.id])
  await query(`update users set last_name = 'Newname' where id = any ($1)`, [[people[1], people[2]]])
  await query(`update zone set name = 'Ground level' where id = $1`, [zones[1]])
}

const passage = async (company: ACompany, user: string | null, door: string | null, i: number) => {
  const result = pick(['granted', 'granted', 'granted', 'denied'])
  await query(
    `insert into entry_exit_log (id, company_id, user_id, door_id, type, at, result, reason, method, source, received_at, correlation_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'card', 'device', $6, $1)`,
    [
      uuid(),
      company.id,
      user,
      door,
      pick(['entry', 'exit']),
      new Date(now - i * 700_000),
      result,
      result === 'denied' ? pick(reasons) : null,
    ],
  )
}

const severe = (company: ACompany, device: string) =>
  query(
    `insert into event (id, company_id, device_id, type, severity, at, received_at, data, correlation_id)
     values ($1, $2, $3, $4, $5, $6, $6, '{}', $1)`,
    [
      uuid(),
      company.id,
      device,
      pick(['door.forced-open', 'gas.gas-detected']),
      pick(['high', 'critical', 'information']),
      new Date(now - next(9e7)),
    ],
  )

const alarm = async (company: ACompany, device: string | null, assigneeId: string | null, i: number) => {
  const at = new Date(now - i * 1_900_000)
  const { id, correlationId } = await anAlarm(database.store.pool, company, device ?? '', {
    deviceId: device,
    title: pick(['Carbon monoxide', 'Lobby offline', 'Forced open']),
    severity: pick(['low', 'medium', 'high', 'critical']),
    raisedAt: at,
    lastAt: at,
    assigneeId,
    cleared: pick([null, { at: new Date(now), by: null, reason: null }, { at: new Date(now), by: null, reason: null }]),
  })
  for (let n = next(3); n > 0; n--)
    await insertSteps(database.store.pool, [
      {
        alarmId: id,
        correlationId,
        at,
        by: 'Ada',
        what: pick(['commented', 'acknowledged', 'assigned']),
        note: pick(['Robin is on the way', 'Receptions are closed, left a note', null]),
      },
    ])
}

const article = async (company: ACompany | null, title: string, publishAt: Date | null) => {
  const id = uuid()
  await query(
    'insert into article (id, company_id, slug, publish_at, sought) values ($1, $2, $1::uuid::text, $3, $4)',
    [id, company?.id, publishAt, `${title} ada okafor of doors and robins`.toLowerCase()],
  )
  await query(
    `insert into article_revision (article_id, number, title, summary, markdown, tags, author, picture_ids, words, saved_by_name)
     values ($1, 1, $2, 'Of doors', '', '{}', 'Ada Okafor', '{}', 3, '')`,
    [id, title],
  )
}

beforeAll(async () => {
  database = await freshDatabase()
  companies = [await aCompany(database.store.pool, 'Robin & Sons'), await aCompany(database.store.pool, 'Lobby Ltd')]
  const [first, second] = companies
  if (!first || !second) throw new Error('no companies')
  await fill(first, second)
  await fill(second, first)
  await query('update company set publishes = true where id = $1', [first.id])
  for (const company of [first, second, null])
    for (const title of ['Robin doors', 'Receptions', 'Of robins'])
      for (const at of [null, new Date(now - next(9e8)), new Date(now + 9e7)]) await article(company, title, at)
})
afterAll(() => database.drop())

// Small ones make each way of finding take its turn.
const ways = fc.constantFrom<Limits>(
  usual,
  { counted: 5, read: 3, walked: 3, newest: 4, named: 2 },
  { counted: 12, read: 2, walked: 0, newest: 1, named: 1 },
  { counted: 1, read: 4, walked: 0, newest: 2, named: 3 },
  { counted: 1000, read: 1, walked: 60, newest: 9, named: 3 },
  { counted: 1000, read: 8, walked: 0, newest: 2, named: 1000 },
)
const word = fc.oneof(
  fc.constantFrom(
    ...names,
    ...things,
    ...reasons,
    'roles',
    'entered',
    'left',
    'denied',
    'somebody',
    'offline',
    'forced',
    'critical',
    'carbon',
    'medium',
    'on the way',
    'closed',
  ),
  fc.constantFrom(
    'r',
    'an',
    'ro',
    'ob',
    '1',
    '@',
    '.',
    '-',
    '_',
    'e',
    'door',
    'robins',
    'OKAFOR',
    'oster',
    'ground',
    'door-',
  ),
  fc.constantFrom(
    'robni',
    'roibn',
    'okafr',
    'okofor',
    'annabell',
    'receptoin',
    'recpetions',
    'recxeptoi',
    'lobyb',
    'avne',
    'enterd',
    'carbno',
    'critcal',
    'closd',
    'xyzzy',
  ),
  fc
    .tuple(fc.constantFrom(...names, ...things), fc.nat(6), fc.integer({ min: 1, max: 9 }))
    .map(([text, from, length]) => text.slice(from, from + length)),
)
const sought = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))

const sources: Permission[] = [
  'view_activity_logs',
  'read_staff_details',
  'read_entry_exit_report',
  'read_log_details',
  'read_doors',
  'read_live_feed',
  'view_gas_detection',
  'admin_access',
  'read_dashboard',
  'manage_companies',
  'read_company_details',
  'edit_blog',
  'manage_roles',
  'acknowledge_alarms',
]
const caller = fc
  .record({
    company: fc.nat(1),
    held: fc.oneof(fc.subarray(sources), fc.constant(allPermissions)),
    label: fc.subarray([0, 1]),
  })
  .map(
    ({ company, held, label }) =>
      (): Caller => ({
        userId: uuid(),
        sessionId: uuid(),
        companyId: companies[company]?.id ?? null,
        name: '',
        email: '',
        permissions: new Set(held),
        labels: new Set(label.flatMap((n) => labels[company]?.[n] ?? [])),
        expiresAt: 0,
        limited: false,
        viewer: null,
      }),
  )

const value = ({ results }: Awaited<ReturnType<typeof find>>) => results.map(({ type, id }) => `${type} ${id}`)

const agrees = async (asks: Caller, q: string, limits: Limits, limit: number) => {
  const { db } = database.store
  const expected = await searchNaively(db, asks, q)
  const found = await find(db, asks, { q, limit }, limits)
  expect(value(found)).toEqual(expected.keys.slice(0, limit))
  expect([found.total, found.totalIsAtLeast ?? false, found.close ?? false]).toEqual([
    Math.min(expected.total, limits.counted),
    expected.total > limits.counted,
    expected.close,
  ])
}

test('finds what the oracle finds, in its order, and counts it', async () => {
  await fc.assert(
    fc.asyncProperty(caller, sought, ways, fc.integer({ min: 1, max: 25 }), (who, q, limits, limit) =>
      agrees(who(), q, limits, limit),
    ),
    { numRuns: Number(process.env['SEARCH_RUNS'] ?? 40), seed: Number(process.env['SEARCH_SEED'] ?? 5) },
  )
}, 120_000)

test('a word of a name comes before titles that merely hold it, however many they are', async () => {
  for (const company of companies) {
    const asks: Caller = {
      userId: uuid(),
      sessionId: uuid(),
      companyId: company.id,
      name: '',
      email: '',
      permissions: new Set(allPermissions),
      labels: new Set(),
      expiresAt: 0,
      limited: false,
      viewer: null,
    }
    await agrees(asks, 'i', { counted: 1, read: 4, walked: 0, newest: 2, named: 3 }, 20)
  }
})

test('folds and cuts words as the store does', async () => {
  const texts = [
    'Ångström ØSTER straße Œuvre ﬁne Þór',
    'ΣΊΣΥΦΟΣ ς Ёлка ЩУКА Ґанок',
    'o’Neil, (Door-12) a_b@c.example · 100 %',
    'İstanbul ı e\u0301 Ⅳ ①',
  ]
  for (const text of texts) {
    const { rows } = await database.store.pool.query<{ folded: string; words: string[] }>(
      'select search_fold($1) as folded, array(select word from search_words(search_fold($1)) order by n) as words',
      [text],
    )
    expect([rows[0]?.folded, rows[0]?.words], text).toEqual([fold(text), tokensOf(fold(text))])
  }
})

test('says which characters fit, accents and ligatures and all', () => {
  const marked = (text: string, words: string[], close = false) =>
    rangesOf(text, words, close).map(([from, to]) => text.slice(from, to))
  expect(marked('Róbin Vane, robins', ['robin'])).toEqual(['Róbin', 'robin'])
  expect(marked('Große Straße', ['ss', 'gro'])).toEqual(['Groß', 'ß'])
  expect(marked('e\u0301clair', ['ecl'])).toEqual(['e\u0301cl'])
  expect(marked('Ada Okafor', ['okafro'], true)).toEqual(['Okafor'])
  expect(marked('aaa', ['aa', 'a'])).toEqual(['aaa'])
})
