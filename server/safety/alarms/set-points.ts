// From which values on the channels of a gas detector ask for a response: by the rules in force.
import type { Severity } from '@gatehouse/contract/safety/alarms'
import { type GasChannel, gasChannel } from '@gatehouse/contract/building/wire'
import { measureOfGas, unitOfGas } from '@gatehouse/contract/safety/measures'
import type { KnownDevice } from '../../building/devices/devices.ts'
import type { CompanyRules } from './rules.ts'

export interface SetPoint {
  readonly channel: GasChannel
  readonly comparison: 'above' | 'below'
  readonly value: number
  readonly hysteresis: number
  readonly unit: string
  readonly severity: Severity
}

export const setPointsOf = (rules: CompanyRules, device: KnownDevice): SetPoint[] =>
  gasChannel.options.flatMap((channel) =>
    rules.of(device, measureOfGas(channel)).flatMap(({ condition, severity }) => {
      if (condition.kind !== 'threshold') return []
      const { comparison, value, hysteresis } = condition
      return [{ channel, comparison, value, hysteresis, unit: unitOfGas[channel], severity }]
    }),
  )
