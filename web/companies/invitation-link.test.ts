import { expect, test } from 'vitest'
import { tokenIn } from './invitation-link.ts'

const token = 'Zm9vYmFyYmF6cXV4-_Zm9vYmFyYmF6cXV4'

test('the token is found in the link, or is what was copied', () => {
  expect(tokenIn(` https://gatehouse.example/user/register?token=${token}\n`)).toBe(token)
  expect(tokenIn(`/user/register?a=b&token=${token}#x`)).toBe(token)
  expect(tokenIn(token)).toBe(token)
})

test('anything else is no invitation', () => {
  for (const text of ['', 'https://gatehouse.example/user/register', 'hello there, I was invited', '?token=short']) {
    expect(tokenIn(text), text).toBeNull()
  }
})
