import * as rules from '@gatehouse/contract/identity/account-rules'
import { describe, expect, test } from 'vitest'

describe('what people type about themselves is refused in the specification’s words', () => {
  test.each([
    ['', 'Email is required'],
    ['  ', 'Email is required'],
    ['somebody', 'Invalid email format'],
    ['some body@gatehouse.example', 'Invalid email format'],
    ['<a@b.co>', 'Invalid email format'],
    ['a@b.co,c@d.co', 'Invalid email format'],
    [`${'a'.repeat(250)}@b.se`, 'Invalid email format'],
    [' somebody@gatehouse.example ', null],
  ])('the address %j: %j', (address, text) => expect(rules.emailRule(address)).toBe(text))

  test.each([
    ['', 'must be at least 2 characters'],
    [' A ', 'must be at least 2 characters'],
    ['Jo', null],
    ['a'.repeat(255), null],
    ['a'.repeat(256), 'is too long'],
    ['\u200b\u200b', 'must be at least 2 characters'],
    ['A\u200b', 'must be at least 2 characters'],
    ['\u0001\u0002\n', 'must be at least 2 characters'],
    ['\u3164\u3164', 'must be at least 2 characters'],
    ['😀', 'must be at least 2 characters'],
    ['👩‍👩‍👧', 'must be at least 2 characters'],
    ['🇸🇪', 'must be at least 2 characters'],
    ['😀😀', null],
    ['O’Brien', null],
    ["D'Arcy", null],
    ['李明', null],
    ['जी', null],
    ['محمد', null],
  ])('the name %j: %j', (name, text) => {
    expect(rules.firstNameRule(name)).toBe(text === null ? null : `First name ${text}`)
    expect(rules.lastNameRule(name)).toBe(text === null ? null : `Last name ${text}`)
  })

  test.each([
    ['', 'Phone number is required'],
    ['123456', 'Invalid phone number format'],
    ['1234567', null],
    ['+44 (0)20 7946-0000', null],
    ['123456789012345', null],
    ['1234567890123456', 'Invalid phone number format'],
    ['0800 GATES', 'Invalid phone number format'],
  ])('the phone number %j: %j', (number, text) => expect(rules.phoneRule(number)).toBe(text))

  test.each([
    ['', 'Country is required'],
    ['SE', null],
    ['Sweden', 'Choose a country from the list'],
  ])('the country %j: %j', (country, text) => expect(rules.countryRule(country)).toBe(text))

  test.each([
    ['', 'Mauve-lantern-4', 'Please confirm your password'],
    ['mauve-lantern-4', 'Mauve-lantern-4', 'Passwords do not match'],
    ['Mauve-lantern-4', 'Mauve-lantern-4', null],
  ])('%j to confirm %j: %j', (again, password, text) => expect(rules.confirmationRule(again, password)).toBe(text))
})

test.each([
  ['', false],
  ['x', false],
  ['x'.repeat(300), false],
  [`${'x'.repeat(42)}.`, false],
  ['aZ09_-'.repeat(8), true],
])('%j may be of a mailed link: %j', (token, may) => expect(rules.isLinkToken(token)).toBe(may))

test.each(['.', '..', 'Details', ' register '])('the company name %j would be taken for a page', (name) => {
  expect(rules.companyNameRule(name)).not.toBeNull()
})

test.each([
  [' Grace\u0000\n  Brewster\u202e ', 'Grace Brewster'],
  ['Jo\u200bhn\ufeff', 'John'],
  ['نرگس\u200cزاده', 'نرگس\u200cزاده'],
  ['\u200dAnna\u200d', 'Anna'],
  ['Ana 👩🏽‍🔬', 'Ana 👩🏽‍🔬'],
  ['Ana ❤️', 'Ana ❤️'],
  ['D’Arcy-O\u0301 Brien', 'D’Arcy-Ó Brien'],
])('the name %j is kept as %j', (typed, stored) => expect(rules.cleanName(typed)).toBe(stored))

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['Code: 123456', '123456'],
  ['123\u200b456\ufeff', '123456'],
  ['12345', '12345'],
  ['ab12-cd34', 'ab12cd34'],
  ['AB12\u2013CD34', 'AB12CD34'],
  ['12a4-5b67', '12a45b67'],
])('the code %j means %j', (typed, meant) => expect(rules.plainCode(typed)).toBe(meant))

test.each([
  ['', 0, 'Very Weak'],
  ['lower', 20, 'Very Weak'],
  ['lowerlower', 40, 'Weak'],
  ['Lowerlower', 60, 'Moderate'],
  ['Lowerlower1', 80, 'Strong'],
  ['Lowerlower#1', 100, 'Very Strong'],
])('the password %j has %i points: %s', (password, points, label) => {
  expect(rules.passwordStrength(password)).toMatchObject({ points, label })
})

test('a password passes with four of the five, and else is told what it lacks', () => {
  expect(rules.passwordRule('Lowerlower1')).toBeNull()
  expect(rules.passwordRule('Low1#')).toBeNull()
  expect(rules.passwordRule('')).toBe('Password is required')
  expect(rules.passwordRule('Lowerlower')).toBe('Password must contain a digit, a special character from @$!%*?&#')
})
