// How many people are in one place, and how well that is known: the shape that screens, alarms and displays share.
import { z } from 'zod'
import { id, moment, named } from '../shapes.ts'
import { people } from './small-numbers.ts'

/** What the last known number came from: the first set-up, a person, an empty building at night, a roll-call. */
export const anchorKind = z.enum(['start', 'manual', 'nightly', 'muster'])

/**
 * What a display shows: `open`; `busy` from 80 % of the limit on; `one-in-one-out` at the limit; `full` beyond it;
 * `unknown` where a counter does not report. null of a place without a limit.
 */
export const mode = z.enum(['open', 'busy', 'one-in-one-out', 'full', 'unknown'])
export type Mode = z.output<typeof mode>

/** From which share of its limit a place is busy, in %. */
export const busyPercent = 80

export const figure = z.object({
  id,
  kind: z.enum(['site', 'floor', 'zone']),
  name: z.string(),
  siteId: id,
  floorId: id.nullable(),
  /** People, never below zero. Where `stale`, what was counted last and not what is so; null: nothing is known. */
  occupancy: people.nullable(),
  /** Between these with 95 % certainty; null: nobody can tell, as no one has counted yet or a counter does not report. */
  low: people.nullable(),
  high: people.nullable(),
  /** `counters` where one counts at a border of it, else `badges` where people badge, else `none`. */
  source: z.enum(['counters', 'badges', 'none']),
  anchorAt: moment.nullable(),
  anchorKind: anchorKind.nullable(),
  /** A device at a border is offline or was never received: never shown as current. */
  stale: z.boolean(),
  /** Which of them, as far as the caller may see them. */
  silent: z.array(named),
  /** People that went out since the anchor whom nobody had counted in; null to who may not see single persons. */
  drift: z.int().nullable(),
  /** People; null: it has none now. */
  limit: z.int().nullable(),
  /** Of the limit, in %. */
  share: z.number().nullable(),
  /** How many more may come in. */
  free: people.nullable(),
  mode: mode.nullable(),
  /** People in the parts of it (zones of a floor or site) against itself: itself minus their sum; null: not comparable. */
  difference: z.int().nullable(),
  /** When somebody was last counted at its borders. */
  movedAt: moment.nullable(),
})
export type Figure = z.output<typeof figure>
