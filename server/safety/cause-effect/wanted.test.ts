// What is wanted of actuators, whatever effects, alarms and hands ask for: against what must hold, and against each second of
// the past looked at by itself.
import type { Severity } from '@gatehouse/contract/safety/alarms'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { presenceOf, presenceTransitions } from './presence.ts'
import {
  asksFor,
  type CauseAlarm,
  type EnabledEffect,
  isCauseOf,
  type WorkedActuator,
  wantedStateOf,
} from './wanted.ts'

const began = Date.parse('2026-11-28T12:00:00Z')
const at = (second: number) => new Date(began + second * 1000)
const runs = { numRuns: Number(process.env['EFFECT_RUNS'] ?? 1000) }

const [fan, horn] = ['fan', 'horn']
const severity = fc.constantFrom<Severity>('low', 'medium', 'high', 'critical')
const few = (...names: string[]) => fc.subarray(names)

const effect = (id: string): fc.Arbitrary<EnabledEffect> =>
  fc.record({
    id: fc.constant(id),
    companyId: fc.constantFrom('ours', 'theirs'),
    name: fc.constant(`Effect ${id}`),
    ruleIds: few('co', 'no2'),
    fromSeverity: fc.option(severity),
    siteIds: few('north', 'south'),
    zoneIds: few('garage', 'boiler'),
    actuatorIds: few('fan', 'horn'),
    delaySeconds: fc.nat(20),
    runOnSeconds: fc.nat(40),
  })

const presence = fc
  .array(fc.nat(60), { maxLength: 5 })
  .map((moments) => [...new Set(moments)].sort((a, b) => a - b))
  .map((moments) =>
    moments.flatMap((from, n) => {
      const to = moments[n + 1]
      return n % 2 === 0 ? [{ from: at(from), to: to === undefined ? null : at(to) }] : []
    }),
  )

const alarm = (id: string): fc.Arbitrary<CauseAlarm> =>
  fc.record({
    id: fc.constant(id),
    companyId: fc.constantFrom('ours', 'ours', 'theirs'),
    ruleId: fc.constantFrom('co', 'no2', 'other'),
    severity,
    title: fc.constant(`Alarm ${id}`),
    correlationId: fc.constant(`incident ${id}`),
    deviceId: fc.constantFrom('detector', 'fan', null),
    siteId: fc.constantFrom('north', 'south', null),
    zoneId: fc.constantFrom('garage', 'boiler', null),
    present: presence,
  })

const plain: Omit<WorkedActuator, 'deviceId'> = {
  companyId: 'ours',
  purpose: 'ventilation',
  longestOnSeconds: null,
  override: null,
  silence: null,
}
const theFan: WorkedActuator = { ...plain, deviceId: fan ?? '' }
const theHorn: WorkedActuator = { ...plain, deviceId: horn ?? '', purpose: 'horn', longestOnSeconds: 15 }

const override = fc.record({
  isOn: fc.boolean(),
  isTest: fc.boolean(),
  reason: fc.constant('Smoke'),
  by: fc.constant('Gul Ahmed'),
  until: fc.integer({ min: 1, max: 120 }).map(at),
})

const effects = fc.tuple(effect('a'), effect('b'), effect('c'))
const alarms = fc.tuple(alarm('1'), alarm('2'), alarm('3'))
const now = fc.integer({ min: 0, max: 120 }).map(at)

const fits = (one: EnabledEffect, cause: CauseAlarm) =>
  one.companyId === cause.companyId &&
  isCauseOf(one, cause) &&
  (one.siteIds.length + one.zoneIds.length === 0 ||
    one.siteIds.includes(cause.siteId ?? '-') ||
    one.zoneIds.includes(cause.zoneId ?? '-'))

/** Second by second: on once a cause was there for the delay, and until none was for as long as it runs on. */
const isOnBySeconds = (
  all: readonly EnabledEffect[],
  causes: readonly CauseAlarm[],
  deviceId: string,
  moment: Date,
) => {
  const second = (moment.getTime() - began) / 1000
  return all.some(
    (one) =>
      one.companyId === 'ours' &&
      one.actuatorIds.includes(deviceId) &&
      causes.some(
        (cause) =>
          cause.deviceId !== deviceId &&
          fits(one, cause) &&
          cause.present.some(({ from, to }) => {
            const [since, until] = [(from.getTime() - began) / 1000, to ? (to.getTime() - began) / 1000 : Infinity]
            // What is present although it begins later only by its clock counts from now.
            const first = Math.min(since, second) + one.delaySeconds
            return first <= second && first <= until && second < until + one.runOnSeconds
          }),
      ),
  )
}

describe('what is wanted of an actuator', () => {
  test('is on exactly while a cause of one of its effects was there for long enough, and runs on', () => {
    fc.assert(
      fc.property(effects, alarms, now, (all, causes, moment) => {
        const wanted = wantedStateOf(all, causes, [theFan], moment).get('fan')
        expect(wanted?.isOn).toBe(isOnBySeconds(all, causes, 'fan', moment))
        expect(wanted?.isOn).toBe(wanted?.why.kind === 'effect')
      }),
      runs,
    )
  })

  test('is the same in whatever order effects and alarms are read', () => {
    fc.assert(
      fc.property(effects, alarms, now, (all, causes, moment) => {
        const read = wantedStateOf(all, causes, [theFan, theHorn], moment)
        const turned = wantedStateOf(all.toReversed(), causes.toReversed(), [theHorn, theFan], moment)
        for (const id of ['fan', 'horn']) expect(turned.get(id)).toEqual(read.get(id))
      }),
      runs,
    )
  })

  test('is what somebody has switched by hand until that is over, and as if nobody had from then on', () => {
    fc.assert(
      fc.property(effects, alarms, override, now, (all, causes, given, moment) => {
        const wanted = wantedStateOf(all, causes, [{ ...theFan, override: given }], moment).get('fan')
        const automatic = wantedStateOf(all, causes, [theFan], moment).get('fan')
        if (moment < given.until) expect(wanted).toMatchObject({ isOn: given.isOn, why: { kind: 'override' } })
        else expect(wanted).toEqual(automatic)
      }),
      runs,
    )
  })

  test('is never off because one alarm more is there, where it may be on for as long as it is wanted', () => {
    fc.assert(
      fc.property(effects, alarms, alarm('4'), now, (all, causes, more, moment) => {
        const before = wantedStateOf(all, causes, [theFan], moment).get('fan')
        const after = wantedStateOf(all, [...causes, more], [theFan], moment).get('fan')
        if (before?.isOn) expect(after?.isOn).toBe(true)
      }),
      runs,
    )
  })

  test('of a horn is never on for longer than it may be, and says when it is off by itself', () => {
    fc.assert(
      fc.property(effects, alarms, now, (all, causes, moment) => {
        const wanted = wantedStateOf(all, causes, [theHorn], moment).get('horn')
        const asks = asksFor(all, causes, theHorn, moment)
        if (!wanted?.isOn) {
          const isOver = asks.every(({ begins }) => moment.getTime() - begins.getTime() >= 15_000)
          expect(isOver).toBe(true)
          expect(wanted?.offAt).toBe(null)
        } else {
          expect(wanted.offAt?.getTime()).toBeGreaterThan(moment.getTime())
          expect(wanted.offAt?.getTime()).toBeLessThanOrEqual(moment.getTime() + 15_000)
        }
      }),
      runs,
    )
  })

  test('of a horn is off once it is silenced, and on again for an alarm that was not there then', () => {
    fc.assert(
      fc.property(effects, alarms, alarm('4'), now, (all, causes, more, moment) => {
        const unlimited = { ...theHorn, longestOnSeconds: null }
        const silence = {
          causes: asksFor(all, causes, unlimited, moment).map(({ cause }) => cause),
          by: 'Gul',
          at: moment,
        }
        const silenced = { ...unlimited, silence }
        const wanted = wantedStateOf(all, causes, [silenced], moment).get('horn')
        expect(wanted?.isOn).toBe(false)
        expect(wanted?.why.kind).toBe(silence.causes.length > 0 ? 'silenced' : 'nothing')
        const isAsked = asksFor(all, [more], unlimited, moment).length > 0
        expect(wantedStateOf(all, [...causes, more], [silenced], moment).get('horn')?.isOn).toBe(isAsked)
      }),
      runs,
    )
  })
})

describe('when an alarm was present', () => {
  test('is while it was active and nobody had put it aside; without gaps in time, the last of it open or not', () => {
    const turn = fc.record({ what: fc.constantFrom(...presenceTransitions), seconds: fc.nat(30) })
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 30 }), (steps) => {
        let second = 0
        const turns = steps.map(({ what, seconds }) => ({ what, at: at((second += seconds)) }))
        const found = presenceOf(turns)
        found.forEach(({ from, to }, n) => {
          expect(to === null).toBe(n === found.length - 1 && to === null)
          if (to !== null) expect(to.getTime()).toBeGreaterThanOrEqual(from.getTime())
          const next = found[n + 1]
          if (next && to) expect(next.from.getTime()).toBeGreaterThanOrEqual(to.getTime())
        })
      }),
      runs,
    )
    expect(
      presenceOf([
        { what: 'raised', at: at(0) },
        { what: 'shelved', at: at(10) },
        { what: 'returned', at: at(20) },
        { what: 'occurred', at: at(30) },
        { what: 'shelf-ended', at: at(40) },
      ]),
    ).toEqual([
      { from: at(0), to: at(10) },
      { from: at(40), to: null },
    ])
    const outOfService = [
      { what: 'raised', at: at(0) },
      { what: 'out-of-service', at: at(0) },
    ] as const
    expect(presenceOf(outOfService)).toEqual([])
  })
})
