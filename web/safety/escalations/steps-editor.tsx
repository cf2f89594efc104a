// The steps of a policy being edited: added, removed and put into another order.
import Button from '@mui/material/Button'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { OrderTools } from '../../ui/forms/order-tools.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { whenText } from './escalation-words.ts'
import { mostSteps, nextStep, type PolicyFields, stepOf } from './policy-fields.ts'
import { StepEditor } from './step-editor.tsx'
import type { Choices } from './use-names.ts'

interface StepsEditorProps {
  readonly control: Control<PolicyFields>
  readonly choices: Choices
}

export const StepsEditor = ({ control, choices }: StepsEditorProps) => {
  const { fields, append, remove, move } = useFieldArray({ control, name: 'steps' })
  const waits = useWatch({ control, name: 'steps' }).map(stepOf)
  return (
    <fieldset className="m-0 grid min-w-0 grid-cols-1 gap-4 border-0 p-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-2 [&>legend]:font-semibold">
      <legend>Steps</legend>
      {fields.map(({ id }, index) => (
        <section
          key={id}
          className="grid grid-cols-1 gap-3 rounded border border-line p-4"
          aria-label={`Step ${index + 1}`}
        >
          <header className="flex flex-wrap items-center gap-2 [&_h3]:m-0 [&_h3]:text-md">
            <h3>Step {index + 1}</h3>
            <span className="me-auto text-sm text-muted">{whenText(waits, index)}</span>
            <OrderTools
              name={`step ${index + 1}`}
              index={index}
              count={fields.length}
              least={1}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          </header>
          <StepEditor control={control} index={index} choices={choices} />
        </section>
      ))}
      {fields.length < mostSteps && (
        <Button
          variant="outlined"
          startIcon={<Icon name="add" />}
          className="justify-self-start"
          onClick={() => append(nextStep())}
        >
          Add a step
        </Button>
      )}
    </fieldset>
  )
}
