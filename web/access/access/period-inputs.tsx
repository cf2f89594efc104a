// From when and until when something holds, in the site's time.
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTimeZone } from '../../kit/time.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { leftOutFault } from '../../ui/time/wall-time.ts'
import styles from './access.module.css'

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
  return (
    <div className={styles.pair}>
      <TextInput
        control={control}
        name={from}
        label="From"
        type="datetime-local"
        required={required}
        rule={rule}
        help={`In the time of ${timeZone.replaceAll('_', ' ')}.${required ? '' : ' Left empty: from now on.'}`}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextInput
        control={control}
        name={to}
        label="Until"
        type="datetime-local"
        required={required}
        rule={rule}
        {...(required ? {} : { help: 'Left empty: without an end.' })}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </div>
  )
}
