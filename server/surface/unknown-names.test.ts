// Every operation there is, asked by a name that it does not know: refused by that name, so that a filter that is misspelt
// never answers everything.
import { operations } from '@gatehouse/contract/contract'
import type { Operation } from '@gatehouse/contract/operation'
import { allPermissions } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { aCompany } from '../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../testing/test-server.testing.ts'

let server: TestServer
let visitor: ApiClient
beforeAll(async () => {
  server = await sharedServer()
  const company = await aCompany(server.store.pool)
  visitor = await server.signedIn(company, { can: allPermissions })
})

const ask = async (op: Operation, query: string) => {
  const path = op.path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID())
  const headers = { authorization: `Bearer ${visitor.token}` }
  const response = await fetch(`${server.gatehouse.address}/api${path}?${query}`, { headers, redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}

const questions = [...operations.values()].filter(({ method }) => method === 'GET')

test.each(questions.map((op) => [op.name, op] as const))('%s', async (name, op) => {
  for (const unknown of ['userid', 'from[$gt]', '__proto__', 'constructor']) {
    const { status, text } = await ask(op, `${encodeURIComponent(unknown)}=1`)
    if (op.freeForm) expect(status, name).not.toBe(422)
    else
      expect({ status, isNamed: text.includes(unknown) }, `${name} ?${unknown}`).toEqual({ status: 422, isNamed: true })
  }
})

test('of what changes something nothing stands in the query', async () => {
  const [op] = [...operations.values()].filter(({ path, kind }) => kind === 'command' && path === '/roles')
  const csrf = await fetch(`${server.gatehouse.address}/api/auth/csrf-token`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const response = await fetch(`${server.gatehouse.address}/api${op?.path}?name=elsewhere`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${visitor.token}`,
      cookie: csrf.headers.getSetCookie()[0]?.split(';')[0] ?? '',
      'x-csrf-token': csrfToken,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Here', permissions: [] }),
  })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('"field":"name"')
})
