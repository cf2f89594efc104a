import { asked, status } from '@gatehouse/contract/access/commands'
import { describe, expect, test } from 'vitest'
import { aCommand, aDoor, aDoorState } from './a-door.testing.ts'
import { isOver, outcomeOf } from './door-view.ts'

describe('what came of a command', () => {
  test('is under way until the door has confirmed it, whatever was asked', () => {
    for (const one of asked.options) {
      const waiting = outcomeOf(aCommand({ asked: one })).word
      expect(waiting, one).toMatch(/…$/)
      expect(outcomeOf(aCommand({ asked: one, status: 'sent' })), one).toMatchObject({
        word: waiting,
        state: 'information',
      })
      expect(outcomeOf(aCommand({ asked: one, status: 'confirmed' })).word, one).not.toBe(waiting)
    }
    expect(outcomeOf(aCommand({ status: 'sent' })).word).toBe('Unlocking…')
  })

  test('is done, and in green, only where the door has confirmed it', () => {
    expect(outcomeOf(aCommand({ status: 'confirmed' }))).toMatchObject({ state: 'normal', word: 'Unlocked for 5 s' })
    for (const other of status.options.filter((one) => one !== 'confirmed')) {
      const { state, word } = outcomeOf(aCommand({ status: other }))
      expect(state, other).not.toBe('normal')
      expect(word, other).not.toMatch(/^Unlocked/)
    }
  })

  test('may have happened where the door did not answer, and the words say so', () => {
    const { state, detail } = outcomeOf(aCommand({ status: 'no-answer', detail: 'The door did not answer in time' }))
    expect(state).toBe('warning')
    expect(detail).toBe('The door did not answer in time. It may have happened or not.')
  })
})

test('an unlock is over once its door has reported since that it is locked again', () => {
  const unlocked = aCommand({ status: 'confirmed' })
  const reported = (lock: 'Locked' | 'Unlocked', receivedAt: string) =>
    aDoor('a', { state: { ...aDoorState({ lock, receivedAt }), contactSince: null } })
  expect(isOver(unlocked, reported('Locked', '2026-11-21T11:59:00Z'))).toBe(false)
  expect(isOver(unlocked, reported('Unlocked', '2026-11-21T12:00:02Z'))).toBe(false)
  expect(isOver(unlocked, reported('Locked', '2026-11-21T12:00:06Z'))).toBe(true)
  expect(isOver(aCommand({ status: 'refused' }), reported('Locked', '2026-11-21T12:00:06Z'))).toBe(false)
})
