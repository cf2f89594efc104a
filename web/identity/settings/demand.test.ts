import { expect, test } from 'vitest'
import { meets } from './demand.ts'

const passkey = { id: 'a', name: 'Phone', createdAt: '2026-11-21T06:00:00Z', lastUsedAt: null, backedUp: true }

test.each([
  ['none', 0, 'none', true],
  ['none', 0, 'any', false],
  ['none', 0, 'strong', false],
  ['email', 0, 'any', true],
  ['email', 0, 'strong', false],
  ['totp', 0, 'any', true],
  ['totp', 0, 'strong', true],
  ['none', 1, 'any', true],
  ['none', 1, 'strong', true],
] as const)('%s with %i passkeys against the demand %s: %s', (method, passkeys, demand, met) => {
  expect(meets({ method, passkeys: Array.from({ length: passkeys }, () => passkey) }, demand)).toBe(met)
})
