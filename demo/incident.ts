// The one incident of the demo's history: an engine left running fills the car park with carbon monoxide, someone
// leaves through the fire exit. Gas, doors and cameras carry the same correlation id.
import { dateOf, hour, type LocalDay, localDay, minute, plusDays } from './local-day.ts'
import { isWorkday } from './passages.ts'
import { hash, uuidFor } from './random.ts'
import type { World } from './world.ts'

export interface Incident {
  readonly starts: number
  readonly ends: number
  readonly correlationId: string
}

export interface IncidentEvent {
  readonly at: number
  readonly device: string
  readonly type: string
  readonly correlationId: string
}

/** A workday about three weeks before a moment: where history puts the incident. */
export const incidentDate = (world: World, seed: number, before: number): string => {
  let date = plusDays(dateOf(world.timeZone, before), -19 - ((hash(`${seed} incident`) >>> 0) % 5))
  while (!isWorkday(localDay(world.timeZone, date))) date = plusDays(date, -1)
  return date
}

export const incidentOn = (seed: number, day: LocalDay): Incident => ({
  starts: day.at(18 * 60 + 20),
  ends: day.at(18 * 60 + 20) + 3 * hour,
  correlationId: uuidFor(seed, day.date, 'incident'),
})

/** Share of the peak that is in the air: up in 14 minutes, ten at the top, then the fans clear it. */
export const share = (incident: Incident, moment: number): number => {
  const minutes = (moment - incident.starts) / minute
  if (minutes < 0 || moment > incident.ends) return 0
  return minutes < 14 ? minutes / 14 : minutes < 24 ? 1 : Math.exp((24 - minutes) / 13)
}

/** What doors and cameras report of it, by minutes after the start. */
const course: readonly (readonly [minutes: number, device: string, type: string])[] = [
  [1.2, 'camera-car-park-ramp', 'vehicle-detected'],
  [4.5, 'camera-car-park', 'motion'],
  [9.6, 'camera-car-park', 'person-detected'],
  [11.1, 'door-fire-exit', 'forced-open'],
  [11.4, 'camera-side-entrance', 'person-detected'],
  [13.2, 'camera-car-park', 'smoke-suspected'],
  [16.8, 'camera-loading-bay', 'person-detected'],
  [24.3, 'door-fire-exit', 'closed'],
  [31, 'camera-car-park', 'motion'],
]

export const incidentEvents = (world: World, incident: Incident): IncidentEvent[] => {
  const devices = new Set([...world.doors, ...world.cameras].map((d) => d.key))
  return course
    .filter(([, device]) => devices.has(device))
    .map(([minutes, device, type]) => ({
      at: incident.starts + minutes * minute,
      device,
      type,
      correlationId: incident.correlationId,
    }))
}
