// In which zone everybody is, from what the doors have said.
import { planOf } from '@gatehouse/demo/day-plan'
import { dateOf, plusDays } from '@gatehouse/demo/local-day'
import { accessesOf } from '@gatehouse/demo/rows'
import type { World } from '@gatehouse/demo/world'

export interface Whereabouts {
  /** null: outside. */
  of(credential: string): string | null
  /** Credentials of everybody inside. */
  inside(): readonly string[]
  see(door: string, event: { [key: string]: unknown }): void
}

export const createWhereabouts = (world: World, seed: number, now: number): Whereabouts => {
  const doors = new Map(world.doors.map((d) => [d.key, d]))
  const zones = new Map<string, string | null>()
  const whereabouts: Whereabouts = {
    of: (credential) => zones.get(credential) ?? null,
    inside: () => [...zones].flatMap(([credential, zone]) => (zone === null ? [] : [credential])),
    see: (key, { type, credential, direction, taken: passage }) => {
      const door = doors.get(key)
      if (type !== 'access' || passage !== true || !door || typeof credential !== 'string') return
      zones.set(credential, direction === 'entry' ? door.to : door.from)
    },
  }
  const today = dateOf(world.timeZone, now)
  for (const date of [plusDays(today, -1), today])
    for (const access of accessesOf(planOf(world, seed, date)))
      if (access.at < now) whereabouts.see(access.device, { ...access, type: 'access' })
  return whereabouts
}
