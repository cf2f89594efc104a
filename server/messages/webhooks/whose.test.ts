// Whose webhooks they are: nobody else lists, changes, tests or replays them, and the record has no secret of them.
import * as auth from '@gatehouse/contract/identity/auth'
import { isInQuery } from '@gatehouse/contract/operation'
import type { Permission } from '@gatehouse/contract/permissions'
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
})

const person = (can: readonly Permission[], of = company) => server.signedIn(of, { can })

test('who does not manage integrations, or is of another company, has nothing to do with them', async () => {
  const manager = await person(['manage_integrations', 'admin_access'])
  const url = 'https://hooks.example/gatehouse'
  const { webhook } = await manager.call(webhooks.create, { name: 'Desk', url, kinds: null })
  const colleague = await person(['admin_access', 'manage_settings'])
  const elsewhere = await person(['manage_integrations', 'admin_access'], await aCompany(server.store.pool))
  expect((await elsewhere.call(webhooks.list)).webhooks).toEqual([])
  const { id } = webhook
  const all = { id, deliveryId: uuid(), since: '2020-01-01T00:00:00.000Z', name: 'x', url, kinds: null, enabled: true }
  for (const op of [
    webhooks.update,
    webhooks.remove,
    webhooks.rotate,
    webhooks.test,
    webhooks.deliveries,
    webhooks.replay,
    webhooks.replayFailed,
  ]) {
    const input = isInQuery(op) ? { id } : all
    expect((await elsewhere.try(op, input)).status, op.path).toBe(404)
    expect((await colleague.try(op, input)).status, op.path).toBe(403)
  }
  const { rows } = await server.store.pool.query(
    `select action, subject, input::text as input from activity where action like 'webhooks.%' and company_id = $1
     and status < 400 order by at desc limit 20`,
    [company.id],
  )
  expect(rows.map(({ action }) => action)).toContain('webhooks.create')
  expect(JSON.stringify(rows)).not.toContain('whsec_')
  expect((await elsewhere.try(auth.checkSession)).status).toBe(200)
})
