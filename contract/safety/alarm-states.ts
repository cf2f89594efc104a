// In which state an alarm is, and how severe.
import { z } from 'zod'

/** Of several that hold, the alarm is in the one that `stateOf` of the server looks for first. */
export const states = [
  'unacknowledged',
  'acknowledged',
  'returned-unacknowledged',
  'latched',
  'shelved',
  'suppressed',
  'out-of-service',
  'cleared',
] as const
export const state = z.enum(states)
export type AlarmState = z.output<typeof state>

export const severity = z.enum(['low', 'medium', 'high', 'critical'])
export type Severity = z.output<typeof severity>
