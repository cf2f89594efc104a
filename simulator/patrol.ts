// Life at quiet hours: when no door has moved for a while, the guard on duty looks into a room and comes back. Not part
// of the plan: it is there so that somebody who opens the product at night sees it work.
import { guardAt } from '@gatehouse/demo/guard-day'
import type { Player } from './player.ts'

const quiet = 40_000
/** The plan's own rounds come first. */
const undisturbed = 60_000

export const startPatrol = (player: Player) => {
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
    const doors = inner.filter((d) => d.from === zone)
    const door = doors[turn++ % doors.length]
    if (!door || (next !== null && next - moment < undisturbed)) return
    pass(door.key, guard.credential, 'entry')
    after(15_000, () => {
      pass(door.key, guard.credential, 'exit')
      const counter = world.counters.find((c) => c.door === door.key)
      if (counter) building.devices.get(counter.key)?.tell('count', { in: 1, out: 1 })
    })
  }
  const timer = setInterval(look, 5000)
  return {
    stop: () => {
      clearInterval(timer)
      for (const pending of later) clearTimeout(pending)
    },
  }
}
