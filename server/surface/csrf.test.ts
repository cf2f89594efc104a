// Every write there is, sent from another origin in twelve ways by a browser that is signed in here: none is done.
import { operations } from '@gatehouse/contract/contract'
import type { Operation } from '@gatehouse/contract/operation'
import { allPermissions } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { attacked } from './attack.testing.ts'
import { aCompany } from '../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../testing/test-server.testing.ts'

let server: TestServer
/** Of tests before this one. */
let others: string[]
let bearer: string
let own: { cookie: string; token: string }
let attackers: { cookie: string; token: string }

beforeAll(async () => {
  server = await sharedServer()
  const { rows } = await server.store.pool.query<{ id: string }>('select id from company')
  others = rows.map(({ id }) => id)
  const visitor = await server.signedIn(await aCompany(server.store.pool), { can: allPermissions })
  bearer = visitor.token ?? ''
  own = await csrfPair()
  attackers = await csrfPair()
})

const writes = [...operations.values()].filter((op) => op.kind === 'command' && op.permission !== 'api-key')

interface Sent {
  readonly method?: string
  readonly query?: string
  readonly headers?: Record<string, string>
  readonly body?: string | FormData
}

const json = '{"email":"a@b.example","password":"x","name":"canary"}'
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

// What a page of another origin can make a browser send: its cookies go along, and here, to be strict, the bearer too.
const forms: Record<string, () => Sent> = {
  'a form, urlencoded': () => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a%40b.example&name=canary',
  }),
  'a form, multipart': () => ({ body: formOf({ name: 'canary' }) }),
  'a form, JSON as plain text': () => ({ headers: { 'content-type': 'text/plain' }, body: json }),
  'a form without a type': () => ({ headers: { 'content-type': '' }, body: json }),
  'JSON without a token': () => ({ headers: { 'content-type': 'application/json' }, body: json }),
  'the token in the query': () => ({
    query: `?_csrf=${own.token}&csrfToken=${own.token}`,
    headers: { 'content-type': 'application/json' },
    body: json,
  }),
  'the token in the body': () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'canary', _csrf: own.token, csrfToken: own.token }),
  }),
  'the token in a cookie': () => ({
    headers: { 'content-type': 'application/json', cookie: `${own.cookie}; x-csrf-token=${own.token}` },
    body: json,
  }),
  'a token of the attacker’s own browser': () => ({
    headers: { 'content-type': 'application/json', 'x-csrf-token': attackers.token },
    body: json,
  }),
  'cookie and token planted from a neighbouring host': () => ({
    headers: {
      'content-type': 'application/json',
      cookie: attackers.cookie,
      'x-csrf-token': attackers.token,
      'sec-fetch-site': 'same-site',
    },
    body: json,
  }),
  'another method named in a header': () => ({
    headers: { 'content-type': 'application/json', 'x-http-method-override': 'PUT', 'x-method-override': 'DELETE' },
    body: json,
  }),
  'a GET that says it is a write': () => ({ method: 'GET', query: '?_method=POST&name=canary' }),
}

test('there are twelve of them', () => expect(Object.keys(forms)).toHaveLength(12))

test.each(Object.entries(forms))('%s does nothing', async (_name, form) => {
  const done: string[] = []
  let known = await changes()
  for (const op of writes) {
    const status = await send(op, form())
    // What is refused cannot change it.
    if (status >= 400) continue
    const before = known
    known = await changes()
    if (known !== before) done.push(`${op.name}: ${status}`)
  }
  attacked('operations', 'writes from pages of elsewhere', writes.length, done.length)
  expect(done).toEqual([])
  // Whatever was tried, the session that was used for it still stands.
  const still = await fetch(`${server.gatehouse.address}/api/check-session`, {
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(still.status).toBe(200)
})

const send = async (op: Operation, { method = op.method, query = '', headers = {}, body }: Sent): Promise<number> => {
  const path = op.path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
  const response = await fetch(`${server.gatehouse.address}/api${path}${query}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      cookie: own.cookie,
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  await response.arrayBuffer()
  return response.status
}

/**
 * How often anything was done: what is refused is on the record too, with its status. What tests before this one began
 * may end meanwhile, in their companies.
 */
const changes = async (): Promise<string> => {
  const { rows } = await server.store.pool.query<{ n: string }>(
    `select count(*)::text as n from activity where status < 400 and (company_id is null or company_id <> all ($1))`,
    [others],
  )
  return rows[0]?.n ?? ''
}

const csrfPair = async () => {
  const response = await fetch(`${server.gatehouse.address}/api/auth/csrf-token`)
  const answer: unknown = await response.json()
  const token = typeof answer === 'object' && answer && 'csrfToken' in answer ? String(answer.csrfToken) : ''
  return { token, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
