// The condition of an alarm rule being written: its kind, and the fields of that kind with their units.
import InputAdornment from '@mui/material/InputAdornment'
import { type Control, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { ChoicesField } from '../../ui/forms/choices-field.tsx'
import {
  type Amount,
  amountRules,
  amountsOf,
  isDuration,
  type Kind,
  kindTitles,
  labelsOfAmounts,
  measuresOf,
} from './condition-parts.ts'
import { conditionOf, type RuleFields } from './rule-fields.ts'
import { conditionText, measureText, unitText, withinWords } from './rule-words.ts'
import type { RuleChoices } from './use-rule-choices.ts'

interface ConditionFieldsProps {
  readonly form: UseFormReturn<RuleFields>
  readonly choices: RuleChoices
  /** The rule that is changed: it is not combined with itself. */
  readonly ruleId: string | null
}

const kinds: readonly Kind[] = ['threshold', 'rate', 'state', 'stale', 'outside-schedule', 'repeated', 'combination']

export const ConditionFieldset = ({ form, choices, ruleId }: ConditionFieldsProps) => {
  const { control } = form
  const condition = useWatch({ control, name: 'condition' })
  const { kind, measure } = condition
  const written = conditionOf(condition)
  const measures = measuresOf(kind)
  const choose = (next: Kind) => {
    form.setValue('condition.kind', next, { shouldDirty: true })
    const fitting = measuresOf(next)
    if (fitting[0] !== undefined && !fitting.includes(measure))
      form.setValue('condition.measure', fitting[0], { shouldDirty: true })
  }
  return (
    <fieldset className="m-0 grid min-w-0 grid-cols-1 gap-5 border-0 p-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-2 [&>legend]:font-semibold">
      <legend>Condition</legend>
      <SelectField
        label="Kind of condition"
        value={kind}
        options={kinds.map((one) => [one, kindTitles[one]])}
        onChange={choose}
      />
      {measures.length > 0 && (
        <SelectInput
          control={control}
          name="condition.measure"
          label={kind === 'state' ? 'State' : kind === 'repeated' || kind === 'outside-schedule' ? 'Event' : 'Measure'}
          options={measures.map((value) => ({ value, label: measureText(value) }))}
        />
      )}
      {(kind === 'threshold' || kind === 'rate') && (
        <SelectInput
          control={control}
          name="condition.comparison"
          label="Direction"
          options={
            kind === 'threshold'
              ? [
                  { value: 'above', label: 'At or above' },
                  { value: 'below', label: 'At or below' },
                ]
              : [
                  { value: 'above', label: 'Rises by' },
                  { value: 'below', label: 'Falls by' },
                ]
          }
        />
      )}
      {kind === 'outside-schedule' && <ScheduleChoice control={control} choices={choices} />}
      {kind === 'combination' && (
        <ChoicesField
          control={control}
          name="condition.ruleIds"
          legend="Rules"
          choices={choices.rules.filter(({ id, combines }) => !combines && id !== ruleId)}
          empty="There is no other rule yet."
          rule={(chosen) =>
            chosen.length === 0 ? 'Choose at least one rule' : chosen.length > 20 ? 'Choose at most 20 rules' : null
          }
        />
      )}
      {amountsOf[kind].length > 0 && (
        <FieldPair>
          {amountsOf[kind].map((name) => (
            <AmountInput key={name} control={control} name={name} unit={unitOfAmount(name, condition)} />
          ))}
        </FieldPair>
      )}
      {kind === 'combination' && (
        <SelectInput
          control={control}
          name="condition.within"
          label="Where together"
          options={Object.entries(withinWords).map(([value, words]) => ({ value, label: sentence(words) }))}
        />
      )}
      <output className="text-sm text-muted">{written && `In words: ${conditionText(written, choices.nameOf)}`}</output>
    </fieldset>
  )
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const unitOfAmount = (name: Amount, { measure, within }: RuleFields['condition']): string | null => {
  if (name === 'value' || name === 'hysteresis' || name === 'change') return unitText(measure)
  if (name === 'atLeast') return within === 'device' ? 'rules' : 'devices'
  return null
}

const helpOf: Readonly<Partial<Record<Amount, string>>> = {
  hysteresis: 'How far short of the set point it is normal again',
  withinSeconds: 'Such as 30 s, 5 min or 1 h',
  onDelaySeconds: 'Such as 30 s; empty: none',
  offDelaySeconds: 'Such as 30 s; empty: none',
  seconds: 'Such as 10 min; 10 s to 7 d',
}

interface AmountInputProps {
  readonly control: Control<RuleFields>
  readonly name: Amount
  readonly unit: string | null
}

const AmountInput = ({ control, name, unit }: AmountInputProps) => {
  const help = helpOf[name]
  return (
    <TextInput
      control={control}
      name={`condition.${name}`}
      label={labelsOfAmounts[name]}
      rule={amountRules[name]}
      autoComplete="off"
      {...(help === undefined ? {} : { help })}
      slotProps={{
        htmlInput: { inputMode: isDuration(name) ? 'text' : 'decimal' },
        input: unit === null ? {} : { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  )
}

const ScheduleChoice = ({
  control,
  choices,
}: Pick<AmountInputProps, 'control'> & { readonly choices: RuleChoices }) => {
  const { field, fieldState } = useController({
    control,
    name: 'condition.scheduleId',
    rules: { validate: (chosen) => chosen !== '' || 'Choose a schedule' },
  })
  const known = choices.schedules.map(({ id, name }): readonly [string, string] => [id, name])
  const isKnown = field.value === '' || choices.schedules.some(({ id }) => id === field.value)
  return (
    <SelectField
      label="Outside the schedule"
      value={field.value}
      options={[['', 'Not chosen'], ...(isKnown ? [] : [[field.value, 'Not known here'] as const]), ...known]}
      error={fieldState.error !== undefined}
      helperText={
        fieldState.error?.message ?? (known.length === 0 ? 'There is no schedule that you may see.' : undefined)
      }
      onChange={field.onChange}
    />
  )
}
