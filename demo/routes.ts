// Ways through a building: which doors lie between two zones.
import type { Door, World } from './world.ts'

export interface Step {
  readonly door: Door
  readonly direction: 'entry' | 'exit'
  /** Where one stands afterwards; null: outside. */
  readonly zone: string | null
}

export interface Routes {
  /** The shortest way; `by` is the perimeter door taken when it leads in or out. */
  between(from: string | null, to: string | null, by: string): readonly Step[]
  /** The doors that open from a zone into an inner one. */
  readonly inwards: ReadonlyMap<string, readonly Door[]>
}

export const routesOf = (world: World): Routes => {
  const found = new Map<string, readonly Step[]>()
  const perimeter = new Map(world.doors.filter((d) => d.perimeter).map((d) => [d.key, d]))
  const inner = world.doors.filter((d) => !d.perimeter)
  const find = (from: string | null, to: string | null, by: string): readonly Step[] => {
    if (from === to) return []
    const gate = perimeter.get(by)
    if (!gate) throw new Error(`${by} is no perimeter door of ${world.company}`)
    if (from === null) return [{ door: gate, direction: 'entry', zone: gate.to }, ...find(gate.to, to, by)]
    if (to === null) return [...find(from, gate.to, by), { door: gate, direction: 'exit', zone: null }]
    return search(inner, from, to)
  }
  return {
    between: (from, to, by) => {
      const key = `${from} ${to} ${by}`
      const known = found.get(key) ?? find(from, to, by)
      found.set(key, known)
      return known
    },
    inwards: Map.groupBy(inner, (d) => d.from ?? ''),
  }
}

const search = (doors: readonly Door[], from: string, to: string): readonly Step[] => {
  const ways: { zone: string; steps: readonly Step[] }[] = [{ zone: from, steps: [] }]
  const seen = new Set([from])
  for (const way of ways) {
    if (way.zone === to) return way.steps
    for (const door of doors) {
      const direction = door.from === way.zone ? 'entry' : 'exit'
      const zone = door.from === way.zone ? door.to : door.to === way.zone ? door.from : null
      if (zone === null || seen.has(zone)) continue
      seen.add(zone)
      ways.push({ zone, steps: [...way.steps, { door, direction, zone }] })
    }
  }
  throw new Error(`no way from ${from} to ${to}`)
}
