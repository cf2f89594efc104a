// What a scenario is, and what several of them do.
import { z } from 'zod'
import type { Building } from './building.ts'

export interface Scenario<S extends z.ZodObject = z.ZodObject> {
  readonly description: string
  readonly options: S
  play(stage: Stage, options: z.output<S>): void
}

/** What a scenario may use; everything it put in motion ends with it. */
export interface Stage {
  readonly building: Building
  /** Binds together what belongs to one incident. */
  readonly correlationId: string
  after(seconds: number, what: () => void): void
  every(seconds: number, what: () => void): void
  /** Puts things right, whether the scenario ends by itself or early. */
  finally(what: () => void): void
}

/** Cannot be played here; the message says why. */
export class NotPlayable extends Error {}

export const seconds = (usual: number, most = 3600) => z.coerce.number().min(0.1).max(most).default(usual)
export const scenario = <S extends z.ZodObject>(s: Scenario<S>) => s

export const doorOf = (building: Building, key: string) => {
  const door = building.world.doors.find((d) => d.key === key)
  if (!door) throw new NotPlayable(`no door ${key}`)
  return door
}

/** Closes the door in the end, whatever comes between. */
export const closes = (stage: Stage, door: string, inSeconds: number) => {
  const { building, correlationId } = stage
  let open = true
  const close = () => {
    if (open) building.atDoor(door, 'closed', { correlationId })
    open = false
  }
  stage.after(inSeconds, close)
  stage.finally(close)
}

export const cameraBy = (building: Building, zone: string) => {
  const camera = building.world.cameras.find((c) => c.zone === zone)
  return camera && building.devices.get(camera.key)
}
