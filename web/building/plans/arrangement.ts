// Where things are while a plan is arranged, with every step to be undone. Pure.
import type { Spot } from '@gatehouse/contract/building/plans'

type Spots = ReadonlyMap<string, Spot>

export interface Arrangement {
  /** As it was when it was last saved. */
  readonly saved: Spots
  readonly spots: Spots
  readonly past: readonly Spots[]
  readonly future: readonly Spots[]
}

export const begin = (placed: readonly (Omit<Spot, 'deviceId'> & { readonly id: string })[]): Arrangement => {
  const spots = new Map(placed.map(({ id, x, y, rotation }) => [id, { deviceId: id, x, y, rotation }]))
  return { saved: spots, spots, past: [], future: [] }
}

const becomes = (now: Arrangement, spots: Spots): Arrangement => ({
  ...now,
  spots,
  past: [...now.past, now.spots],
  future: [],
})

/** Somewhere else on the plan, or on it at all; never beyond its edge. */
export const put = (now: Arrangement, spot: Spot): Arrangement => {
  const remaining = {
    deviceId: spot.deviceId,
    x: share(spot.x),
    y: share(spot.y),
    rotation: ((Math.round(spot.rotation) % 360) + 360) % 360,
  }
  const before = now.spots.get(spot.deviceId)
  return before && isSame(before, remaining) ? now : becomes(now, new Map(now.spots).set(spot.deviceId, remaining))
}

export const takeOff = (now: Arrangement, deviceId: string): Arrangement => {
  if (!now.spots.has(deviceId)) return now
  const spots = new Map(now.spots)
  spots.delete(deviceId)
  return becomes(now, spots)
}

export const undo = (now: Arrangement): Arrangement => {
  const spots = now.past.at(-1)
  return spots ? { ...now, spots, past: now.past.slice(0, -1), future: [now.spots, ...now.future] } : now
}

export const redo = (now: Arrangement): Arrangement => {
  const [spots, ...future] = now.future
  return spots ? { ...now, spots, past: [...now.past, now.spots], future } : now
}

/** What differs from what was saved: what is sent, so that what others arranged meanwhile stays. */
export const changed = ({ saved, spots }: Arrangement): { placed: Spot[]; removed: string[] } => ({
  placed: [...spots.values()].filter((spot) => {
    const before = saved.get(spot.deviceId)
    return !before || !isSame(before, spot)
  }),
  removed: [...saved.keys()].filter((id) => !spots.has(id)),
})

export const isChanged = (now: Arrangement): boolean => {
  const { placed, removed } = changed(now)
  return placed.length + removed.length > 0
}

const isSame = (a: Spot, b: Spot) => a.x === b.x && a.y === b.y && a.rotation === b.rotation

// A ten-thousandth of a plan is less than a pixel of it.
const share = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 10_000) / 10_000
