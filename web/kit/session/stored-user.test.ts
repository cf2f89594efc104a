import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aUser as anybody } from '../testing/a-user.testing.ts'
import { local } from '../data/storage.ts'
import {
  dropStoredUser,
  readStoredUser,
  readToken,
  type StoredUser,
  storedWith,
  writeStoredUser,
} from './stored-user.ts'

const token = (claims: object) => `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

const tokenUntil = (at: number) =>
  token({ exp: at / 1000, sessionToken: 'of this session', permissions: ['read_doors'], name: 'Zoë' })

const aUser = (expiresAt: number): StoredUser =>
  storedWith(tokenUntil(expiresAt), anybody({ displayName: 'Zoë Müller', permissions: ['read_doors'] }))

describe('the stored user', () => {
  beforeEach(dropStoredUser)

  test('is there while the token lasts', () => {
    const user = aUser(Date.now() + 60_000)
    writeStoredUser(user)
    expect(readStoredUser()).toEqual(user)
  })

  test('has the session token that the token carries, also where one was stored without', () => {
    const { sessionToken, ...before } = aUser(Date.now() + 60_000)
    expect(sessionToken).toBe('of this session')
    local.set('userInfo', JSON.stringify(before))
    expect(readStoredUser()?.sessionToken).toBe('of this session')
  })

  test('is dropped once the token has expired, and stays dropped', () => {
    const expiry = Date.now() + 60_000
    writeStoredUser(aUser(expiry))
    expect(readStoredUser(expiry + 1)).toBeNull()
    expect(readStoredUser(expiry - 1)).toBeNull()
  })

  test('is dropped when its token cannot be read', () => {
    writeStoredUser({ ...aUser(Date.now() + 60_000), token: 'not a token' })
    expect(readStoredUser()).toBeNull()
  })
})

test('roles may be stored as ids, and their permissions as objects with a name', () => {
  const roles = ['r1', { _id: 'r2', name: 'guard', permissions: ['read_doors', { name: 'operate_doors' }] }]
  const stored = new Map([['userInfo', JSON.stringify({ ...aUser(Date.now() + 60_000), roles })]])
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  expect(readStoredUser()).toMatchObject({
    roleIds: ['r1'],
    roles: [{ _id: 'r2', permissions: ['read_doors', 'operate_doors'] }],
  })
  vi.unstubAllGlobals()
})

test('a token shows its expiry and permissions, whatever alphabet they are in', () => {
  const claims = { exp: 5, sessionToken: 's', permissions: ['read_doors'] }
  expect(readToken(token(claims))).toEqual(claims)
  const plain = { exp: 5, sessionToken: '', permissions: [] }
  expect(readToken(token({ exp: 5, name: 'Žluťoučký kůň ☂' }))).toEqual(plain)
  expect(readToken('')).toBeNull()
})
