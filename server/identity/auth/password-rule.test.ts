// Which new passwords are refused, and in which words.
import { messages } from '@gatehouse/contract/identity/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompany } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { demandGoodPassword } from './password-rule.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const faultOf = async (password: string, companyId: string | null = null) => {
  try {
    await demandGoodPassword(database.store.db, companyId, password, 'newPassword')
    return null
  } catch (error) {
    expect(error).toMatchObject({ status: 422, details: [{ field: 'newPassword' }] })
    return (error as Error).message
  }
}

test('four of the five criteria will do, and the message lists the others', async () => {
  expect(await faultOf('Mauve-lantern-4')).toBe(null)
  expect(await faultOf('mauve')).toBe(
    'Password must contain at least 8 characters, an uppercase letter, a digit, a special character from @$!%*?&#',
  )
})

test.each(['P@ssw0rd', 'Password1!', 'Sunshine#1', '#Dragon2026', 'Gatehouse#9', 'Welcome#1'])(
  '%s is among the first that attackers try',
  async (password) => {
    expect(await faultOf(password)).toBe(messages.commonPassword)
  },
)

test.each(['Sunshine#48213907', 'Correct horse 7!', 'Password? Never 4'])('%s is not', async (password) => {
  expect(await faultOf(password)).toBe(null)
})

test('a company may ask for length instead; its own name is no password', async () => {
  const { id } = await aCompany(database.store.pool)
  await database.store.pool.query(`update company set name = 'Lantern Works' where id = $1`, [id])
  expect(await faultOf('Lantern works 7!', id)).toBe(messages.commonPassword)
  await database.store.pool.query(`update company set policy = '{"password": "length"}' where id = $1`, [id])
  expect(await faultOf('Mauve-lantern4', id)).toBe('Password must be at least 15 characters')
  expect(await faultOf('mauve lantern with a view', id)).toBe(null)
})
