import { describe, expect, test } from 'vitest'
import { afterForcedAndShut, afterReport, type Life, type Parts, runs, type ReportedState } from './door-life.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds))

const report = (seconds: number, parts: Partial<Parts>, more: Partial<ReportedState> = {}): ReportedState => ({
  parts,
  at: at(seconds),
  receivedAt: at(seconds),
  by: 'controller',
  ...more,
})

const afterAll = (...reports: ReportedState[]): Life => {
  const life = reports.reduce<Life | null>(afterReport, null)
  if (!life) throw new Error('nothing was reported')
  return life
}

describe('a door', () => {
  test('is as its newest report has it, although an older one arrives later', () => {
    const open = afterAll(report(0, { contact: 'Closed', lock: 'Locked' }), report(10, { contact: 'Open' }))
    const late = report(5, { contact: 'Closed', lock: 'Unlocked' }, { receivedAt: at(60) })
    expect(afterReport(open, late)).toBe(open)
    expect(afterReport(open, report(11, { contact: 'Closed' }))).toMatchObject({ contact: 'Closed', lock: 'Locked' })
  })

  test('keeps what a report does not speak of', () => {
    expect(
      afterAll(report(0, { contact: 'Open', tamper: 'TamperDetected' }), report(1, { lock: 'Locked' })),
    ).toMatchObject({
      contact: 'Open',
      tamper: 'TamperDetected',
      lock: 'Locked',
      contactSince: at(0),
    })
  })

  test('whose clock runs ahead is not deaf until that moment has come', () => {
    const ahead = afterAll(report(3000, { contact: 'Open' }, { receivedAt: at(0) }))
    expect(afterReport(ahead, report(1, { contact: 'Closed' }))).toMatchObject({ contact: 'Closed' })
  })

  test('in alarm is one incident until it is shut and locked again', () => {
    const forced = afterAll(
      report(0, { contact: 'Closed', lock: 'Locked' }),
      report(1, { contact: 'Open', alarm: 'DoorForcedOpen' }),
    )
    expect(runs(forced)).toBe(true)
    const shut = afterReport(forced, report(2, { contact: 'Closed', lock: 'Unlocked', alarm: 'Normal' }))
    expect(runs(shut)).toBe(true)
    const again = afterReport(shut, report(3, { contact: 'Open', alarm: 'DoorOpenTooLong' }))
    expect(again?.correlationId).toBe(forced.correlationId)
    const over = afterReport(again, report(4, { contact: 'Closed', lock: 'Locked', alarm: 'Normal' }))
    expect(runs(over)).toBe(false)
    const next = afterReport(over, report(5, { contact: 'Open', alarm: 'DoorForcedOpen' }))
    expect(next?.correlationId).not.toBe(forced.correlationId)
  })

  test('keeps an alarm that the server has raised until it is shut, whatever its controller says of alarms', () => {
    const open = afterAll(report(0, { contact: 'Closed', lock: 'Locked' }), report(1, { contact: 'Open' }))
    const raised = afterReport(open, report(2, { alarm: 'DoorForcedOpen' }, { by: 'server' }))
    const repeated = afterReport(raised, report(3, { contact: 'Open', alarm: 'Normal' }))
    expect(repeated).toMatchObject({ alarm: 'DoorForcedOpen' })
    expect(afterReport(repeated, report(4, { contact: 'Closed' }))).toMatchObject({ alarm: 'Normal' })
  })

  const locked = report(0, { contact: 'Closed', lock: 'Locked', alarm: 'Normal' })
  const forced = (seconds: number) => report(seconds, { contact: 'Open', alarm: 'DoorForcedOpen' })
  const shut = (seconds: number) => report(seconds, { contact: 'Closed', lock: 'Locked', alarm: 'Normal' })

  test('is in another incident each time that it is forced open after it was shut and locked', () => {
    const first = afterAll(locked, forced(1), shut(2))
    const second = afterReport(first, forced(3))
    expect(first).toMatchObject({ alarm: 'Normal', alarmBy: null, incidentSince: at(1), incidentOverAt: at(2) })
    expect(second).toMatchObject({ alarm: 'DoorForcedOpen', incidentSince: at(3), incidentOverAt: null })
    expect(second?.correlationId).not.toBe(first.correlationId)
  })

  test('forced and shut before anybody knew has had its incident, and stands as it stands', () => {
    const once = afterForcedAndShut(afterAll(locked), at(5))
    expect(once).toMatchObject({ contact: 'Closed', alarm: 'Normal', incidentSince: at(5), incidentOverAt: at(5) })
    expect(runs(once)).toBe(false)
    expect(afterForcedAndShut(once, at(9)).correlationId).not.toBe(once.correlationId)
  })
})
