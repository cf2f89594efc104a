// The simulator's settings, from its environment.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { World } from '@gatehouse/demo/world'
import { worlds } from '@gatehouse/demo/worlds'
import { z } from 'zod'

export interface Settings {
  readonly mqttUrl: string
  /** Passwords by device key. */
  readonly credentials: ReadonlyMap<string, string>
  readonly seed: number
  /** 1 is real time; 60 lives a minute in a second. */
  readonly speed: number
  readonly worlds: readonly World[]
  /** Where the simulator keeps its bookmark and is found by `control.ts`: the folder of the credentials. */
  readonly folder: string
}

export class WrongSetting extends Error {}

const environment = z.object({
  MQTT_URL: z.url({ protocol: /^(mqtt|mqtts|ws|wss)$/ }),
  SIMULATOR_CREDENTIALS: z.string().min(1),
  SIMULATOR_SEED: z.coerce.number().int().default(1),
  SIMULATOR_SPEED: z.coerce.number().min(0.1).max(3600).default(1),
  /** Keys of companies, comma between; all whose devices have credentials when absent. */
  SIMULATOR_COMPANY: z.string().optional(),
})

/** Throws WrongSetting with a line that says what to do. */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const read = environment.safeParse(env)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new WrongSetting(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { MQTT_URL, SIMULATOR_CREDENTIALS, SIMULATOR_SEED, SIMULATOR_SPEED, SIMULATOR_COMPANY } = read.data
  const wanted = SIMULATOR_COMPANY?.split(',').map((key) => key.trim())
  const unknown = wanted?.find((key) => worlds.every((w) => w.key !== key))
  if (unknown !== undefined)
    throw new WrongSetting(`SIMULATOR_COMPANY: ${unknown} is none of ${worlds.map((w) => w.key).join(', ')}`)
  const credentials = readCredentials(SIMULATOR_CREDENTIALS)
  const played = worlds.filter((w) => (wanted?.includes(w.key) ?? true) && w.doors.some((d) => credentials.has(d.key)))
  if (played.length === 0) throw new WrongSetting(`SIMULATOR_CREDENTIALS: ${SIMULATOR_CREDENTIALS} names no device`)
  return {
    mqttUrl: MQTT_URL,
    credentials,
    seed: SIMULATOR_SEED,
    speed: SIMULATOR_SPEED,
    worlds: played,
    folder: dirname(SIMULATOR_CREDENTIALS),
  }
}

const readCredentials = (path: string): ReadonlyMap<string, string> => {
  try {
    return new Map(Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')))))
  } catch {
    throw new WrongSetting(`SIMULATOR_CREDENTIALS: ${path} is no readable JSON file of passwords by device key`)
  }
}
