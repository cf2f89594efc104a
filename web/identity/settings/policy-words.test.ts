import { defaultPolicy } from '@gatehouse/contract/identity/companies'
import { expect, test } from 'vitest'
import { changesOf, questions } from './policy-words.ts'

test('every choice says what it asks and what it closes or leaves open', () => {
  for (const { choices } of questions) {
    expect(choices.length).toBeGreaterThan(1)
    for (const { asks, closes } of choices) {
      expect(asks).not.toBe('')
      expect(closes).toMatch(/^(Closes|Leaves open): /)
    }
  }
})

test('what is about to change is named', () => {
  expect(changesOf(defaultPolicy, defaultPolicy)).toEqual([])
  expect(changesOf(defaultPolicy, { password: 'length', secondFactor: 'strong', token: 'stored' })).toEqual([
    'Passwords: 15 characters of any kind',
    'Two-factor authentication: An authenticator app or a passkey',
  ])
})
