// Life at quiet hours: when no door has moved for a while, the guard on duty looks into a room and comes back. Not part
// of the plan: it is there so that somebody who opens the product at night sees it work.
import { guardAt } from '@gatehouse/demo/guard-day'
import type { Player } from './player.ts'

/** Milliseconds without a door event before the guard moves, and free of the plan's own rounds after. */
const usual = { quiet: 40_000, free: 60_000 }

export const startPatrol = (player: Player, { quiet, free } = usual) => {
  const { building } = player
  const { world } = building
  const guards = world.people.filter((p) => p.rhythm === 'guard')
  const inner = world.doors.filter((d) => !d.perimeter)
  const later = new Set<NodeJS.Timeout>()
  let turn = 0

  const after = (ms: number, what: () => void) => {
    const timer = setTimeout(() => {
      later.delete(timer)
      what()
    }, ms)
    later.add(timer)
  }
  const pass = (door: string, credential: string, direction: 'entry' | 'exit') => {
    building.atDoor(door, 'access', { direction, credential, result: 'granted', taken: true })
    after(900, () => building.atDoor(door, 'opened'))
    after(4500, () => building.atDoor(door, 'closed'))
  }
  const look = () => {
    if (Date.now() - building.lastDoorEvent < quiet) return
    const { plan, moment } = player.now()
    const guard = guardAt(guards, plan.day, moment)
    if (!guard) return
    const zone = player.whereabouts.of(guard.credential)
    const next = player.nextOf(guard.credential)
    const inwards = inner.filter((d) => d.from === zone)
    const doors = inwards.length > 0 ? inwards : inner.filter((d) => d.to === zone)
    const door = doors[turn++ % doors.length]
    if (!door || (next !== null && next - moment < free)) return
    const [there, back] = door.from === zone ? (['entry', 'exit'] as const) : (['exit', 'entry'] as const)
    pass(door.key, guard.credential, there)
    after(Math.min(15_000, quiet / 2), () => {
      pass(door.key, guard.credential, back)
      const counter = world.counters.find((c) => c.door === door.key)
      if (counter) building.devices.get(counter.key)?.report('count', { in: 1, out: 1 })
    })
  }
  const timer = setInterval(look, quiet / 8)
  return {
    stop: () => {
      clearInterval(timer)
      for (const pending of later) clearTimeout(pending)
    },
  }
}
