// One channel of a register map: where it is, how it is encoded and scaled, and what says how far to believe it.
import Button from '@mui/material/Button'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { type Option, SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { ChannelAndUnit } from './channel-and-unit.tsx'
import { newFlag, numberFault, numbersIn, unlessEmpty, wholeFault } from './map-fields.ts'
import type { PollFields } from './poll-fields.ts'
import { meaningWords, orderWords, tableWords, typeWords } from './poll-words.ts'

interface ChannelFieldsetProps {
  readonly control: Control<PollFields>
  readonly index: number
  readonly onRemove?: () => void
}

const optionsOf = (words: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const address = wholeFault(0, 65_535)

export const ChannelFieldset = ({ control, index, onRemove }: ChannelFieldsetProps) => {
  const at = `map.channels.${index}` as const
  const [table, type, scaleKind] = useWatch({
    control,
    name: [`${at}.table`, `${at}.type`, `${at}.scaleKind`],
  })
  const isBits = table === 'coil' || table === 'discrete'
  return (
    <fieldset className="m-0 grid min-w-0 gap-4 rounded border border-line p-4">
      <legend className="px-1 font-semibold">Channel {index + 1}</legend>
      <ChannelAndUnit control={control} at={at} />
      <FieldPair>
        <SelectInput control={control} name={`${at}.table`} label="Table" options={optionsOf(tableWords)} />
        <TextInput
          control={control}
          name={`${at}.address`}
          label="Address"
          required
          help="As in the frame, from 0: 40003 in a manual is 2."
          rule={address}
        />
      </FieldPair>
      <FieldPair>
        <SelectInput
          control={control}
          name={`${at}.type`}
          label="Type"
          options={optionsOf(typeWords)}
          rule={(text) => (isBits && text !== 'bit' ? 'A coil or discrete input is a bit' : null)}
        />
        {type === 'bit' ? (
          !isBits && (
            <TextInput
              control={control}
              name={`${at}.bit`}
              label="Bit"
              help="0 is the least significant."
              rule={wholeFault(0, 15)}
            />
          )
        ) : (
          <SelectInput control={control} name={`${at}.order`} label="Word order" options={optionsOf(orderWords)} />
        )}
        <TextInput
          control={control}
          name={`${at}.notation`}
          label="As the manual writes it"
          rule={(text) => (text.trim().length > 40 ? 'At most 40 characters' : null)}
        />
      </FieldPair>
      <SelectInput
        control={control}
        name={`${at}.scaleKind`}
        label="Scale"
        options={[
          { value: 'linear', label: 'Value = raw × factor + offset' },
          { value: 'current', label: 'Loop current, 4 to 20 mA, in counts' },
        ]}
      />
      {scaleKind === 'linear' ? (
        <FieldPair>
          <TextInput control={control} name={`${at}.factor`} label="Factor" rule={numberFault} />
          <TextInput control={control} name={`${at}.offset`} label="Offset" rule={numberFault} />
        </FieldPair>
      ) : (
        <>
          <FieldPair>
            <TextInput control={control} name={`${at}.rawAt4`} label="Counts at 4 mA" required rule={numberFault} />
            <TextInput control={control} name={`${at}.rawAt20`} label="Counts at 20 mA" required rule={numberFault} />
            <TextInput control={control} name={`${at}.low`} label="Value at 4 mA" required rule={numberFault} />
            <TextInput control={control} name={`${at}.high`} label="Value at 20 mA" required rule={numberFault} />
          </FieldPair>
          <p className="text-sm text-muted">
            At most 3.6 mA and from 21 mA it is a fault (NAMUR NE 43); below 3.8 under range, above 20.5 over range.
          </p>
        </>
      )}
      <FieldPair>
        <TextInput control={control} name={`${at}.min`} label="Measures from" rule={unlessEmpty(numberFault)} />
        <TextInput control={control} name={`${at}.max`} label="Measures to" rule={unlessEmpty(numberFault)} />
        <TextInput
          control={control}
          name={`${at}.invalid`}
          label="Raw values that are no value"
          help="With commas between, such as -32768."
          rule={(text) => (numbersIn(text) === null ? 'Numbers with commas between' : null)}
        />
      </FieldPair>
      <Flags control={control} index={index} />
      {onRemove && (
        <Button
          size="small"
          className="justify-self-start"
          aria-label={`Remove channel ${index + 1}`}
          onClick={onRemove}
        >
          Remove channel
        </Button>
      )}
    </fieldset>
  )
}

const mostFlags = 32

/** Bits and codes that say what a reading is worth. */
const Flags = ({ control, index }: Pick<ChannelFieldsetProps, 'control' | 'index'>) => {
  const { fields, append, remove } = useFieldArray({ control, name: `map.channels.${index}.flags` })
  return (
    <div className="grid gap-3">
      {fields.map(({ id }, nth) => {
        const at = `map.channels.${index}.flags.${nth}` as const
        return (
          <fieldset key={id} className="m-0 grid min-w-0 gap-3 border-0 border-t border-t-line p-0 pt-3">
            <legend className="visually-hidden">Quality bits {nth + 1}</legend>
            <FieldPair>
              <TextInput
                control={control}
                name={`${at}.label`}
                label="Quality bits: what they mean"
                required
                rule={(text) =>
                  text.trim() === ''
                    ? 'Such as: Sensor missing'
                    : text.trim().length > 80
                      ? 'At most 80 characters'
                      : null
                }
              />
              <SelectInput control={control} name={`${at}.means`} label="Reading" options={optionsOf(meaningWords)} />
            </FieldPair>
            <FieldPair>
              <SelectInput control={control} name={`${at}.table`} label="Table" options={optionsOf(tableWords)} />
              <TextInput control={control} name={`${at}.address`} label="Address" required rule={address} />
              <TextInput
                control={control}
                name={`${at}.mask`}
                label="Mask"
                help="Which bits, such as 0x0003."
                rule={wholeFault(1, 65_535)}
              />
              <TextInput
                control={control}
                name={`${at}.equals`}
                label="Equals"
                help="Empty: any of the bits."
                rule={unlessEmpty(wholeFault(0, 65_535))}
              />
            </FieldPair>
            <Button
              size="small"
              className="justify-self-start"
              aria-label={`Remove quality bits ${nth + 1} of channel ${index + 1}`}
              onClick={() => remove(nth)}
            >
              Remove quality bits
            </Button>
          </fieldset>
        )
      })}
      <Button
        size="small"
        startIcon={<Icon name="add" />}
        className="justify-self-start"
        disabled={fields.length >= mostFlags}
        onClick={() => append(newFlag)}
      >
        Add quality bits
      </Button>
    </div>
  )
}
