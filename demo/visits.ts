// Visitors and deliveries: they ring, are let in, are counted, and leave. They carry no card, so no access is logged.
import { type LocalDay, minute } from './local-day.ts'
import { isWorkday, type Passage } from './passages.ts'
import { type Random, randomFor } from './random.ts'
import type { Routes, Step } from './routes.ts'
import type { Intercom, World } from './world.ts'

export interface Call {
  readonly at: number
  readonly intercom: Intercom
  readonly callId: string
  readonly state: 'ringing' | 'connected' | 'ended'
  /** How it ended. */
  readonly outcome?: 'answered' | 'missed'
}

export interface Visits {
  readonly calls: Call[]
  readonly passages: Passage[]
}

const ringTimeOut = 45_000

export const visitsOf = (world: World, routes: Routes, seed: number, day: LocalDay): Visits => {
  const visits: Visits = { calls: [], passages: [] }
  if (!isWorkday(day)) return visits
  const random = randomFor(seed, day.date, 'visits')
  const hosts = ['floor-2', 'floor-3', 'canteen'].filter((key) => world.zones.some((zone) => zone.key === key))
  for (const [index, intercom] of world.intercoms.entries()) {
    const door = world.doors.find((d) => d.key === intercom.door)
    if (!door) continue
    const goods = door.to === 'loading-bay'
    const visitors = index === 0 ? random.whole(8, 17) : goods ? random.whole(2, 6) : random.whole(0, 3)
    for (let n = 0; n < visitors; n++) {
      const rings = day.at(goods ? random.between(440, 950) : random.between(535, 985))
      const enters = ring(visits, intercom, `${intercom.key}-${day.date}-${n + 1}`, rings, random)
      if (enters === null) continue
      const inner = goods ? door.to : random.pick(hosts)
      const hold = goods && random.chance(0.3) ? random.between(34, 95) : 0
      const leaves = enters + random.between(goods ? 6 : 25, goods ? 20 : 80) * minute
      const arrived = walk(visits, routes.between(null, inner, door.key), enters, random, hold)
      walk(visits, routes.between(inner, null, door.key), Math.max(leaves, arrived), random, 0)
    }
  }
  return visits
}

/** The call; the moment at which the visitor passes, or null when nobody answered. */
const ring = (visits: Visits, intercom: Intercom, callId: string, at: number, random: Random): number | null => {
  visits.calls.push({ at, intercom, callId, state: 'ringing' })
  if (random.chance(0.07)) {
    visits.calls.push({ at: at + ringTimeOut, intercom, callId, state: 'ended', outcome: 'missed' })
    return null
  }
  const answered = at + random.whole(4_000, 19_000)
  const ended = answered + random.whole(9_000, 40_000)
  visits.calls.push({ at: answered, intercom, callId, state: 'connected' })
  visits.calls.push({ at: ended, intercom, callId, state: 'ended', outcome: 'answered' })
  return ended + random.whole(2_000, 7_000)
}

const walk = (visits: Visits, steps: readonly Step[], from: number, random: Random, hold: number): number => {
  let at = Math.round(from)
  for (const { door, direction } of steps) {
    visits.passages.push({ at, door, direction, person: null, ...(hold > 0 && door.perimeter ? { hold } : {}) })
    at += random.whole(16_000, 55_000)
  }
  return at
}
