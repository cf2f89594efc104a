import { fault } from '@gatehouse/contract/record/activity'
import { describe, expect, test } from 'vitest'
import { elapsedText, faultText, verdictOf } from './verdict.ts'

const broken = { chain: 'meridian', seq: 1204, entryId: null, at: null, fault: 'changed', says: '' } as const

describe('the verdict on the record', () => {
  test('is good when every link holds', () => {
    expect(verdictOf({ ok: true, checked: 31_204, logs: 0, checkpoints: [] }, null)).toMatchObject({
      state: 'normal',
      text: '31,204 entries checked, every link holds.',
    })
    expect(verdictOf({ ok: true, checked: 1, logs: 0, checkpoints: [] }, '2026').text).toBe(
      '1 entry of 2026 checked, every link holds.',
    )
  })

  test('counts the entries and exits that the record seals', () => {
    expect(verdictOf({ ok: true, checked: 12, logs: 20_413, checkpoints: [] }, null).text).toBe(
      '12 entries checked, every link holds; and 20,413 entries and exits.',
    )
  })

  test('is not good when nothing was there to be checked', () => {
    expect(verdictOf({ ok: true, checked: 0, logs: 0, checkpoints: [] }, null).state).toBe('information')
  })

  test('names the first link that does not hold', () => {
    const verdict = verdictOf({ ok: false, checked: 1204, logs: 0, firstBroken: broken, checkpoints: [] }, null)
    expect(verdict.state).toBe('critical')
    expect(verdict.text).toBe('The record does not hold: entry 1,204 was changed after it was written.')
  })

  test('is bad when the server says so, also without saying where, and when it contradicts itself', () => {
    expect(verdictOf({ ok: false, checked: 9, logs: 0, checkpoints: [] }, null).state).toBe('critical')
    expect(verdictOf({ ok: true, checked: 9, logs: 0, firstBroken: broken, checkpoints: [] }, null).state).toBe(
      'critical',
    )
  })

  test('has words for every fault', () => {
    for (const one of fault.options) expect(faultText({ seq: 3, fault: one }), one).not.toContain('(')
  })
})

test('time passes in minutes and seconds', () => {
  expect([0, 7_900, 65_000, 750_000].map(elapsedText)).toEqual(['0:00', '0:07', '1:05', '12:30'])
})
