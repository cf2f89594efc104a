// The objects of a BACnet device that are read, one for each channel.
import Button from '@mui/material/Button'
import { type Control, useFieldArray } from 'react-hook-form'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { ChannelAndUnit } from './channel-and-unit.tsx'
import { numberFault, unlessEmpty, wholeFault } from './map-fields.ts'
import { newPoint, type PollFields } from './poll-fields.ts'

interface PointsFieldsetProps {
  readonly control: Control<PollFields>
}

export const mostPoints = 32

export const PointsFieldset = ({ control }: PointsFieldsetProps) => {
  const { fields, append, remove } = useFieldArray({ control, name: 'points' })
  return (
    <fieldset className="m-0 grid min-w-0 gap-4 border-0 p-0 [&>legend]:px-0 [&>legend]:pb-2 [&>legend]:font-semibold">
      <legend>Points</legend>
      {fields.map(({ id }, index) => (
        <Point
          key={id}
          control={control}
          index={index}
          {...(fields.length > 1 ? { onRemove: () => remove(index) } : {})}
        />
      ))}
      <Button
        size="small"
        startIcon={<Icon name="add" />}
        className="justify-self-start"
        disabled={fields.length >= mostPoints}
        onClick={() => append(newPoint)}
      >
        Add a point
      </Button>
    </fieldset>
  )
}

interface PointProps extends PointsFieldsetProps {
  readonly index: number
  readonly onRemove?: () => void
}

const Point = ({ control, index, onRemove }: PointProps) => {
  const at = `points.${index}` as const
  return (
    <fieldset className="m-0 grid min-w-0 gap-4 rounded border border-line p-4">
      <legend className="px-1 font-semibold">Point {index + 1}</legend>
      <ChannelAndUnit control={control} at={at} />
      <FieldPair>
        <SelectInput
          control={control}
          name={`${at}.object`}
          label="Object"
          options={[
            { value: 'analog-input', label: 'Analog input' },
            { value: 'analog-value', label: 'Analog value' },
          ]}
        />
        <TextInput
          control={control}
          name={`${at}.instance`}
          label="Instance"
          required
          rule={wholeFault(0, 4_194_302)}
        />
        <TextInput
          control={control}
          name={`${at}.factor`}
          label="Factor"
          help="Value = present value × factor"
          rule={numberFault}
        />
      </FieldPair>
      <FieldPair>
        <TextInput control={control} name={`${at}.min`} label="Measures from" rule={unlessEmpty(numberFault)} />
        <TextInput control={control} name={`${at}.max`} label="Measures to" rule={unlessEmpty(numberFault)} />
      </FieldPair>
      {onRemove && (
        <Button size="small" className="justify-self-start" aria-label={`Remove point ${index + 1}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </fieldset>
  )
}
