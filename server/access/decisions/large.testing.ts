// A building of 1,000 doors and 10,000 people, for measuring.
import { mulberry32 } from './naive.testing.ts'
import { always } from './rules.ts'
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
      (n): DoorRow => ({
        id: id('d0', n),
        companyId,
        key: `door-${n}`,
        name: `Door ${n}`,
        driver: 'gatehouse',
        timeZone: n % 2 ? 'Europe/London' : 'America/New_York',
        fromZoneId: null,
        toZoneId: id('20', n % 40),
        pulseSeconds: 5,
        extendedSeconds: 15,
        decides: 'server',
        pinNeeded: false,
        passback: 'enforce',
        passbackMinutes: 480,
      }),
    ),
    people: count(people).map(
      (n): PersonRow => ({
        id: id('a0', n),
        companyId,
        name: `Person ${n}`,
        active: true,
        suspended: false,
        ...always,
        extended: false,
        passbackExempt: false,
        escort: 'none',
      }),
    ),
    credentials: count(people).flatMap((n): CredentialRow[] => {
      const of = { companyId, userId: id('a0', n), passId: null, secret: null }
      const usual = { ...of, state: 'active', revoked: false, ...always, duress: false } as const
      return [
        { ...usual, id: id('cc', n), kind: 'card', value: `card:${String(n).padStart(10, '0')}` },
        { ...usual, id: id('cd', n), kind: 'pin', value: `pin:${String(n).padStart(64, '0')}` },
      ]
    }),
    schedules: count(10).map((n) => ({
      id: id('5c', n),
      companyId,
      name: `Schedule ${n}`,
      rules: {
        week: weekdays('07:00', `${18 + (n % 5)}:00`),
        exceptions: [],
        onHolidays: 'closed',
        holidayRanges: [],
        holidays: [{ date: '2026-12-25', yearly: true, name: 'Christmas Day' }],
      },
    })),
    levels: count(60).map((n): LevelRow => {
      const opens = new Set(count(n === 0 ? doors : 120).map((i) => id('d0', n === 0 ? i : below(doors))))
      const scheduleId = n % 6 === 0 ? null : id('5c', n % 10)
      return { id: id('1e', n), companyId, name: `Level ${n}`, scheduleId, doorIds: [...opens] }
    }),
    holders: count(people).flatMap((n): HolderRow[] =>
      count(1 + below(6)).map((i) => ({
        levelId: id('1e', 1 + below(59)),
        userId: id('a0', n),
        ...(i % 2 === 0 ? { groupId: id('60', below(40)), group: 'Group' } : { groupId: null, group: null }),
        ...always,
        memberFrom: null,
        memberTo: null,
        since: 0,
      })),
    ),
    passes: [],
    pinKeys: [],
  }
}
