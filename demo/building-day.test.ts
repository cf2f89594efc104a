// What a day of the demo building must be like, whatever the seed and the date.
import { reasons } from '@gatehouse/contract/access/decisions'
import { messages } from '@gatehouse/contract/building/wire'
import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from './building-day.ts'
import { planOf } from './day-plan.ts'
import { hour, localDay, minute, plusDays } from './local-day.ts'
import { meridianTower } from './meridian-tower.ts'
import { accessesOf, countsOf, movementsOf } from './rows.ts'
import type { World } from './world.ts'
import { worlds } from './worlds.ts'

const seeds = integer({ min: 0, max: 1_000_000 })
const dates = integer({ min: 0, max: 1200 }).map((n) => plusDays('2025-01-01', n))
const days = (check: (world: World, seed: number, date: string) => void) =>
  assert(property(constantFrom(...worlds), seeds, dates, check), { numRuns: 25 })

describe('any day', () => {
  test('speaks only messages of the wire, in order of time, inside the day, with ids unique per device', () =>
    days((world, seed, date) => {
      const { start, end } = localDay(world.timeZone, date)
      const seen = new Set<string>()
      // Gathered: to expect something of each message costs more than to make it.
      const wrong: string[] = []
      let before = start
      for (const { device, kind, message } of dayOf(world, seed, date, { readings: 900, incident: true })) {
        messages[kind].parse(message)
        const at = Date.parse(message.at)
        const id = `${device} ${message.id}`
        if (!(at >= before)) wrong.push(`${id} out of order`)
        if (!(at < end)) wrong.push(`${id} after the end`)
        if (seen.has(id)) wrong.push(`${id} twice`)
        seen.add(id)
        before = at
      }
      expect(wrong).toEqual([])
    }))

  test('is the same for the same seed and another for another', () =>
    days((world, seed, date) => {
      const notified = JSON.stringify(dayOf(world, seed, date, { readings: 3600 }))
      expect(JSON.stringify(dayOf(world, seed, date, { readings: 3600 }))).toBe(notified)
      expect(JSON.stringify(dayOf(world, seed + 1, date, { readings: 3600 }))).not.toBe(notified)
    }))

  test('nobody passes a door that is not where he stands, and everybody is out by midnight but the night guard', () =>
    days((world, seed, date) => {
      const at = new Map<string, string | null>()
      const guard = new Set(world.people.filter((p) => p.rhythm === 'guard').map((p) => p.email))
      for (const { door, direction, person } of planOf(world, seed, date).passages) {
        if (!person) continue
        const [from, to] = direction === 'entry' ? [door.from, door.to] : [door.to, door.from]
        const stands = at.get(person.email) ?? (at.has(person.email) || !guard.has(person.email) ? null : 'lobby')
        if (at.has(person.email) || !guard.has(person.email) || from !== null) expect(from).toBe(stands)
        at.set(person.email, to)
      }
      const left = [...at].filter(([, zone]) => zone !== null)
      expect(left.length).toBe(guard.size > 0 ? 1 : 0)
      for (const [email, zone] of left) expect([guard.has(email), zone]).toEqual([true, 'lobby'])
    }))

  test('counters are the sums of those who pass, and never count more out than in since the morning', () =>
    days((world, seed, date) => {
      const plan = planOf(world, seed, date)
      for (const counter of world.counters) {
        const passed = plan.passages.filter((p) => p.door.key === counter.door)
        for (const minutes of [1, 5]) {
          const rows = countsOf(plan, minutes).filter((c) => c.device === counter.key)
          expect(rows.reduce((n, c) => n + c.in, 0)).toBe(passed.filter((p) => p.direction === 'entry').length)
          expect(rows.reduce((n, c) => n + c.out, 0)).toBe(passed.filter((p) => p.direction === 'exit').length)
          expect(rows.every((c) => c.in + c.out > 0)).toBe(true)
        }
      }
    }))

  test('only those who may enter a restricted zone do, and refusals have a known reason', () =>
    days((world, seed, date) => {
      const plan = planOf(world, seed, date)
      for (const { door, person } of plan.passages) if (door.restricted) expect(person?.mayEnter).toContain(door.to)
      for (const row of accessesOf(plan)) {
        if (row.result === 'denied') expect(reasons).toContain(row.reason)
        else expect(row.reason).toBeNull()
        expect(row.taken).toBe(row.result === 'denied' ? null : row.taken === true)
      }
    }))

  test('a door opens before it closes, and is reported when open for too long', () =>
    days((world, seed, date) => {
      const state = new Map<string, { type: string; at: number }>()
      for (const { device, type, at } of movementsOf(planOf(world, seed, date))) {
        const before = state.get(device)
        if (type === 'opened') expect(before?.type ?? 'closed').toBe('closed')
        else expect(before?.type).not.toBe('closed')
        if (type === 'closed' && before?.type === 'opened') expect(at - before.at).toBeLessThanOrEqual(30_000)
        state.set(device, { type, at })
      }
    }))
})

describe('the rhythm of Meridian Tower', () => {
  const enters = (date: string) =>
    accessesOf(planOf(meridianTower, 1, date)).filter(
      (a) => a.direction === 'entry' && a.taken && /main|side|gate|bay/.test(a.device),
    )

  test('on a weekday most come between 07:30 and 10:00, some leave for lunch', () => {
    const day = localDay('Europe/London', '2026-11-18')
    const morning = enters('2026-11-18').filter((a) => a.at >= day.at(450) && a.at < day.at(600))
    expect(morning.length).toBeGreaterThan(30)
    const lunch = enters('2026-11-18').filter((a) => a.at >= day.at(720) && a.at < day.at(870))
    expect(lunch.length).toBeGreaterThan(12)
  })

  test('on a Sunday and at Christmas hardly anybody comes', () => {
    for (const date of ['2026-11-22', '2026-12-25']) expect(enters(date).length).toBeLessThan(15)
  })

  test('on days when the clocks change the guard still hands over at 6 by the wall', () => {
    for (const [date, from, to] of [
      ['2026-03-29', '2026-03-29T04:40:00Z', '2026-03-29T05:00:00Z'],
      ['2026-10-25', '2026-10-25T05:40:00Z', '2026-10-25T06:00:00Z'],
    ] as const) {
      const handOver = enters(date).filter((a) => a.at >= Date.parse(from) && a.at < Date.parse(to))
      expect(handOver).toHaveLength(1)
    }
  })
})

describe('the air', () => {
  const plan = planOf(meridianTower, 1, '2026-11-18')
  const channel = (key: string, name: string) => {
    const detector = meridianTower.detectors.find((d) => d.key === key)
    const found = detector?.channels.find((c) => c.channel === name)
    if (!detector || !found) throw new Error(`no ${name} at ${key}`)
    return (moment: number, of = plan) => of.gas.at(detector, found, moment).value ?? -1
  }
  const mean = (read: (moment: number) => number, from: number) => {
    let sum = 0
    for (let n = 0; n < 60; n++) sum += read(plan.day.at(from) + n * minute)
    return sum / 60
  }

  test('in the car park carries carbon monoxide when people arrive, far below the set point', () => {
    const co = channel('gas-car-park-south', 'CO')
    expect(mean(co, 8 * 60 + 15)).toBeGreaterThan(mean(co, 3 * 60) + 1)
    for (let at = plan.day.start; at < plan.day.end; at += minute) expect(co(at)).toBeLessThan(30)
  })

  test('in meeting rooms follows the people', () => {
    const co2 = channel('gas-boardroom', 'CO2')
    expect(mean(co2, 15 * 60)).toBeGreaterThan(mean(co2, 4 * 60) + 40)
  })

  test('goes over midnight without a step', () => {
    const next = planOf(meridianTower, 1, '2026-11-19')
    for (const detector of meridianTower.detectors)
      for (const c of detector.channels) {
        const before = plan.gas.at(detector, c, plan.day.end - 1).value
        const after = next.gas.at(detector, c, next.day.start).value
        if (before !== null && after !== null)
          expect(Math.abs(after - before)).toBeLessThanOrEqual(2 * c.scatter + c.wander / 2 + 10 ** -c.decimals)
      }
  })

  test('passes the high set point in the incident and clears within hours', () => {
    const day = planOf(meridianTower, 1, '2026-11-18', { incident: true })
    const co = channel('gas-car-park-south', 'CO')
    const starts = day.incident?.starts ?? 0
    expect(co(starts + 20 * minute, day)).toBeGreaterThan(70)
    expect(co(starts + 2 * hour, day)).toBeLessThan(15)
  })
})
