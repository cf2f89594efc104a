// A label being added or changed: its name, what it is for, and a colour on which the name can be read.
import * as labels from '@gatehouse/contract/identity/labels'
import type { Label } from '@gatehouse/contract/identity/labels'
import { useState } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { contrast, inkOn, isColour } from '../../ui/theme/contrast.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { LabelChip } from '../../ui/primitives/label-chip.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { descriptionRule, nameRule } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { labelColours } from './label-colours.ts'

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
  if (label || isNew) return <LabelFields label={label} closed={closed} />
  return (
    <GoneSheet
      name="Edit label"
      title="This label is not there"
      says="It may have been deleted since."
      closed={closed}
    />
  )
}

interface LabelFieldsProps {
  /** null: a new one. */
  readonly label: Label | null
  readonly closed: To
}

const LabelFields = ({ label, closed }: LabelFieldsProps) => {
  const [before] = useState<Fields>(() => ({
    name: label?.name ?? '',
    description: label?.description ?? '',
    colour: label?.colour ?? labelColours[0]?.colour ?? '#64748B',
  }))
  const form = useForm<Fields>({ defaultValues: before })
  const { control } = form
  const [name, colour] = useWatch({ control, name: ['name', 'colour'] })
  return (
    <FormSheet
      title={label ? `Edit ${label.name}` : 'Add a label'}
      subtitle={label ? undefined : 'You will have it yourself. Choose afterwards what it marks, and who else has it.'}
      closed={closed}
      form={form}
      draft={`label ${label ? before.name : 'new'}`}
      what={label ? `The changes to ${label.name}` : 'The new label'}
      label={label ? 'Save' : 'Add label'}
      send={async (fields) => {
        await (label ? call(labels.update, { ...fields, id: idOf(label) }) : call(labels.create, fields))
        return `The label ${fields.name.trim()} is ${label ? 'saved' : 'added'}.`
      }}
    >
      <TextInput control={control} name="name" label="Name" required rule={nameRule('Label name')} />
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
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <LabelChip name={name.trim() || 'Name'} colour={colour} />
        {isColour(colour) && (
          <span className="text-sm font-normal text-muted">
            {inkOn(colour) === '#000000' ? 'Black' : 'White'} text, contrast{' '}
            {contrast(colour, inkOn(colour)).toFixed(1)} to 1 (4.5 is needed)
          </span>
        )}
      </p>
    </FormSheet>
  )
}

const ColourChoice = ({ control }: { readonly control: Control<Fields> }) => {
  const { field } = useController({ control, name: 'colour' })
  return (
    <>
      <fieldset className="m-0 grid min-w-0 grid-cols-[repeat(auto-fill,minmax(44px,1fr))] gap-2 border-0 p-0">
        <legend className="p-0 pb-2 font-semibold">Colour</legend>
        {labelColours.map(({ name, colour }) => (
          <label
            key={colour}
            className="relative grid h-touch cursor-pointer place-items-center rounded border border-strong-line bg-(--ground) text-(--ink) has-focus-visible:[outline:2px_solid_var(--primary-text)] has-focus-visible:outline-offset-2"
            style={{ '--ground': colour, '--ink': inkOn(colour) }}
          >
            <input
              type="radio"
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
              name="colour"
              value={colour}
              checked={field.value.toUpperCase() === colour}
              onChange={() => field.onChange(colour)}
              onBlur={field.onBlur}
              aria-label={name}
            />
            {field.value.toUpperCase() === colour && <Icon name="check" size="medium" />}
          </label>
        ))}
      </fieldset>
      <TextInput control={control} name="colour" label="Or its number" rule={colourRule} help="For instance #0F766E" />
    </>
  )
}

const idOf = ({ _id: id }: Label): string => id

const colourRule = (value: string): string | null => (isColour(value) ? null : 'Choose a colour')
