// What is stored of one announced component: canonical, complete, without abbreviations.
import { z } from 'zod'
import { configOf } from './config.ts'
import type { Registered } from './driver.ts'

const text = z.string().max(500)

export const entity = z.object({
  component: z.enum(['binary_sensor', 'sensor', 'lock', 'switch', 'siren']),
  deviceClass: text.nullable(),
  unit: text.nullable(),
  stateTopic: text.nullable(),
  template: z.string().max(2000).nullable(),
  /** Of a binary sensor: the words for on and off. */
  on: text,
  off: text,
  commandTopic: text.nullable(),
  lock: z
    .object({
      /** Words of the lock's state. */
      states: z.record(z.string(), z.enum(['Locked', 'Unlocked', 'Fault', 'Unknown'])),
      lock: text,
      unlock: text,
      template: z.string().max(2000).nullable(),
      needsCode: z.boolean(),
    })
    .nullable(),
  /** Of a switch or a siren: what it is told. Absent from what was stored before there were actuators. */
  switch: z
    .object({
      on: text,
      off: text,
      template: z.string().max(2000).nullable(),
      /** Without a template a siren is told in JSON. */
      asJson: z.boolean(),
    })
    .optional(),
  availability: z.array(z.object({ topic: text, on: text, off: text, template: z.string().max(2000).nullable() })),
  availabilityMode: z.enum(['all', 'any', 'latest']),
})
export type Entity = z.output<typeof entity>

const part = z.object({ entities: z.array(entity) })

/** Every component of a registered device, whatever number of announcements it came in. */
export const entitiesOf = (device: Registered): Entity[] =>
  Object.values(configOf(device).parts).flatMap((announced) => part.safeParse(announced).data?.entities ?? [])
