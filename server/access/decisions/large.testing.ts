// A building of 1,000 doors and 10,000 people, for measuring.
import { mulberry32 } from './naive.testing.ts'
import type { CredentialRow, DoorRow, HolderRow, LevelRow, PersonRow, Rows } from './rows.ts'

const count = (n: number) => Array.from({ length: n }, (_, i) => i)
const id = (kind: string, n: number) => `${kind.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`

export const aLargeBuilding = (people = 10_000, doors = 1000): Rows => {
  const random = mulberry32(3)
  const below = (n: number) => Math.floor(random() * n)
  const companyId = id('c0', 1)
  const weekdays = (from: string, to: string) => count(7).map((day) => (day < 5 ? [{ from, to }] : []))
  return {
    doors: count(doors).map(
      (n): DoorRow => [
        id('d0', n),
        companyId,
        `door-${n}`,
        `Door ${n}`,
        'gatehouse',
        n % 2 ? 'Europe/London' : 'America/New_York',
        null,
        id('20', n % 40),
        5,
        15,
        'server',
        false,
        'enforce',
        480,
      ],
    ),
    people: count(people).map(
      (n): PersonRow => [id('a0', n), companyId, `Person ${n}`, true, false, null, null, false, false, 'none'],
    ),
    credentials: count(people).flatMap((n): CredentialRow[] => {
      const of = [false, id('a0', n), null, null] as const
      return [
        [id('cc', n), companyId, 'card', `card:${String(n).padStart(10, '0')}`, 'active', false, null, null, ...of],
        [id('cd', n), companyId, 'pin', `pin:${String(n).padStart(64, '0')}`, 'active', false, null, null, ...of],
      ]
    }),
    schedules: count(10).map((n) => [
      id('5c', n),
      companyId,
      `Schedule ${n}`,
      {
        week: weekdays('07:00', `${18 + (n % 5)}:00`),
        exceptions: [],
        onHolidays: 'closed',
        holidayRanges: [],
        holidays: [{ date: '2026-12-25', yearly: true, name: 'Christmas Day' }],
      },
    ]),
    levels: count(60).map((n): LevelRow => {
      const opens = new Set(count(n === 0 ? doors : 120).map((i) => id('d0', n === 0 ? i : below(doors))))
      return [id('1e', n), companyId, `Level ${n}`, n % 6 === 0 ? null : id('5c', n % 10), [...opens]]
    }),
    holders: count(people).flatMap((n): HolderRow[] =>
      count(1 + below(6)).map((i) => {
        const level = id('1e', 1 + below(59))
        const group = i % 2 === 0
        return [
          level,
          id('a0', n),
          group ? id('60', below(40)) : null,
          group ? 'Group' : null,
          null,
          null,
          null,
          null,
          0,
        ]
      }),
    ),
    passes: [],
    pinKeys: [],
  }
}
