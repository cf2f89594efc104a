import { expect, test } from 'vitest'
import { cardNumberRule, cardState, momentOf } from './card-state.ts'

const card = { validFrom: '2026-02-01T00:00:00.000Z', validTo: '2026-03-01T00:00:00.000Z', revokedAt: null }
const at = (moment: string) => Date.parse(moment)

test('a card opens from its beginning until its end, and not once it is revoked', () => {
  expect(cardState(card, at('2026-01-31T23:59:59.999Z'))).toBe('not yet')
  expect(cardState(card, at('2026-02-01T00:00:00.000Z'))).toBe('valid')
  expect(cardState(card, at('2026-03-01T00:00:00.000Z'))).toBe('expired')
  expect(cardState({ ...card, revokedAt: '2026-02-02T00:00:00.000Z' }, at('2026-02-03T00:00:00.000Z'))).toBe('revoked')
  expect(cardState({ validFrom: null, validTo: null, revokedAt: null }, 0)).toBe('valid')
})

test('dates of the form are those of the site', () => {
  expect(momentOf('2026-07-01T08:00', 'Europe/Oslo')).toBe('2026-07-01T06:00:00.000Z')
  expect(momentOf('', 'Europe/Oslo')).toBeNull()
})

test('a card number is 4 to 20 digits', () => {
  expect(cardNumberRule(' 0012345678 ')).toBeNull()
  for (const wrong of ['', '123', 'card:0012', '1'.repeat(21)]) expect(cardNumberRule(wrong)).not.toBeNull()
})
