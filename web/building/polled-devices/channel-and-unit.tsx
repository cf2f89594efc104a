// What a polled value is of, and in which unit the device has it.
import { gasChannels, gasUnits } from '@gatehouse/contract/building/gas-channels'
import { unitFault } from '@gatehouse/contract/building/register-map'
import { type Control, useWatch } from 'react-hook-form'
import { gasTitle, unitWord } from '../../kit/gas-words.ts'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import type { PollFields } from './poll-fields.ts'

interface ChannelAndUnitProps {
  readonly control: Control<PollFields>
  /** The fields of the value. */
  readonly at: `points.${number}` | `map.channels.${number}`
}

export const ChannelAndUnit = ({ control, at }: ChannelAndUnitProps) => {
  const channel = useWatch({ control, name: `${at}.channel` })
  return (
    <FieldPair>
      <SelectInput
        control={control}
        name={`${at}.channel`}
        label="Channel"
        options={gasChannels.map((value) => ({ value, label: gasTitle(value) }))}
      />
      <SelectInput
        control={control}
        name={`${at}.unit`}
        label="Unit"
        options={gasUnits.map((value) => ({ value, label: unitWord(value) }))}
        rule={(text) => {
          const unit = gasUnits.find((one) => one === text)
          return unit === undefined ? 'Choose a unit' : unitFault(channel, unit)
        }}
      />
    </FieldPair>
  )
}
