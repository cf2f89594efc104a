// The rules of a demo building agree with what its people do: whoever goes through a door may, and is turned away only
// where the rules say so, too.
import { describe, expect, test } from 'vitest'
import type { Access, Range } from './access.ts'
import { planOf } from './day-plan.ts'
import type { LocalDay } from './local-day.ts'
import { meridianTower } from './meridian-tower.ts'
import { northwind } from './northwind.ts'
import type { World } from './world.ts'

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const isIn = (ranges: readonly Range[], minute: number) =>
  ranges.some(({ from, to }) => minute >= minutes(from) && minute < minutes(to))

const rulesOf = (world: World): Access => {
  if (!world.access) throw new Error(`${world.company} has no rules`)
  return world.access
}

const opens = (world: World, email: string, door: string, day: LocalDay, at: number): boolean => {
  const { levels, groups, doorGroups, schedules, calendars } = rulesOf(world)
  const minute =
    new Date(at + offsetOf(world, at)).getUTCHours() * 60 + new Date(at + offsetOf(world, at)).getUTCMinutes()
  return levels.some((level) => {
    const hasDoor =
      level.doors.includes(door) || doorGroups.some((g) => level.doorGroups.includes(g.name) && g.doors.includes(door))
    const hasPerson =
      level.people.includes(email) || groups.some((g) => level.groups.includes(g.name) && g.people.includes(email))
    if (!hasDoor || !hasPerson) return false
    if (level.schedule === null) return true
    const schedule = schedules.find((s) => s.name === level.schedule)
    if (!schedule) throw new Error(`no schedule ${level.schedule}`)
    const holiday = calendars
      .find((c) => c.name === schedule.calendar)
      ?.days.some((d) => d.date.slice(5) === day.date.slice(5))
    const ranges = holiday
      ? schedule.onHolidays === 'closed'
        ? []
        : (schedule.holidayRanges ?? [])
      : (schedule.week[(day.weekday + 6) % 7] ?? [])
    return isIn(ranges, minute)
  })
}

const offsetOf = (world: World, at: number) => {
  const local = new Date(at).toLocaleString('sv-SE', { timeZone: world.timeZone })
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}

const dates = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-11-02', '2026-11-12', '2026-11-20', '2026-12-25']

describe.each([meridianTower, northwind])('in $company', (world) => {
  test('whoever comes in is let in by a level at that hour', () => {
    const wrong: string[] = []
    for (const date of dates)
      for (const seed of [1, 20_261_121]) {
        const { day, passages } = planOf(world, seed, date)
        for (const { person, door, direction, at } of passages)
          if (person && direction === 'entry' && !opens(world, person.email, door.key, day, at))
            wrong.push(`${date} ${new Date(at).toISOString()} ${person.email} ${door.key}`)
      }
    expect(wrong).toEqual([])
  })

  test('whoever is turned away for the hour or the place is so by the rules', () => {
    const wrong: string[] = []
    let tried = 0
    const cards = new Map(world.people.map((p) => [p.credential, p]))
    for (const date of dates)
      for (const seed of [1, 2, 3, 4, 5, 6]) {
        const { day, attempts } = planOf(world, seed, date)
        for (const { credential, door, direction, reason, at } of attempts) {
          const person = cards.get(credential)
          if (!person || (reason !== 'outside schedule' && reason !== 'not authorised')) continue
          tried += 1
          if (direction === 'entry' && opens(world, person.email, door.key, day, at))
            wrong.push(`${date} ${new Date(at).toISOString()} ${person.email} ${door.key} ${reason}`)
        }
      }
    expect(wrong).toEqual([])
    if (world === meridianTower) expect(tried).toBeGreaterThan(5)
  })

  test('everything that a rule names is there', () => {
    const { doorGroups, schedules, doorSchedules, groups, levels, doors, held, people, passes, lockdowns, calendars } =
      rulesOf(world)
    const known = {
      door: new Set(world.doors.map((d) => d.key)),
      person: new Set(world.people.map((p) => p.email)),
      group: new Set(groups.map((g) => g.name)),
      doorGroup: new Set(doorGroups.map((g) => g.name)),
      schedule: new Set(schedules.map((s) => s.name)),
      calendar: new Set(calendars.map((c) => c.name)),
    }
    const missing = (of: ReadonlySet<string>, names: readonly string[]) => names.filter((name) => !of.has(name))
    expect(
      missing(known.door, [
        ...doorGroups.flatMap((g) => g.doors),
        ...levels.flatMap((l) => l.doors),
        ...Object.keys(doors),
        ...doorSchedules.map((d) => d.door),
        ...passes.flatMap((p) => p.doors),
      ]),
    ).toEqual([])
    expect(
      missing(known.person, [
        ...groups.flatMap((g) => g.people),
        ...levels.flatMap((l) => l.people),
        ...held.map((h) => h.email),
        ...people.map((p) => p.email),
        ...passes.map((p) => p.host),
      ]),
    ).toEqual([])
    expect(
      missing(
        known.group,
        levels.flatMap((l) => l.groups),
      ),
    ).toEqual([])
    expect(
      missing(known.doorGroup, [
        ...levels.flatMap((l) => l.doorGroups),
        ...lockdowns.flatMap((l) => l.doorGroups ?? []),
      ]),
    ).toEqual([])
    expect(
      missing(known.schedule, [...levels.flatMap((l) => l.schedule ?? []), ...doorSchedules.map((d) => d.schedule)]),
    ).toEqual([])
    expect(
      missing(
        known.calendar,
        schedules.flatMap((s) => s.calendar ?? []),
      ),
    ).toEqual([])
  })
})
