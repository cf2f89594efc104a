import { expect, test } from 'vitest'
import { agentWords, secondFactorWords } from './account-words.ts'

test('how a sign-in is confirmed is said in words', () => {
  expect(secondFactorWords({ secondFactor: 'none', passkeys: 0 })).toBe('Password only')
  expect(secondFactorWords({ secondFactor: 'totp', passkeys: 1 })).toBe('Code from an app, 1 passkey')
  expect(secondFactorWords({ secondFactor: 'email', passkeys: 2 })).toBe('Code by email, 2 passkeys')
})

test('a browser is called by its name and system, as far as it says so', () => {
  expect(agentWords('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    'Firefox on Windows',
  )
  expect(
    agentWords(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML) Version/18.0 Safari/605.1.15',
    ),
  ).toBe('Safari on macOS')
  expect(agentWords('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML) Chrome/140.0.0.0 Safari/537.36')).toBe(
    'Chrome on Linux',
  )
  expect(agentWords('curl/8.0')).toBe('curl/8.0')
  expect(agentWords(null)).toBe('Unknown browser')
})
