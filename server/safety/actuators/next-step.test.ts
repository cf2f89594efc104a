// How an actuator is brought to what is wanted of it: against a device that does as it is told in its own time, or not.
import type { Status } from '@gatehouse/contract/building/command-life'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextStep, pauseAfter, type Standing } from './next-step.ts'

const now = new Date('2026-11-28T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

const standing: Standing = {
  isOutOfService: false,
  isOn: null,
  receivedAt: null,
  wantedOn: false,
  offAt: null,
  attempts: 0,
  command: null,
}
const told = (status: Status, seconds: number) => ({ status, requestedAt: ago(seconds + 1), stepAt: ago(seconds) })
const on = { isOn: true, offAt: null }
const off = { isOn: false, offAt: null }

describe('an actuator', () => {
  test('is told at once what is wanted otherwise, and nothing while that is under way', () => {
    expect(nextStep(standing, off, now)).toEqual({ attempt: null, hasFailed: null })
    expect(nextStep(standing, on, now)).toEqual({ attempt: 1, hasFailed: null })
    const underWay = { ...standing, wantedOn: true, attempts: 1, command: told('sent', 2) }
    expect(nextStep(underWay, on, now)).toEqual({ attempt: null, hasFailed: null })
    expect(nextStep(underWay, off, now)).toEqual({ attempt: 1, hasFailed: null })
    // Its own timer has to be another.
    expect(nextStep(underWay, { isOn: true, offAt: ago(-60) }, now)).toEqual({ attempt: 1, hasFailed: null })
  })

  test('is left alone by what it says, where it has said that it does, and by somebody who works at it', () => {
    const unanswered = { ...standing, wantedOn: true, attempts: 1, command: told('no-answer', 8) }
    expect(nextStep(unanswered, on, now)).toEqual({ attempt: 2, hasFailed: true })
    expect(nextStep({ ...unanswered, isOn: true, receivedAt: ago(3) }, on, now)).toEqual({
      attempt: null,
      hasFailed: false,
    })
    // From before it was told.
    expect(nextStep({ ...unanswered, isOn: true, receivedAt: ago(30) }, on, now)).toMatchObject({ hasFailed: true })
    expect(nextStep({ ...unanswered, isOutOfService: true }, off, now)).toEqual({ attempt: null, hasFailed: null })
  })

  test('that is off though it was on is told again; one that is on though it was switched off is not', () => {
    const confirmed = { ...standing, wantedOn: true, attempts: 1, command: told('confirmed', 60) }
    expect(nextStep(confirmed, on, now)).toEqual({ attempt: null, hasFailed: false })
    expect(nextStep({ ...confirmed, isOn: false, receivedAt: ago(1) }, on, now)).toEqual({
      attempt: null,
      hasFailed: true,
    })
    expect(nextStep({ ...confirmed, isOn: false, receivedAt: ago(6) }, on, now)).toEqual({
      attempt: 2,
      hasFailed: true,
    })
    expect(nextStep({ ...confirmed, wantedOn: false, isOn: true, receivedAt: ago(6) }, off, now)).toEqual({
      attempt: null,
      hasFailed: false,
    })
  })

  test('that is off by its own timer has done what it was told', () => {
    const offAt = ago(-2)
    const ending = { ...standing, wantedOn: true, offAt, attempts: 1, command: told('confirmed', 60) }
    expect(nextStep({ ...ending, isOn: false, receivedAt: ago(1) }, { isOn: true, offAt }, now)).toMatchObject({
      hasFailed: false,
    })
  })

  test('is told again with pauses that grow to a minute, at once where it is back', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempts) => pauseAfter(attempts) / 1000)).toEqual([5, 10, 20, 40, 60, 60])
    const status = fc.constantFrom<Status>('refused', 'no-answer', 'failed')
    fc.assert(
      fc.property(
        status,
        fc.integer({ min: 1, max: 20 }),
        fc.nat(200),
        fc.boolean(),
        (ended, attempts, seconds, isBack) => {
          const { attempt, hasFailed } = nextStep(
            { ...standing, wantedOn: true, attempts, command: told(ended, seconds) },
            on,
            now,
            isBack,
          )
          expect(hasFailed).toBe(true)
          expect(attempt).toBe(isBack || seconds * 1000 >= pauseAfter(attempts) ? attempts + 1 : null)
        },
      ),
    )
  })
})
