// A choice of many in a form: what is chosen and not known here is listed too, so that it can be
// taken out; what is wrong with it stands below.
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { type Choice, ChoiceList } from './choice-list.tsx'

interface ChoicesFieldProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly name: FieldPath<T>
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly empty: string
  readonly note?: string
  readonly rule?: (chosen: readonly string[]) => string | null
}

export const ChoicesField = <T extends FieldValues>(props: ChoicesFieldProps<T>) => {
  const { control, name, legend, choices, empty, note, rule } = props
  const {
    field: { value, onChange, ref },
    fieldState: { error },
  } = useController({ control, name, rules: { validate: (chosen) => rule?.(idsIn(chosen)) ?? true } })
  const chosen = idsIn(value)
  const known = new Set(choices.map(({ id }) => id))
  const others = chosen
    .filter((id) => !known.has(id))
    .map((id) => ({ id, name: 'Not known here', note: 'Removed since, or hidden from you by labels' }))
  return (
    <div ref={ref} tabIndex={-1} className="grid grid-cols-1 gap-1">
      <ChoiceList
        legend={legend}
        choices={[...others, ...choices]}
        chosen={new Set(chosen)}
        onChange={(next) => onChange([...next].sort())}
        empty={empty}
      />
      {note !== undefined && <p className="text-sm text-muted">{note}</p>}
      <FieldFault text={error?.message} />
    </div>
  )
}

/** What is wrong with a field that has no line of its own for it. */
export const FieldFault = ({ text }: { readonly text: string | undefined }) => (
  <p role="alert" className="text-sm text-critical empty:hidden">
    {text}
  </p>
)

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
