// The list that a door decides by alone, against what the server would decide by the same rules.
import { expect, test } from 'vitest'
import type { AccessListMessage } from '@gatehouse/contract/building/wire'
import { nothingBefore } from './decide.ts'
import { type DoorList, listOf, partsOf } from './list-of-door.ts'
import { around, aWorld, decideNaively, mulberry32, type Random } from './naive.testing.ts'
import { assemble, type Rows } from './rows.ts'

const worlds = 150
const hourMs = 3_600_000
const fortnightMs = 14 * 24 * hourMs

const aBuilding = (random: Random): { rows: Rows; list: DoorList; doorId: string; pinNeeded: boolean } => {
  const rows = aWorld(random)
  const [rules] = assemble(rows).values()
  const door = [...(rules?.doors.values() ?? [])].find(({ decides }) => decides === 'controller')
  if (!rules || !door) return aBuilding(random)
  return { rows, list: listOf(rules, door, new Date(around)), doorId: door.id, pinNeeded: door.pinNeeded }
}

type Entry = AccessListMessage['entries'][number]

const isListed = ({ schedules: all }: DoorList, { from, to, schedules }: Entry, at: number): boolean => {
  if (from !== undefined && at < Date.parse(from)) return false
  if (to !== undefined && at >= Date.parse(to)) return false
  const isOpen = (id: string) => all[id]?.some(([begin, end]) => Date.parse(begin) <= at && at < Date.parse(end))
  return schedules === undefined || schedules.some(isOpen)
}

const momentOf = (random: Random) => around + Math.floor(random() * 13 * 24) * hourMs + Math.floor(random() * hourMs)

test('who is on the list of a door, at the time that it says, is let in by the server as well', () => {
  let tried = 0
  for (let seed = 1; seed <= worlds; seed++) {
    const random = mulberry32(seed)
    const { rows, list, doorId } = aBuilding(random)
    for (let n = 0; n < 20; n++) {
      const at = momentOf(random)
      for (const entry of list.entries.filter((one) => isListed(list, one, at))) {
        // A PIN that has a time of its own is another question.
        const timeless = (value: string) =>
          rows.credentials.some((c) => c.value === value && c.from === null && c.to === null)
        const pins = entry.pins === undefined ? [null] : entry.pins.filter(timeless)
        for (const pin of pins) {
          const what = { shown: entry.credential, pin, direction: 'entry', at } as const
          const { result, reason } = decideNaively(rows, doorId, nothingBefore, what)
          expect({ result, reason }, `seed ${seed}: ${JSON.stringify(what)}`).toEqual({
            result: 'granted',
            reason: null,
          })
          tried++
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(1000)
})

test('whom the server lets in by card or PIN alone is on the list of a door at that time', () => {
  let tried = 0
  for (let seed = 1; seed <= worlds; seed++) {
    const random = mulberry32(seed)
    const { rows, list, doorId, pinNeeded } = aBuilding(random)
    if (pinNeeded) continue
    for (let n = 0; n < 20; n++) {
      const at = momentOf(random)
      for (const { kind, value: shown } of rows.credentials) {
        if (kind !== 'card' && kind !== 'pin') continue
        const { result } = decideNaively(rows, doorId, nothingBefore, { shown, pin: null, direction: 'entry', at })
        if (result === 'denied') continue
        const entries = list.entries.filter(({ credential }) => credential === shown)
        expect(
          entries.some((entry) => isListed(list, entry, at)),
          `seed ${seed}: ${shown} at ${new Date(at).toISOString()}`,
        ).toBe(true)
        tried++
      }
    }
  }
  expect(tried).toBeGreaterThan(1000)
})

test('the messages of a list bring every entry once, and end a fortnight after the day began', () => {
  const { list } = aBuilding(mulberry32(3))
  const parts = partsOf(list, new Date(around), 500)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.flatMap(({ entries }) => entries)).toEqual(list.entries)
  expect(parts.map(({ part }) => part)).toEqual(parts.map((_, i) => i + 1))
  expect(list.until.getTime() - around).toBeLessThanOrEqual(fortnightMs)
  expect(list.until.getTime() - around).toBeGreaterThan(fortnightMs - 24 * hourMs)
})
