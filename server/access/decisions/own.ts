// What people are told of themselves: the doors that they open, and what became of their cards, PINs and phones.
import * as decisions from '@gatehouse/contract/access/decisions'
import { weekText } from '@gatehouse/contract/access/schedule-words'
import { clock } from '../../kit/clock.ts'
import { timeCursor } from '../../kit/cursor.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { ownPath, ownReason } from './own-words.ts'
import { readOwn } from './own.sql.ts'
import { doorShown, paged, usableOf, verdictOf, wayOf } from './questions.ts'
import { sinceOf, sitesOf } from './questions.sql.ts'
import { type Door, type Holding, holdingsOf, type Person, type Rules, type Schedule, within } from './rules.ts'
import type { ServeParts } from './serve-decisions.ts'

export const serveOwn = (serve: Serve, { store, directory, decisions: own }: ServeParts) => {
  const { db } = store

  serve(decisions.myDoors, async ({ cursor, limit }, caller) => {
    const at = clock.ms()
    const rules = (await own.snapshot.current()).get(caller.companyId ?? '')
    const person = rules?.people.get(caller.userId)
    if (!rules || !person) return { hindrances: [], doors: [], next: null, at: new Date(at).toISOString() }
    const mine = [...rules.doors.values()].filter(
      (door) => holdingsOf(person, door.id).length > 0 && directory.sees(caller, door.id),
    )
    const { page, next } = paged(mine, (door) => door, cursor, limit)
    const ids = page.map(({ id }) => id)
    const [since, sites] = [await sinceOf(db, ids), await sitesOf(db, ids)]
    return {
      hindrances: hindrancesOf(rules, person, at),
      doors: page.map((door) => {
        const { result, path } = verdictOf(rules, person, door, at)
        return {
          door: doorShown(directory, sites, door),
          ways: ownWays(holdingsOf(person, door.id), door, at, since),
          open: result === 'granted',
          because: result === 'granted' ? null : (ownPath(path).at(-1)?.says ?? null),
        }
      }),
      next,
      at: new Date(at).toISOString(),
    }
  })

  serve(decisions.mine, async (wanted, { userId, companyId, ...caller }) => {
    if (companyId === null) return { presentations: [], next: null }
    const whose = { userId, companyId, scope: labelScope({ ...caller, companyId }) }
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => readOwn(db, { ...filter, ...whose }),
      ({ timestamp: at, id }) => ({ at, id }),
    )
    const presentations = page.map(({ reason, decision, ...shown }) => ({
      ...shown,
      // A PIN for use under threat lets in as any other does: of who was let in nothing more is said.
      says: shown.result === 'granted' ? null : ownReason(reason),
      path: shown.result === 'granted' ? [] : ownPath(decision ?? []),
    }))
    return { presentations, next }
  })
}

/** Each level once, however many groups give it: which groups somebody is put into is not theirs to read. */
const ownWays = (holdings: readonly Holding[], door: Door, at: number, doorSince: ReadonlyMap<string, number>) => {
  const ways = holdings.map((holding) => {
    const { level, from, to, since } = wayOf(holding, door, at, doorSince)
    return { level, hours: hoursOf(holding.level.schedule), from, to, since }
  })
  const byTimes = Map.groupBy(
    ways.toSorted((a, b) => a.since.localeCompare(b.since)),
    ({ level, from, to }) => `${level.id} ${from ?? ''} ${to ?? ''}`,
  )
  return [...byTimes.values()].flatMap((same) => same.slice(0, 1))
}

const hoursOf = (schedule: Schedule | null): string => {
  if (schedule === null) return 'At any time'
  const { week, onHolidays, holidays } = schedule.rules
  const onOtherDays = onHolidays === 'ranges' ? 'at other times on holidays' : 'not on holidays'
  return holidays.length === 0 || onHolidays === 'as-usual' ? weekText(week) : `${weekText(week)}, ${onOtherDays}`
}

/** What keeps them out everywhere, as far as they can be told while they are signed in. */
const hindrancesOf = (rules: Rules, { id, suspended, period, escort }: Person, at: number): string[] => [
  ...(suspended ? ['You are suspended at the doors.'] : []),
  ...(within(period, at) ? [] : ['You may use doors at another time only.']),
  ...(usableOf(rules, id, at).length > 0 ? [] : ['You have no card, PIN or phone that is valid.']),
  ...(escort === 'needed' ? ['You are let in with an escort only.'] : []),
]
