// How the condition of a rule stands at one source: delays keep it from being raised, and from returning, by what is over
// at once. Pure; the store has it between two observations, so that a restart forgets no delay.
import type { Condition } from '@gatehouse/contract/safety/alarm-rules'

export interface Delays {
  readonly onDelaySeconds: number
  readonly offDelaySeconds: number
}

export interface Standing {
  /** pending: it holds, for less than the delay; returning: it is active and no longer holds, for less than its delay. */
  readonly state: 'pending' | 'active' | 'returning'
  /** Of the observation that brought it there. */
  readonly since: Date
  /** When it becomes active, or normal; null while it is active. */
  readonly dueAt: Date | null
  /** Of the newest observation: an older one that comes late changes nothing. */
  readonly lastAt: Date
}

export interface Turn {
  /** null: normal. */
  readonly after: Standing | null
  /** What it became, and when: by the observation itself, or before it, when a delay ended. In their order. */
  readonly turns: readonly { readonly to: 'active' | 'normal'; readonly at: Date }[]
}

const noDelays: Delays = { onDelaySeconds: 0, offDelaySeconds: 0 }

export const delaysOf = (condition: Condition): Delays => ('onDelaySeconds' in condition ? condition : noDelays)

const plus = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/** As of a moment, without an observation: delays that have ended. */
export const afterDelay = (before: Standing, now: Date): Turn => {
  if (before.dueAt === null || before.dueAt > now) return { after: before, turns: [] }
  if (before.state === 'returning') return { after: null, turns: [{ to: 'normal', at: before.dueAt }] }
  return {
    after: { state: 'active', since: before.dueAt, dueAt: null, lastAt: before.lastAt },
    turns: [{ to: 'active', at: before.dueAt }],
  }
}

/** `holds`: null where the observation cannot say (no value, a fault): it stands as it stood. */
export const afterObservation = (before: Standing | null, holds: boolean | null, at: Date, delays: Delays): Turn => {
  if (before && at < before.lastAt) return { after: before, turns: [] }
  const due = before ? afterDelay(before, at) : { after: null, turns: [] }
  const turned = observed(due.after, holds, at, delays)
  return { after: turned.after, turns: [...due.turns, ...turned.turns] }
}

const observed = (was: Standing | null, holds: boolean | null, at: Date, delays: Delays): Turn => {
  const stays: Turn = { after: was && { ...was, lastAt: at }, turns: [] }
  if (holds === null) return stays
  if (!was) {
    if (!holds) return { after: null, turns: [] }
    return delays.onDelaySeconds === 0
      ? { after: { state: 'active', since: at, dueAt: null, lastAt: at }, turns: [{ to: 'active', at }] }
      : { after: { state: 'pending', since: at, dueAt: plus(at, delays.onDelaySeconds), lastAt: at }, turns: [] }
  }
  if (was.state === 'pending') return holds ? stays : { after: null, turns: [] }
  if (holds)
    return was.state === 'active'
      ? stays
      : { after: { state: 'active', since: at, dueAt: null, lastAt: at }, turns: [] }
  if (was.state === 'returning') return stays
  return delays.offDelaySeconds === 0
    ? { after: null, turns: [{ to: 'normal', at }] }
    : { after: { state: 'returning', since: at, dueAt: plus(at, delays.offDelaySeconds), lastAt: at }, turns: [] }
}
