import { destinations } from '@gatehouse/contract/pages'
import { allPermissions, type Permission } from '@gatehouse/contract/permissions'
import { find } from '@gatehouse/contract/insight/search'
import { beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aDevice, aLabel, aUser, aZone, inLetters } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let other: ACompany

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  other = await aCompany(server.store.pool, 'Goldfinch House')
})

const visitorWho = async (can: readonly Permission[], labels: readonly string[] = [], of = company) => {
  const user = await aUser(server.store.pool, of, { can, labels })
  await server.store.pool.query(`update users set first_name = 'Searching' where id = $1`, [user.id])
  return server.signIn(user)
}

const aPerson = async (of: ACompany, firstName: string, lastName: string, job: string | null = null) => {
  const id = uuid()
  await server.store.pool.query(
    `insert into users (id, company_id, email, first_name, last_name, job) values ($1, $2, $3, $4, $5, $6)`,
    [id, of.id, `${inLetters(id)}@meridian.example`, firstName, lastName, job],
  )
  return id
}

const aDoor = async (of: ACompany, name: string, options: Parameters<typeof aDevice>[3] = {}) => {
  const door = await aDevice(server.store.pool, of, 'door', options)
  await server.store.pool.query('update device set name = $2 where id = $1', [door.id, name])
  return door.id
}

const aPassage = async (of: ACompany, userId: string, doorId: string, minutesAgo: number, result = 'granted') => {
  const id = uuid()
  const at = new Date(Date.now() - minutesAgo * 60_000)
  await server.store.pool.query(
    `insert into entry_exit_log (id, company_id, user_id, door_id, type, at, result, method, source, received_at, correlation_id)
     values ($1, $2, $3, $4, 'entry', $5, $6, 'card', 'device', $5, $1)`,
    [id, of.id, userId, doorId, at, result],
  )
  return id
}

const search = (who: ApiClient, q: string, limit?: number) => who.call(find, { q, ...(limit ? { limit } : {}) })
const titles = async (who: ApiClient, q: string, limit?: number) =>
  (await search(who, q, limit)).results.map(({ title }) => title)

test('what begins with the words comes before what holds them, and of what happened the newest first', async () => {
  const who = await visitorWho(['read_staff_details', 'read_doors', 'read_entry_exit_report', 'read_log_details'])
  const robin = await aPerson(company, 'Robin', 'Vane', 'Gardener')
  await aPerson(company, 'Ada', 'Robinson')
  await aPerson(company, 'Prue', 'Carobin')
  await aPerson(company, 'Zoe', 'Quill', 'Keeper of robins')
  const door = await aDoor(company, 'Weather door')
  await aPassage(company, robin, door, 30)
  await aPassage(company, robin, door, 10, 'denied')
  expect(await titles(who, '  robin ')).toEqual([
    'Robin Vane',
    'Ada Robinson',
    'Prue Carobin',
    'Zoe Quill',
    'Robin Vane was denied',
    'Robin Vane entered',
  ])
  const { results } = await search(who, 'vane robin weather')
  expect(results.map(({ type, priority }) => [type, priority])).toEqual([
    ['event', 'high'],
    ['event', 'low'],
  ])
  expect(results[0]).toMatchObject({ path: `/log-details/${results[0]?.id}`, description: 'Weather door' })
  expect(Date.parse(results[0]?.timestamp ?? '')).toBeGreaterThan(Date.parse(results[1]?.timestamp ?? ''))
  const [person] = (await search(who, 'robin vane gard')).results
  expect(person).toMatchObject({
    type: 'person',
    path: `/staff/${inLetters(robin)}%40meridian.example`,
    requiredPermissions: ['read_staff_details'],
  })
})

test('articles come last, however well their titles fit', async () => {
  const who = await visitorWho(['read_doors'])
  const { pool } = server.store
  const id = uuid()
  await pool.query('update company set publishes = true where id = $1', [company.id])
  await pool.query(
    `insert into article (id, company_id, slug, publish_at, sought) values ($1, $2, $1::uuid::text, now(), 'zebra')`,
    [id, company.id],
  )
  await pool.query(
    `insert into article_revision (article_id, number, title, summary, markdown, tags, author, picture_ids, words, saved_by_name)
     values ($1, 1, 'Zebra', 'Stripes', '', '{}', 'Ada', '{}', 3, '')`,
    [id],
  )
  await aDoor(company, 'Old zebra door')
  expect(await titles(who, 'zebra')).toEqual(['Old zebra door', 'Zebra'])
  expect(await titles(who, 'zebar')).toEqual(['Old zebra door', 'Zebra'])
  expect(await titles(who, 'zebra', 1)).toEqual(['Old zebra door'])
})

test('another company is never told of: not in results, not in totals', async () => {
  const word = 'Goldfinch'
  const foreigner = await aPerson(other, word, 'Singer')
  await aPassage(other, foreigner, await aDoor(other, `${word} door`), 5)
  const all = allPermissions.filter((permission) => permission !== 'manage_companies')
  const who = await visitorWho(all)
  for (const q of [word, 'Singer', 'goldfinch door', 'singer entered']) {
    expect(await search(who, q)).toEqual({ results: [], total: 0 })
  }
  const platform = await visitorWho(['manage_companies', 'read_company_details'])
  expect((await search(platform, word)).results).toMatchObject([
    { type: 'company', title: other.name, path: `/company/${encodeURIComponent(other.name)}` },
  ])
  const own = await visitorWho(all, [], other)
  expect((await search(own, word)).total).toBe(3)
})

test('a name that an address cannot hold as it stands leads to its own page all the same', async () => {
  const { name } = await aCompany(server.store.pool, String.raw`Öl/50 % \ What? #1`)
  const platform = await visitorWho(['manage_companies', 'read_company_details', 'read_staff_details'])
  const [found] = (await search(platform, 'what? #1')).results
  expect(found?.path).toBe(`/company/${encodeURIComponent(name)}`)
  const id = await aPerson(company, 'Odd', 'Address')
  await server.store.pool.query(`update users set email = 'a/b?c#d%e@meridian.example' where id = $1`, [id])
  const [odd] = (await search(platform, 'odd address')).results
  expect(odd?.path).toBe('/staff/a%2Fb%3Fc%23d%25e%40meridian.example')
})

test('labels hide devices, and the passages through them, from who does not hold them', async () => {
  const { pool } = server.store
  const zone = await aZone(pool, company, 'Strongroom')
  const label = await aLabel(pool, company, { zone })
  const door = await aDoor(company, 'Vault hatch', { zone })
  const guarded = await aDoor(company, 'Vault window')
  await aLabel(pool, company, { device: guarded })
  const keeper = await aPerson(company, 'Vera', 'Vaultkeeper')
  await aPassage(company, keeper, door, 3)
  await aPassage(company, keeper, guarded, 2)
  const can: Permission[] = ['read_doors', 'read_entry_exit_report', 'read_log_details']
  expect(await search(await visitorWho(can), 'vault')).toEqual({ results: [], total: 0 })
  expect(await search(await visitorWho(can), 'strongroom')).toEqual({ results: [], total: 0 })
  expect(await titles(await visitorWho(can, [label]), 'vault')).toEqual(['Vault hatch', 'Vera Vaultkeeper entered'])
  const admin = await search(await visitorWho([...can, 'admin_access']), 'vault')
  expect(admin.total).toBe(4)
})

test('each source asks for its permission, and nothing is found that leads to a page one may not open', async () => {
  const id = await aPerson(company, 'Wilhelmina', 'Quirk')
  const door = await aDoor(company, 'Quirk door')
  await aPassage(company, id, door, 1)
  const types = async (can: readonly Permission[]) =>
    (await search(await visitorWho(can), 'quirk')).results.map(({ type }) => type)
  expect(await types([])).toEqual([])
  expect(await types(['read_staff'])).toEqual([])
  expect(await types(['read_staff_details'])).toEqual(['person'])
  expect(await types(['read_doors'])).toEqual(['door'])
  expect(await types(['read_doors', 'admin_access'])).toEqual(['door'])
  expect(await types(['read_doors', 'read_entry_exit_report'])).toEqual(['door'])
  expect(await types(['read_entry_exit_report'])).toEqual([])
  expect(await types(['read_entry_exit_report', 'read_log_details'])).toEqual(['event'])
  // What may be done to it is found by who may do it, and leads to the question only.
  const unlock = async (can: readonly Permission[]) => (await search(await visitorWho(can), 'unlock quirk')).results
  expect(await unlock(['read_doors'])).toEqual([])
  expect(await unlock(['read_doors', 'operate_doors'])).toMatchObject([
    { type: 'command', title: 'Unlock Quirk door', path: `/doors/${door}?ask=unlock` },
  ])
  // The word alone asks which.
  expect(await titles(await visitorWho(['read_doors', 'operate_doors']), ' Unlock')).toContain('Unlock Quirk door')
  expect(await titles(await visitorWho(['read_doors']), 'unlock')).not.toContain('Unlock Quirk door')
  const who = await visitorWho(allPermissions)
  for (const { requiredPermissions } of (await search(who, 'quirk')).results)
    expect(requiredPermissions).not.toEqual([])
})

test('giving access to a person is found by its words and a name, by who gives access, and leads to the choice of levels', async () => {
  await aPerson(company, 'Zebulon', 'Quartermain')
  await aPerson(other, 'Zebulon', 'Elsewhere')
  const manager = await visitorWho(['read_staff_details', 'manage_doors'])
  for (const q of ['give access zebulon', 'Give access to Zebulon Quartermain', 'give access quartermian'])
    expect((await search(manager, q)).results, q).toMatchObject([
      {
        type: 'command',
        title: 'Give access to Zebulon Quartermain',
        path: expect.stringMatching(/^\/staff\/[^?]+\?tab=access&change=levels$/),
        requiredPermissions: ['manage_doors', 'read_staff_details'],
      },
    ])
  expect((await titles(manager, 'give access'))[0]).toBe('Give access')
  for (const others of [['read_staff_details'], ['manage_doors']] as const)
    expect(await titles(await visitorWho(others), 'give access zebulon')).toEqual([])
})

test('gateways are found by who manages integrations, in their own company alone', async () => {
  const add = (of: string, username: string, topics: string[], keys: string[] | null) =>
    server.store.pool.query(
      `insert into mqtt_credential (username, company_id, password_hash, topics, keys) values ($1, $2, 'x', $3, $4)`,
      [username, of, topics, keys],
    )
  await add(company.id, 'quince-north-1a2b3c4d', ['zigbee2mqtt/#'], null)
  await add(company.id, 'quince-south-1a2b3c4d', [], ['door-1', 'door-2'])
  await add(other.id, 'quince-elsewhere-1a2b3c4d', ['zigbee2mqtt/#'], null)
  const integrator = await visitorWho(['manage_integrations'])
  const { results, total } = await search(integrator, 'Quince')
  expect(total).toBe(2)
  expect(results).toMatchObject([
    {
      type: 'device',
      title: 'quince-north-1a2b3c4d',
      description: 'Gateway · Every device · zigbee2mqtt/#',
      path: '/settings/integrations/gateways?q=quince-north-1a2b3c4d',
      requiredPermissions: ['manage_integrations'],
    },
    { title: 'quince-south-1a2b3c4d', description: 'Gateway · 2 devices' },
  ])
  expect(await titles(integrator, 'gateway')).toEqual(
    expect.arrayContaining(['Gateways', 'Add a gateway', 'quince-north-1a2b3c4d', 'quince-south-1a2b3c4d']),
  )
  expect(await titles(integrator, 'zigbee2mqtt north')).toEqual(['quince-north-1a2b3c4d'])
  expect(await titles(integrator, 'broker')).toContain('Gateways')
  expect(await titles(await visitorWho(['read_doors', 'manage_doors', 'admin_access']), 'quince')).toEqual([])
  // The credential of a single device is no gateway.
  const { key } = await aDevice(server.store.pool, company, 'gas')
  expect(await titles(integrator, key)).toEqual([])
})

test('devices of every kind are found by who may see the kind, and lead to where that is shown to them', async () => {
  const sensor = await aDevice(server.store.pool, company, 'gas')
  await server.store.pool.query(`update device set name = 'Quixotical sensor' where id = $1`, [sensor.id])
  const paths = async (can: readonly Permission[]) =>
    (await search(await visitorWho(can), 'quixotical')).results.map(({ path }) => path)
  const ofDetector = `/gas-monitoring/detectors?detector=${sensor.id}`
  expect(await paths(['view_gas_detection'])).toEqual([ofDetector])
  expect(await paths(['view_gas_detection', 'read_dashboard', 'admin_access'])).toEqual([ofDetector])
  const camera = await aDevice(server.store.pool, company, 'camera')
  await server.store.pool.query(`update device set name = 'Xylographic lens' where id = $1`, [camera.id])
  const ofCamera = async (can: readonly Permission[]) =>
    (await search(await visitorWho(can), 'xylographic')).results.map(({ path }) => path)
  expect(await ofCamera(['read_live_feed', 'read_dashboard'])).toEqual(['/desk'])
  expect(await ofCamera(['read_live_feed', 'read_dashboard', 'admin_access'])).toEqual(['/dashboard'])
  expect(await paths(['read_dashboard', 'read_live_feed'])).toEqual([])
})

test('a card number finds whose it is, whole or by its last four digits, for who looks after credentials', async () => {
  const id = await aPerson(company, 'Cora', 'Cardholder')
  const stranger = await aPerson(other, 'Olga', 'Elsewhere')
  for (const [of, user, value] of [
    [company.id, id, 'card:0012347788'],
    [other.id, stranger, 'card:0099997788'],
  ])
    await server.store.pool.query('insert into credential (id, company_id, user_id, value) values ($1, $2, $3, $4)', [
      uuid(),
      of,
      user,
      value,
    ])
  const keeper = await visitorWho(['manage_doors', 'manage_staff'])
  for (const q of ['0012347788', '12347788', '7788', 'card 7788'])
    expect((await search(keeper, q)).results, q).toMatchObject([
      {
        type: 'person',
        title: 'Cora Cardholder',
        description: 'Card 0012347788',
        path: `/staff/${inLetters(id)}%40meridian.example?tab=credentials`,
        requiredPermissions: ['manage_doors', 'manage_staff'],
      },
    ])
  for (const q of ['788', '1234778', '99997788']) expect(await titles(keeper, q), q).toEqual([])
  for (const others of [['read_staff_details', 'read_doors'], ['manage_doors']] as const)
    expect(await titles(await visitorWho(others), '7788')).toEqual([])
  expect((await search(await visitorWho(['read_staff_details', 'manage_staff']), '7788')).results).toMatchObject([
    {
      path: `/staff/${inLetters(id)}%40meridian.example?tab=credentials`,
      requiredPermissions: ['read_staff_details', 'manage_staff'],
    },
  ])
  await server.store.pool.query('update credential set revoked_at = now() where user_id = $1', [id])
  expect(await titles(keeper, '7788')).toEqual([])
})

test('pages and commands are found by their own and by other words, as far as one may go there', async () => {
  const admin = await visitorWho(allPermissions)
  expect((await search(admin, 'roles')).results[0]).toMatchObject({ type: 'page', title: 'Roles', path: '/roles' })
  expect(await titles(admin, 'invite')).toContain('Invite a person')
  expect(await titles(admin, '2FA')).toEqual(expect.arrayContaining(['Account Settings', 'Security Settings']))
  const nobody = await visitorWho([])
  for (const { title, needed } of destinations)
    if (needed.length > 0) expect(await titles(nobody, title), title).not.toContain(title)
  const { results } = await search(await visitorWho(['manage_roles']), 'role')
  expect(results.map(({ title }) => title)).toEqual(['Roles', 'Add a role', 'Help: People, roles and companies'])
})

test('what is typed stands for itself, is trimmed and has 1 to 200 characters; 20 are answered of all that fit', async () => {
  const who = await visitorWho(['read_staff_details'])
  for (let n = 0; n < 60; n++) await aPerson(company, 'Many', `Ofthem ${n}`)
  await aPerson(company, 'Per%cent', 'Under_score')
  expect(await titles(who, 'r%c')).toEqual(['Per%cent Under_score'])
  expect(await titles(who, '%cent _')).toEqual(['Per%cent Under_score'])
  expect(await titles(who, String.raw`\ ' " ; --`)).toEqual([])
  const many = await search(who, 'ofthem')
  expect([many.results.length, many.total]).toEqual([20, 60])
  expect((await search(who, 'ofthem', 50)).results).toHaveLength(50)
  for (const input of [{ q: '   ' }, { q: 'x'.repeat(201) }, {}, { q: 'a', limit: '51' }, { q: 'a', limit: '0' }])
    expect((await who.try(find, input)).status, JSON.stringify(input)).toBe(422)
  expect((await server.client().try(find, { q: 'a' })).status).toBe(401)
})

test('articles are found by anybody once they are public, and before that by those of the company who write', async () => {
  const anArticle = async (of: ACompany | null, title: string, publishAt: Date | null) => {
    const id = uuid()
    const { pool } = server.store
    await pool.query('insert into article (id, company_id, slug, publish_at, sought) values ($1, $2, $3, $4, $5)', [
      id,
      of?.id,
      id,
      publishAt,
      `${title} of doors ada okafor what is written`.toLowerCase(),
    ])
    await pool.query(
      `insert into article_revision (article_id, number, title, summary, markdown, tags, author, picture_ids, words, saved_by_name)
       values ($1, 1, $2, 'Of doors', 'What is written', '{}', 'Ada Okafor', '{}', 3, 'Ada Okafor')`,
      [id, title],
    )
    return id
  }
  const hour = 3_600_000
  const both = [company.id, other.id]
  const may = (publishes: boolean) =>
    server.store.pool.query('update company set publishes = $1 where id = any ($2)', [publishes, both])
  await may(true)
  const old = await anArticle(company, 'Xylophone doors', new Date(Date.now() - 2 * hour))
  await anArticle(other, 'Xylophone windows', new Date(Date.now() - hour))
  const draft = await anArticle(company, 'Xylophone draft', null)
  await anArticle(company, 'Xylophone to come', new Date(Date.now() + hour))
  await anArticle(other, 'Xylophone secret', null)
  expect(await titles(await visitorWho([]), 'xylophone')).toEqual(['Xylophone windows', 'Xylophone doors'])
  const { results, total } = await search(await visitorWho(['edit_blog']), 'xylophone')
  expect(total).toBe(4)
  expect(results.map(({ title }) => title)).not.toContain('Xylophone secret')
  expect(results.find(({ id }) => id === old)).toMatchObject({ type: 'article', path: `/blog/${old}` })
  expect(results.find(({ id }) => id === draft)).toMatchObject({
    path: `/blog/edit/${draft}`,
    requiredPermissions: ['edit_blog'],
    description: 'Draft · Ada Okafor · Of doors',
  })
  // Those of the installation are found by who looks after it, as the blog lists them.
  await anArticle(null, 'Xylophone of all', null)
  const keeper = await visitorWho(['edit_blog', 'manage_companies'])
  expect(await titles(keeper, 'xylophone')).toContain('Xylophone of all')
  expect(await titles(await visitorWho(['edit_blog']), 'xylophone')).not.toContain('Xylophone of all')
  // Of companies that may not publish nothing is found but by their own writers.
  await may(false)
  expect(await titles(await visitorWho([]), 'xylophone')).toEqual([])
  expect((await search(await visitorWho(['edit_blog']), 'xylophone')).results).toContainEqual(
    expect.objectContaining({ id: old, path: `/blog/edit/${old}`, description: 'Held back · Ada Okafor · Of doors' }),
  )
})
