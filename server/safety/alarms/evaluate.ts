// Whether what was observed meets the condition of a rule. Pure.
import type { Condition } from '@gatehouse/contract/safety/alarm-rules'
import { unitOf } from '@gatehouse/contract/safety/measures'
import type { Observation } from '../../kit/recorders.ts'

type Observed = Pick<Observation, 'value' | 'unit' | 'quality' | 'measure' | 'isAtLeast'>

/**
 * null: the observation cannot say, and the condition stands as it stood. `isActive`: whether it holds so far, from where
 * hysteresis counts. Of events, rates and combinations nothing is said here.
 */
export const meets = (condition: Condition, observed: Observed, isActive: boolean): boolean | null => {
  switch (condition.kind) {
    case 'threshold': {
      // Beyond what the detector can measure, at whichever end it does not say: never taken for less than its set point.
      if (observed.quality === 'over-range') return condition.comparison === 'above'
      if (observed.quality === 'under-range') return condition.comparison === 'below' ? true : null
      const value = valueOf(observed)
      if (value === null) return null
      const { comparison, hysteresis } = condition
      const beyond = comparison === 'above' ? value - condition.value : condition.value - value
      // It may well be more than that: enough to raise an alarm, and never to end one.
      if (observed.isAtLeast) return comparison === 'above' && beyond >= 0 ? true : null
      return beyond >= 0 || (isActive && beyond > -hysteresis)
    }
    case 'state':
      return typeof observed.value === 'boolean' ? observed.value : null
    case 'stale':
      // Found by its absence: a reading ends it.
      return valueOf(observed) === null ? null : false
    default:
      return null
  }
}

/** In the unit of the set points of its measure; null: no number, one that cannot be believed, or of another unit. */
export const valueOf = ({ value, unit, quality = 'good', measure }: Observed): number | null => {
  if (typeof value !== 'number' || quality !== 'good') return null
  const expected = unitOf(measure)
  return unit === undefined || expected === null || unit === expected ? value : null
}
