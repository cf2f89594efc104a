// Sign-ins as a company's administrators see them, and the server's own log as those see it who look after the machine.
import * as auth from '@gatehouse/contract/identity/auth'
import * as logs from '@gatehouse/contract/record/logs'
import type { Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, type AUser, aUser } from '../../testing/building.testing.ts'
import { type TestServer, openServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let ada: AUser

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
  ada = await aUser(server.store.pool, company)
})
const as = (can: readonly Permission[], of = company, at = server): Promise<ApiClient> => at.signedIn(of, { can })

describe('the sign-in log', () => {
  const mayRead: Permission[] = ['admin_access', 'manage_security']

  test('has sign-ins done and refused, with whose, how, from where and by which browser', async () => {
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' }
    const visitor = server.client()
    await visitor.try(auth.signIn, { email: ada.email.toUpperCase(), password: 'not hers' }, firefox)
    const done = await visitor.try(auth.signIn, { email: ada.email, password: ada.password }, firefox)
    visitor.token = (done.body as { token: string }).token
    await visitor.try(auth.signOut)
    const admin = await as(mayRead)
    const { signIns } = await admin.call(logs.signIns, { q: ada.email })
    expect(signIns).toMatchObject([
      { kind: 'sign-out', outcome: 'done', who: ada.email },
      { kind: 'sign-in', outcome: 'done', method: 'password', who: ada.email, address: '127.0.0.1' },
      { kind: 'sign-in', outcome: 'refused', status: 401, method: 'password', who: ada.email, agent: null },
    ])
    expect(signIns[1]?.agent).toContain('Firefox')
    expect(JSON.stringify(signIns)).not.toContain('not hers')
    const refused = await admin.call(logs.signIns, { q: ada.email, outcome: 'refused' })
    expect(refused.signIns).toHaveLength(1)
    const out = await admin.call(logs.signIns, { q: ada.email, kind: 'sign-out' })
    expect(out.signIns).toHaveLength(1)
  })

  test('is of the company alone; of addresses that nobody has it says nothing', async () => {
    await server.client().try(auth.signIn, { email: 'nobody@gatehouse.example', password: 'x' })
    const other = await aCompany(server.store.pool)
    const stranger = await as(mayRead, other)
    const { signIns } = await stranger.call(logs.signIns, {})
    expect(signIns).toHaveLength(1)
    const admin = await as(mayRead)
    const all = JSON.stringify(await admin.call(logs.signIns, { limit: 200 }))
    expect(all).not.toContain('nobody@gatehouse.example')
    expect(all).not.toContain(signIns[0]?.who)
  })

  test('needs the administration and one of the two permissions that are about it', async () => {
    expect((await (await as(['admin_access'])).try(logs.signIns)).status).toBe(403)
    expect((await (await as(['manage_security'])).try(logs.signIns)).status).toBe(403)
    expect((await (await as(['admin_access', 'view_activity_logs'])).try(logs.signIns)).status).toBe(200)
  })

  test('comes page by page, each once', async () => {
    const admin = await as(mayRead)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await admin.call(logs.signIns, { limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.signIns.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen.length).toBeGreaterThan(4)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('the system log', () => {
  // Of its own: all lines of it are looked at, and all companies.
  let fresh: TestServer
  let only: ACompany
  beforeAll(async () => {
    fresh = await openServer()
    only = await aCompany(fresh.store.pool)
  })
  afterAll(() => fresh.close())

  const started = async (visitor: ApiClient) => (await visitor.call(logs.systemLines, { q: 'has started' })).lines

  test('notes the start', async () => {
    const keeper = await as(['admin_access', 'manage_companies'], only, fresh)
    await expect.poll(() => started(keeper)).toMatchObject([{ level: 'information', message: 'Gatehouse has started' }])
    const [line] = await started(keeper)
    expect((await keeper.call(logs.systemLineById, { id: line?.id ?? '' })).line).toEqual(line)
    expect((await keeper.call(logs.systemLines, { level: 'error' })).lines).toEqual([])
  })

  test('is for who manages all companies, or the only one there is', async () => {
    const db = fresh.store.pool
    const visitor = await fresh.signedIn(only, { can: ['admin_access'] })
    expect((await visitor.try(logs.systemLines)).status).toBe(200)
    // The demo's people do not see what a real company stands on.
    const shown = await aCompany(db)
    await db.query('update company set demo = true where id = $1', [shown.id])
    const guest = await fresh.signedIn(shown, { can: ['admin_access'] })
    expect((await visitor.try(logs.systemLines)).status).toBe(200)
    expect(await guest.try(logs.systemLines)).toMatchObject({
      status: 404,
      body: { message: 'The system log belongs to the installation: it is shown to who manages all its companies.' },
    })
    await aCompany(db)
    expect((await visitor.try(logs.systemLines)).status).toBe(404)
    expect((await visitor.try(logs.systemLineById, { id: only.id })).status).toBe(404)
    const keeper = await aUser(db, only, { can: ['admin_access', 'manage_companies'] })
    await visitor.signIn(keeper.email, keeper.password)
    expect((await visitor.try(logs.systemLines)).status).toBe(200)
  })
})
