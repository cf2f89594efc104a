// The steps of a rule's checklist: written, put in order and removed.
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type Control, useController } from 'react-hook-form'
import { moved } from '../../ui/forms/moved.ts'
import { OrderTools } from '../../ui/forms/order-tools.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { FieldFault } from '../../ui/forms/choices-field.tsx'
import type { RuleFields } from './rule-fields.ts'

const most = 30

export const ChecklistField = ({ control }: { readonly control: Control<RuleFields> }) => {
  const {
    field: { value: steps, onChange, ref },
    fieldState: { error },
  } = useController({ control, name: 'checklist', rules: { validate: (written) => faultIn(written) ?? true } })
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      className="m-0 grid min-w-0 grid-cols-1 gap-3 border-0 p-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-2 [&>legend]:font-semibold"
    >
      <legend>Checklist</legend>
      {steps.length === 0 && (
        <p className="text-sm text-muted">No step yet. A step is what whoever deals with the alarm has to do.</p>
      )}
      {steps.length > 0 && (
        <ol className="grid gap-3">
          {steps.map((step, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- steps change while they are edited
            <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 below-sm:grid-cols-1">
              <TextField
                size="small"
                label={`Step ${index + 1}`}
                value={step}
                onChange={({ target }) => onChange(steps.map((one, i) => (i === index ? target.value : one)))}
                slotProps={{ htmlInput: { maxLength: 200 } }}
              />
              <OrderTools
                name={`step ${index + 1}`}
                index={index}
                count={steps.length}
                onMove={(to) => onChange(moved(steps, index, to))}
                onRemove={() => onChange(steps.filter((_, i) => i !== index))}
              />
            </li>
          ))}
        </ol>
      )}
      <FieldFault text={error?.message} />
      <Button
        size="small"
        startIcon={<Icon name="add" />}
        className="justify-self-start"
        disabled={steps.length >= most}
        onClick={() => onChange([...steps, ''])}
      >
        Add a step
      </Button>
    </fieldset>
  )
}

const faultIn = (steps: readonly string[]): string | null => {
  const blank = steps.findIndex((step) => step.trim() === '')
  return blank === -1 ? null : `Step ${blank + 1}: write it, or remove it`
}
