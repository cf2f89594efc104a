import * as auth from '@gatehouse/contract/identity/auth'
import * as users from '@gatehouse/contract/identity/users'
import { expect, test } from 'vitest'
import { aCompany, aUser } from '../../testing/building.testing.ts'
import { sharedServer } from '../../testing/test-server.testing.ts'

test('a person who is looked at is online, away or offline by their own sessions, and not by who looks', async () => {
  const server = await sharedServer()
  const { pool } = server.store
  const company = await aCompany(pool)
  const who = await aUser(pool, company, { can: [] })
  const admin = await server.signedIn(company, { can: ['admin_access', 'manage_users', 'assign_roles'] })
  const viewed = await admin.call(users.viewAs, { userId: who.id, reason: 'To try it' })
  const viewer = server.client()
  viewer.token = viewed.token
  const status = async () => (await viewer.call(auth.checkSession)).user.status
  expect([viewed.user.status, await status()]).toEqual(['offline', 'offline'])

  const own = await server.signIn(who)
  expect((await own.call(auth.checkSession)).user.status).toBe('online')
  expect(await status()).toBe('online')

  const lastSeen =
    "update session set last_seen_at = now() - interval '7 minutes' where user_id = $1 and viewer_id is null"
  await pool.query(lastSeen, [who.id])
  expect(await status()).toBe('away')

  await own.call(auth.signOut)
  expect(await status()).toBe('offline')
})
