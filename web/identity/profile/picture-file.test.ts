import { expect, test } from 'vitest'
import { pictureFault } from '@gatehouse/contract/identity/account-rules'

const type = 'Invalid file type. Please use JPEG, PNG, or GIF images.'
const size = 'File size too large. Maximum size is 5MB.'

test.each([
  ['image/jpeg', 1, null],
  ['image/png', 5_242_880, null],
  ['image/gif', 1, null],
  ['image/png', 5_242_881, size],
  ['image/svg+xml', 1, type],
  ['image/webp', 1, type],
  ['image/heic', 1, type],
  ['application/pdf', 9_000_000, type],
  ['', 1, type],
])('a file of type %j and %i bytes: %j', (given, bytes, text) => {
  expect(pictureFault({ type: given, size: bytes })).toBe(text)
})
