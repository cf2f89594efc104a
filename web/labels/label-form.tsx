// A label being added or changed: its name, what it is for, and a colour on which the name can be read.
import * as labels from '@gatehouse/contract/labels'
import type { Label } from '@gatehouse/contract/labels'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../kit/api.ts'
import { useDraft } from '../kit/draft.ts'
import { contrast, inkOn, isColour } from '../ui/contrast.ts'
import { DraftNotice } from '../ui/draft-notice.tsx'
import { showFaults } from '../ui/form-faults.ts'
import { Icon } from '../ui/icon.tsx'
import { KeepUnsaved } from '../ui/keep-unsaved.tsx'
import { LabelChip } from '../ui/label-chip.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../ui/side-sheet.tsx'
import { Empty } from '../ui/states.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import { labelsChanged } from './label-changes.ts'
import { labelColours } from './label-colours.ts'
import styles from './labels.module.css'

interface LabelFormProps {
  readonly label: Label | null
  readonly isNew: boolean
  readonly closed: To
}

interface Fields {
  name: string
  description: string
  colour: string
}

export const LabelForm = ({ label, isNew, closed }: LabelFormProps) => {
  const formId = useId()
  const close = useCloseSheet(closed)
  const [before] = useState<Fields>(() => ({
    name: label?.name ?? '',
    description: label?.description ?? '',
    colour: label?.colour ?? labelColours[0]?.colour ?? '#64748B',
  }))
  const form = useForm<Fields>({ defaultValues: before })
  const { control } = form
  const draft = useDraft(form, `label ${isNew ? 'new' : before.name}`)
  const [name, colour] = useWatch({ control, name: ['name', 'colour'] })
  const [failure, setFailure] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  useCloseAfter(saved, closed)
  if (!label && !isNew) {
    return (
      <SideSheet title="Edit label" closed={closed}>
        <Empty title="This label is not there">
          <p>It may have been deleted since.</p>
        </Empty>
      </SideSheet>
    )
  }
  const busy = form.formState.isSubmitting
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      if (label) {
        const { _id: id } = label
        await call(labels.update, { ...fields, id })
      } else await call(labels.create, fields)
      draft.clear()
      toast('success', `The label ${fields.name.trim()} is ${label ? 'saved' : 'added'}.`)
      setSaved(true)
      void labelsChanged()
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })
  return (
    <SideSheet
      title={label ? `Edit ${label.name}` : 'Add a label'}
      closed={closed}
      subtitle={label ? undefined : 'You will have it yourself. Choose afterwards what it marks, and who else has it.'}
      foot={
        <>
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="contained" aria-disabled={busy}>
            {busy ? 'Saving…' : label ? 'Save' : 'Add label'}
          </Button>
        </>
      }
    >
      <KeepUnsaved
        what={label ? `The changes to ${label.name}` : 'The new label'}
        unsaved={!saved && form.formState.isDirty}
      />
      <form id={formId} className={styles.sheet} noValidate onSubmit={(event) => void submit(event)}>
        <DraftNotice draft={draft} />
        <TextInput control={control} name="name" label="Name" required rule={nameRule} />
        <TextInput
          control={control}
          name="description"
          label="Description"
          multiline
          minRows={2}
          rule={descriptionRule}
          help="What it is for, in a sentence."
        />
        <ColourChoice control={control} />
        <p className={styles.preview}>
          <LabelChip name={name.trim() || 'Name'} colour={colour} />
          {isColour(colour) && (
            <span className={styles.quiet}>
              {inkOn(colour) === '#000000' ? 'Black' : 'White'} text, contrast{' '}
              {contrast(colour, inkOn(colour)).toFixed(1)} to 1 (4.5 is needed)
            </span>
          )}
        </p>
      </form>
    </SideSheet>
  )
}

const ColourChoice = ({ control }: { readonly control: Control<Fields> }) => {
  const { field } = useController({ control, name: 'colour' })
  return (
    <>
      <fieldset className={styles.colours}>
        <legend>Colour</legend>
        {labelColours.map(({ name, colour }) => (
          <label key={colour} style={{ '--ground': colour, '--ink': inkOn(colour) }}>
            <input
              type="radio"
              name="colour"
              value={colour}
              checked={field.value.toUpperCase() === colour}
              onChange={() => field.onChange(colour)}
              onBlur={field.onBlur}
              aria-label={name}
            />
            <Icon name="check" size="medium" />
          </label>
        ))}
      </fieldset>
      <TextInput control={control} name="colour" label="Or its number" rule={colourRule} help="For instance #0F766E" />
    </>
  )
}

const nameRule = (value: string): string | null => {
  const { length } = value.trim()
  if (length < 2) return 'Label name must be at least 2 characters'
  return length > 60 ? 'Label name is too long' : null
}

const descriptionRule = (value: string): string | null => (value.trim().length > 300 ? 'Description is too long' : null)

const colourRule = (value: string): string | null => (isColour(value) ? null : 'Choose a colour')
