import { expect, test } from 'vitest'
import { ApiError } from '../../kit/data/api.ts'
import { isOver } from './use-link.ts'

test('a link that the server does not know any more is over', () => {
  expect(isOver(new ApiError(400, { code: 'INVALID_TOKEN', message: 'x' }))).toBe(true)
})

test('so is one whose token cannot be one', () => {
  const details = [{ field: 'token', message: 'x' }]
  expect(isOver(new ApiError(400, { code: 'VALIDATION', message: 'x', details }))).toBe(true)
})

test('a link that could not be looked at is not over', () => {
  expect(isOver(new ApiError(0, { code: 'NETWORK', message: 'x' }))).toBe(false)
  expect(isOver(new ApiError(429, { code: 'TOO_MANY', message: 'x' }))).toBe(false)
  const details = [{ field: 'email', message: 'x' }]
  expect(isOver(new ApiError(400, { code: 'VALIDATION', message: 'x', details }))).toBe(false)
})
