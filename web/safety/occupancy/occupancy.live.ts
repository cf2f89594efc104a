// How live events correct what is known of occupancy.
import * as devices from '@gatehouse/contract/building/devices'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Figure } from '@gatehouse/contract/safety/occupancy'
import { corrects, refetches } from '../../kit/live/live-cache.ts'

export const occupancyLive = [
  corrects(occupancy.now, occupancy.changed, (answer, figures) => ({
    ...answer,
    zones: applyFigures(answer.zones, figures),
  })),
  // A counter that goes offline says nothing of its zones.
  refetches(occupancy.now, devices.statusChanged),
  refetches(occupancy.counters, devices.statusChanged),
]

/** The zones with their newest figures. An event names no silent device: those that are known stay until all is read again. */
export const applyFigures = (zones: readonly Figure[], figures: readonly Figure[]): Figure[] => {
  const byId = new Map(figures.map((figure) => [figure.id, figure]))
  return zones.map((zone) => {
    const next = byId.get(zone.id)
    return next ? { ...next, silent: next.stale ? zone.silent : [] } : zone
  })
}
