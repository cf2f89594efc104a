// What the MQTT loader is asked to do and what it answers.
import { z } from 'zod'
import { latency } from './kit/answered.ts'

/** By how much the value of a message differs from that of the one before, where it has channels: far from any set point. */
export const stepDigits = 6
export const step = 10 ** -stepDigits

export const job = z.object({
  port: z.int(),
  /** One connection each, with credentials of its own. */
  devices: z.array(z.object({ key: z.string(), username: z.string(), password: z.string() })),
  /** Unacknowledged messages per connection. */
  window: z.int(),
  /** How much to send in one run: for so long, or so many. */
  seconds: z.number().optional(),
  messages: z.int().optional(),
  /** Messages per second over all; as fast as acknowledged when absent. */
  rate: z.number().optional(),
  /** What each device measures in turn, about which value; CO alone, whose value is the number of the message, when absent. */
  channels: z.array(z.object({ channel: z.string(), unit: z.string(), about: z.number() })).optional(),
})
export type Job = z.input<typeof job>

export const report = z.object({
  /** Message ids are `${tag}-${n}` with n from 0 below the device's count; `value` of a reading is n too. */
  tag: z.string(),
  sent: z.int(),
  acknowledged: z.int(),
  perDevice: z.array(z.int()),
  /** Wall clock, ms since 1970. */
  startedAt: z.number(),
  /** First publish to last acknowledgement. */
  seconds: z.number(),
  /** Publish to acknowledgement; from the moment it was due when a rate was asked for. */
  latency,
  loaderCpu: z.number(),
  connectSeconds: z.number(),
})
export type Report = z.output<typeof report>
