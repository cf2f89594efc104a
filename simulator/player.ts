// Plays the days of a building: everything when it is due, and at the start what was missed since the bookmark.
import { type DeviceMessage, messagesOf, reading } from '@gatehouse/demo/building-day'
import { type DayPlan, planOf } from '@gatehouse/demo/day-plan'
import { dateOf, hour, plusDays } from '@gatehouse/demo/local-day'
import { readingsOf } from '@gatehouse/demo/rows'
import type { Building } from './building.ts'
import { createWhereabouts, type Whereabouts } from './whereabouts.ts'

export interface Player {
  readonly building: Building
  readonly whereabouts: Whereabouts
  /** What the person with this credential does next, by the plan; null: nothing more today. */
  nextOf(credential: string): number | null
  /** The day being lived, and the moment of it. */
  now(): { plan: DayPlan; moment: number }
  /** Up to here everything has been said. */
  told(): number
  stop(): void
}

export interface PlayerParts {
  readonly building: Building
  readonly seed: number
  readonly speed: number
  /** Up to here the building's story has been told before; null: not known. */
  readonly told: number | null
}

const tick = 200
const readEvery = 5
/** Older than this is not made up for. */
const longestGap = 7 * 24 * hour
/** Readings of a longer sleep of the machine are not made up for. */
const forgotten = 60_000
/** Messages made up for per tick. */
const burst = 100

export const startPlayer = ({ building, seed, speed, told: bookmark }: PlayerParts): Player => {
  const { world } = building
  const born = Date.now()
  const clock = () => born + (Date.now() - born) * speed
  // A building that lives faster than the clock must not use up the ids of days to come.
  const own = speed === 1 ? '' : `x${born.toString(36)}-`

  const whereabouts = createWhereabouts(world, seed, born)
  building.whereabouts = whereabouts
  let plan = planOf(world, seed, dateOf(world.timeZone, born))
  let due = liveMessages(plan).filter(({ message }) => Date.parse(message.at) >= born)
  let commanded = born
  const missed = speed === 1 && bookmark !== null ? messagesBetween(building, seed, bookmark, born) : []

  const send = (message: DeviceMessage, at: string) => {
    const stamp = { id: own + message.message.id, at }
    if (message.kind === 'event') {
      const event = { ...message.message, ...stamp }
      whereabouts.see(message.device, event)
      if (building.doors.has(message.device)) return building.playDoor(message.device, event)
    }
    building.devices.get(message.device)?.send(message.kind, { ...counted(message), ...stamp })
  }
  // A staged counter says less than there was.
  const counted = ({ device, kind, message }: DeviceMessage) => {
    const miscount = kind === 'count' ? building.miscounts.get(device) : undefined
    return miscount ? { ...message, ...miscount({ in: Number(message['in']), out: Number(message['out']) }) } : message
  }

  const advance = (to: number) => {
    const now = speed === 1 ? null : new Date().toISOString()
    while (due[0] && Date.parse(due[0].message.at) < to) {
      const next = due.shift()
      if (next) send(next, now ?? next.message.at)
    }
    for (const row of readingsOf(plan, Math.max(commanded, to - forgotten * speed), to, readEvery * speed)) {
      const staged = building.staged.get(`${row.device} ${row.channel}`)
      const next = reading(staged ? staged(row) : row)
      send(next, now ?? next.message.at)
    }
    commanded = to
  }

  const step = () => {
    for (const late of missed.splice(0, burst)) building.devices.get(late.device)?.send(late.kind, late.message)
    const to = clock()
    while (to >= plan.day.end) {
      advance(plan.day.end)
      plan = planOf(world, seed, plusDays(plan.day.date, 1))
      due = liveMessages(plan)
    }
    advance(to)
  }
  const timer = setInterval(step, tick)

  return {
    building,
    whereabouts,
    nextOf: (credential) => {
      const next = due.find(({ kind, message }) => kind === 'event' && message['credential'] === credential)
      return next ? Date.parse(next.message.at) : null
    },
    now: () => ({ plan, moment: commanded }),
    told: () => (missed.length > 0 && bookmark !== null ? bookmark : commanded),
    stop: () => clearInterval(timer),
  }
}

/** Health is told by the devices themselves while they live. */
const liveMessages = (plan: DayPlan): DeviceMessage[] =>
  messagesOf(plan, { counts: 1 }).filter(({ kind }) => kind !== 'status')

/** People, counts, calls and some readings of a time when nobody told them; doors that moved then are of no interest. */
const messagesBetween = (building: Building, seed: number, from: number, to: number): DeviceMessage[] => {
  const { world } = building
  const since = Math.max(from, to - longestGap)
  const found: DeviceMessage[] = []
  for (let date = dateOf(world.timeZone, since); date <= dateOf(world.timeZone, to); date = plusDays(date, 1))
    for (const message of messagesOf(planOf(world, seed, date), { counts: 1, readings: 15 * 60 })) {
      const at = Date.parse(message.message.at)
      if (
        at >= since &&
        at < to &&
        message.kind !== 'status' &&
        (message.kind !== 'event' || message.message.type === 'access')
      )
        found.push(message)
    }
  return found
}
