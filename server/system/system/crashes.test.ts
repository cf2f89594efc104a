import { expect, test } from 'vitest'
import { tick } from '../../kit/clock.testing.ts'
import { scrubbed } from '../../kit/secrets/scrubbed.ts'
import { createCrashLog } from './crashes.ts'

const report = {
  message: 'TypeError: x is undefined',
  stack: 'at Doors (/assets/doors-1a2b3c4.js:1:200)',
  path: '/doors',
  build: '/assets/index-1a2b3c4.js',
}

test('what helps to find the fault stays', () => {
  for (const text of Object.values(report)) expect(scrubbed(text)).toBe(text)
  const stack = 'Error: no\n    at Row (http://127.0.0.1:3000/assets/doors-page-BxY12_z.js:12:3401)\n    at div'
  expect(scrubbed(stack)).toBe(stack)
})

test.each([
  [
    'a query',
    'at http://gatehouse.example/verify-email?token=abc:1:2 x',
    'at http://gatehouse.example/verify-email:1:2 x',
  ],
  ['a fragment', '/staff#anna', '/staff'],
  ['a token', 'Bearer eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl failed', 'Bearer (token) failed'],
  ['an address', 'no card of anna.berg@northwind.example found', 'no card of (address) found'],
  ['a secret', `link ${'Ab3_'.repeat(11)} is over`, 'link (secret) is over'],
])('%s does not go into the log', (_, text, expected) => {
  expect(scrubbed(text)).toBe(expected)
})

test('a flood of reports is thirty lines a minute', async () => {
  const written: unknown[] = []
  const log = createCrashLog((line) => written.push(line))
  for (let n = 0; n < 500; n += 1) log(report)
  expect(written).toHaveLength(30)
  await tick('1 min')
  log(report)
  expect(written).toHaveLength(31)
  expect(written[0]).toEqual(report)
})
