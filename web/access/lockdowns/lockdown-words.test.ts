import { expect, test } from 'vitest'
import { progressText, resultOf, rolesText, tellable, troubleText, moreText } from './lockdown-words.ts'

const counts = { doors: 12, confirmed: 8, pending: 0, refused: 1, noAnswer: 2, failed: 0, offline: 1 }

test('a lockdown says how far it is, and what of it needs somebody', () => {
  expect(progressText({ counts, released: null })).toBe('8 of 12 doors locked down')
  expect(progressText({ counts: { ...counts, doors: 1, confirmed: 1 }, released: null })).toBe(
    '1 of 1 door locked down',
  )
  expect(troubleText(counts)).toBe('1 refused, 2 without an answer, 1 offline')
  expect(troubleText({ ...counts, refused: 0, noAnswer: 0, offline: 0 })).toBe('')
  expect(tellable(counts)).toBe(4)
})

test('what came of a door is never green unless it confirmed', () => {
  const states = (['pending', 'refused', 'no-answer', 'failed', 'offline'] as const).map(
    (r) => resultOf(r, false).state,
  )
  expect(states).not.toContain('normal')
  expect([resultOf('confirmed', false).word, resultOf('confirmed', true).word]).toEqual(['Locked down', 'Released'])
})

test('roles are named like people name them', () => {
  expect([rolesText([]), rolesText([{ name: 'A' }]), rolesText([{ name: 'A' }, { name: 'B' }, { name: 'C' }])]).toEqual(
    ['', 'A', 'A, B and C'],
  )
})

test('doors that labels hide are counted', () => {
  expect(moreText(1)).toBe('and 1 more door that labels hide from you')
  expect(moreText(3)).toBe('and 3 more doors that labels hide from you')
})
