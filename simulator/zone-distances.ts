// How many doors lie between the zones of a building.
import type { World } from '@gatehouse/demo/world'

/** Zones by the number of doors on the shortest way to them; those that cannot be reached are not in it. */
export const distancesFrom = ({ doors }: Pick<World, 'doors'>, zone: string): ReadonlyMap<string, number> => {
  const distances = new Map([[zone, 0]])
  const reached = [zone]
  for (let at = reached.shift(); at !== undefined; at = reached.shift()) {
    for (const { from, to } of doors) {
      const next = from === at ? to : to === at ? from : null
      if (next === null || next === undefined || distances.has(next)) continue
      distances.set(next, (distances.get(at) ?? 0) + 1)
      reached.push(next)
    }
  }
  return distances
}
