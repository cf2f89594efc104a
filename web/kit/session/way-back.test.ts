import { expect, test } from 'vitest'
import { pathWithin } from './way-back.ts'

test.each(['/dashboard', '/entry-exit/report?type=exit#top', '/'])('%s is a way back', (path) => {
  expect(pathWithin(path)).toBe(path)
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/signin', '', null, 7])(
  '%s is none',
  (path) => {
    expect(pathWithin(path)).toBeNull()
  },
)
