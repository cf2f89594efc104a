import { expect, test } from 'vitest'
import { withoutCredentials } from './without-credentials.ts'

test('numbers of cards, codes and PINs are not told, however deep they stand; all else is', () => {
  const remaining = { floor: 2, note: 'card: hold it longer', at: 'Pinewood', ratio: null, sides: ['in', 'out'] }
  expect(withoutCredentials(remaining)).toEqual(remaining)
  expect(
    withoutCredentials({
      credential: 'card:0012345678',
      pin: '4711',
      shown: ['pass:nVwx-_8', { PIN: 4711, code: ' PIN: 4711 ', phone: 'mobile:0190.1.abc' }],
    }),
  ).toEqual({ credential: 'card', shown: ['pass', { code: 'pin', phone: 'mobile' }] })
})
