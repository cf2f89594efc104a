// The set points of a channel as marks of a gauge.
import type { GasSetPoint } from '@gatehouse/contract/safety/gas'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import type { GaugePoint } from '../../ui/charts/gauge-scale.ts'

/** How a set point of a severity is drawn: what is low or medium is a warning. */
export const pointStates: Readonly<Record<Severity, GaugePoint['state']>> = {
  critical: 'critical',
  high: 'high',
  medium: 'warning',
  low: 'warning',
}

export const gaugePoints = (setPoints: readonly GasSetPoint[]): GaugePoint[] =>
  setPoints.map(({ value, comparison, severity }) => ({ value, comparison, state: pointStates[severity] }))
