import { describe, expect, test } from 'vitest'
import { hostOf, kindsText, kindWords, stateWords } from './webhook-words.ts'

test.each([
  ['ok', null, 'Works'],
  ['failing', null, 'Fails'],
  ['paused', null, 'Paused'],
  ['off', null, 'Off'],
  ['off', '2026-11-22T10:00:00.000Z', 'Given up'],
] as const)('%s, given up %s: %s', (state, givenUpAt, word) => expect(stateWords({ state, givenUpAt }).word).toBe(word))

describe('what it is told of', () => {
  test('is everything, the one kind, or how many', () => {
    expect(kindsText(null)).toBe('Everything')
    expect(kindsText(['alarm.raised'])).toBe('An alarm is raised, or occurs again')
    expect(kindsText(['alarm.raised', 'alarm.cleared'])).toBe('2 kinds')
  })

  test('may be of a kind that there is no more', () => {
    expect(kindWords('ping')).toBe('A test')
    expect(kindWords('of-long-ago')).toBe('of-long-ago')
  })
})

test('an address is known by its host', () => {
  expect(hostOf('https://hooks.example:8443/a/very/long?path')).toBe('hooks.example:8443')
  expect(hostOf('nonsense')).toBe('nonsense')
})
