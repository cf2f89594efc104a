import { expect, test } from 'vitest'
import type { Phase } from '../../kit/live/live.ts'
import { presenceIn } from './presence.ts'

test.each<[Phase, boolean, string]>([
  ['live', false, 'Online'],
  ['connecting', false, 'Connecting'],
  ['lost', true, 'Offline'],
  ['failed', true, 'Offline'],
  ['off', true, 'Offline'],
])('while the connection is %s, grey is %s and the word %s', (phase, isOffline, word) => {
  expect(presenceIn(phase)).toEqual({ isOffline, word })
})
