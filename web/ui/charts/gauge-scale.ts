// From where to where a gauge reaches: its set points are always on it, with room beyond the last one.

export interface GaugePoint {
  readonly value: number
  /** On which side of it something is asked for. */
  readonly comparison: 'above' | 'below'
  readonly state: 'warning' | 'high' | 'critical'
}

export interface GaugeScale {
  readonly from: number
  readonly to: number
}

const beyond = 0.25

/**
 * From nought where only too much is asked about; about the set points where too little is as well, as of oxygen. A value
 * outside of it stretches it.
 */
export const gaugeScale = (points: readonly GaugePoint[], value: number | null): GaugeScale => {
  const known = value === null ? [] : [value]
  const values = points.map((point) => point.value)
  if (values.length === 0) return { from: Math.min(0, ...known), to: Math.max(1, ...known) }
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const room = (highest - lowest || highest || 1) * beyond
  const isFloored = points.some(({ comparison }) => comparison === 'below')
  return {
    from: Math.min(isFloored ? lowest - room : 0, ...known),
    to: Math.max(highest + room, ...known),
  }
}

/** How far along the gauge a value is: 0 to 1. */
export const alongGauge = ({ from, to }: GaugeScale, value: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from || 1)))
