// The rule of giving, and the last administrator.
import { own, type Permission } from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aRole, aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { demandGivable, demandInHands, giveRoles, keepAnAdmin, permissionsOf } from './roles.ts'

let database: TestDatabase
let company: ACompany
beforeAll(async () => {
  database = await freshDatabase()
  company = await aCompany(database.store.pool)
})
afterAll(() => database.drop())

const holding = (...permissions: Permission[]) => ({ companyId: company.id, permissions: new Set<string>(permissions) })

test('what somebody may do is what roles and the account give together', async () => {
  const { pool, db } = database.store
  const user = await aUser(pool, company, { can: ['read_doors'] })
  await aRole(pool, company, { can: ['operate_doors', 'read_doors'], to: [user] })
  expect(await permissionsOf(db, user.id)).toEqual(new Set(['read_doors', 'operate_doors']))
  await pool.query('update users set verified = false where id = $1', [user.id])
  expect(await permissionsOf(db, user.id)).toEqual(new Set())
  await pool.query(`update users set verified = true, status = 'suspended' where id = $1`, [user.id])
  expect(await permissionsOf(db, user.id)).toEqual(new Set())
})

test('a role is given only by who holds all of it; roles of elsewhere do not exist', async () => {
  const { pool, db } = database.store
  const role = await aRole(pool, company, { can: ['read_doors', 'operate_doors'] })
  const foreign = await aRole(pool, await aCompany(pool), { can: [] })
  await expect(demandGivable(db, holding('read_doors', 'operate_doors'), [role, role])).resolves.toHaveLength(1)
  await expect(demandGivable(db, holding('read_doors'), [role])).rejects.toMatchObject({
    status: 403,
    message: 'Access denied. Missing required permissions: operate_doors',
  })
  await expect(demandGivable(db, holding('read_doors'), [foreign])).rejects.toMatchObject({ status: 404 })
})

test('who holds more is out of one’s hands, even before the address is verified; people of elsewhere do not exist', async () => {
  const { pool, db } = database.store
  const more = await aUser(pool, company, { can: ['manage_settings'] })
  const foreign = await aUser(pool, await aCompany(pool))
  await expect(demandInHands(db, holding('manage_settings', 'read_doors'), more.id)).resolves.toBeUndefined()
  await pool.query('update users set verified = false where id = $1', [more.id])
  await expect(demandInHands(db, holding('read_doors'), more.id)).rejects.toMatchObject({ status: 403 })
  await expect(demandInHands(db, holding('read_doors'), foreign.id)).rejects.toMatchObject({ status: 404 })
  const nowhere = { companyId: null, permissions: new Set<string>() }
  await expect(demandInHands(db, nowhere, more.id)).rejects.toMatchObject({ status: 404 })
})

test('a first role says all that the account may do', async () => {
  const { pool, db } = database.store
  const user = await aUser(pool, company, { can: own })
  await giveRoles(db, user.id, [])
  expect(await permissionsOf(db, user.id)).toEqual(new Set(own))
  await giveRoles(db, user.id, [await aRole(pool, company, { can: ['read_doors'] })])
  expect(await permissionsOf(db, user.id)).toEqual(new Set(['read_doors']))
})

test('an administrator is somebody who can sign in and administer', async () => {
  const { pool, db } = database.store
  const empty = await aCompany(pool)
  const stored = () => db.transaction().execute((tx) => keepAnAdmin(tx, empty.id))
  const lost = { status: 409, code: 'LAST_ADMIN' }
  await expect(stored()).rejects.toMatchObject(lost)
  const admin = await aUser(pool, empty)
  const looking = await aRole(pool, empty, { can: ['admin_access'], to: [admin] })
  await expect(stored()).rejects.toMatchObject(lost)
  await pool.query('delete from role where id = $1', [looking])
  const role = await aRole(pool, empty, { can: ['admin_access', 'manage_users'], to: [admin] })
  await expect(stored()).resolves.toBeUndefined()
  for (const [set, unset] of [
    [`status = 'suspended'`, `status = 'active'`],
    ['verified = false', 'verified = true'],
    ['password_hash = null', `password_hash = 'x'`],
  ]) {
    await pool.query(`update users set ${set} where id = $1`, [admin.id])
    await expect(stored()).rejects.toMatchObject(lost)
    await pool.query(`update users set ${unset} where id = $1`, [admin.id])
  }
  await expect(stored()).resolves.toBeUndefined()
  await pool.query('delete from role where id = $1', [role])
  await expect(stored()).rejects.toMatchObject(lost)
})
