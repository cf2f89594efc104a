import { expect, test } from 'vitest'
import { secondFactorWords } from './account-words.ts'

test('how a sign-in is confirmed is said in words', () => {
  expect(secondFactorWords({ secondFactor: 'none', passkeys: 0 })).toBe('Password only')
  expect(secondFactorWords({ secondFactor: 'totp', passkeys: 1 })).toBe('Code from an app, 1 passkey')
  expect(secondFactorWords({ secondFactor: 'email', passkeys: 2 })).toBe('Code by email, 2 passkeys')
})
