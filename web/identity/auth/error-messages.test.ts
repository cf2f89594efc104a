import { messages } from '@gatehouse/contract/identity/accounts'
import { expect, test } from 'vitest'
import { ApiError } from '../../kit/data/api.ts'
import { anyMessage, codeMessage, signInMessage } from './error-messages.ts'

const failure = (status: number, message: string, code = 'X') => new ApiError(status, { code, message })

test.each([
  [401, 'Invalid credentials. Please check your email and password.'],
  [403, 'Your account is locked. Please reset your password.'],
  [429, 'Too many login attempts. Please try again later.'],
  [0, 'Network error. Please check your connection.'],
  [500, 'Server error. Please try again later.'],
])('signing in that fails with %d says the specification’s words', (status, words) => {
  expect(signInMessage(failure(status, ''))).toBe(words)
})

test('another failure says what the server says', () => {
  expect(signInMessage(failure(503, 'The store is being upgraded.'))).toBe('The store is being upgraded.')
})

test('a refused security token is not a locked account', () => {
  expect(signInMessage(failure(403, 'Please try again.', 'EBADCSRFTOKEN'))).toBe('Please try again.')
})

test.each([
  [400, 'Failed to verify 2FA code.'],
  [403, 'Your account is locked. Please reset your password.'],
  [0, 'Network error. Please check your connection.'],
])('a code that is refused with %d says the specification’s words', (status, words) => {
  expect(codeMessage(failure(status, ''))).toBe(words)
})

test('verifying an address that fails says the specification’s words', () => {
  expect(anyMessage(failure(500, ''), messages.verificationFailed)).toBe('Email verification failed.')
})

test('what is no answer of the server is a server error, unless there is a better word', () => {
  expect(anyMessage(new TypeError('x'))).toBe('Server error. Please try again later.')
  expect(anyMessage(failure(500, ''), 'Failed to change password.')).toBe('Failed to change password.')
  expect(anyMessage(failure(429, 'Please wait a minute.'))).toBe('Please wait a minute.')
})

test('who has to come with a passkey is told so, and not to reset a password that is right', () => {
  const message = 'Your company asks for a passkey. Please sign in with yours.'
  expect(signInMessage(failure(403, message, 'PASSKEY_NEEDED'))).toBe(message)
})
