import { expect, test } from 'vitest'
import { aUser } from '../../kit/testing/a-user.testing.ts'
import { changesIn, countryRuleFor, phoneRuleFor, profileFieldsOf } from './profile-fields.ts'

const ada = aUser({ displayName: 'Ada Lovelace', firstName: 'Ada', lastName: 'Lovelace' })

test('a display name that nobody chose is not shown as chosen', () => {
  expect(profileFieldsOf(ada).displayName).toBe('')
  expect(profileFieldsOf({ ...ada, displayName: 'Countess' }).displayName).toBe('Countess')
})

test('only what was changed is sent', () => {
  const before = profileFieldsOf(ada)
  expect(changesIn(before, before)).toEqual({})
  expect(changesIn({ ...before, lastName: 'King', displayName: 'Countess' }, before)).toEqual({
    lastName: 'King',
    displayName: 'Countess',
  })
})

test('who never gave a phone number or country may go on without, who did may not take them away', () => {
  expect(phoneRuleFor('')('')).toBeNull()
  expect(phoneRuleFor('')('12')).toBe('Invalid phone number format')
  expect(phoneRuleFor('020 7946 0958')('')).toBe('Phone number is required')
  expect(countryRuleFor('')('')).toBeNull()
  expect(countryRuleFor('GB')('')).toBe('Country is required')
})
