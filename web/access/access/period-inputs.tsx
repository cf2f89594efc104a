// From when and until when something holds, in the site's time.
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTimeZone } from '../../kit/time.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { leftOutFault } from '../../ui/time/wall-time.ts'

interface PeriodInputsProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly from: FieldPath<T>
  readonly to: FieldPath<T>
  readonly required?: boolean
}

export const PeriodInputs = <T extends FieldValues>({ control, from, to, required = false }: PeriodInputsProps<T>) => {
  const timeZone = useTimeZone()
  const rule = (value: string): string | null => {
    if (value === '') return required ? 'Choose a day and a time' : null
    return leftOutFault(value, timeZone)
  }
  const field = {
    control,
    type: 'datetime-local',
    required,
    rule,
    slotProps: { inputLabel: { shrink: true } },
  } as const
  const zone = `In the time of ${timeZone.replaceAll('_', ' ')}.`
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">
      <TextInput {...field} name={from} label="From" help={required ? zone : `${zone} Left empty: from now on.`} />
      <TextInput {...field} name={to} label="Until" {...(required ? {} : { help: 'Left empty: without an end.' })} />
    </div>
  )
}
