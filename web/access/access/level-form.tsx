// An access level being made or changed: which doors, when, and for which groups of people.
import { call } from '../../kit/data/api.ts'
import * as access from '@gatehouse/contract/access/access'
import type { LevelInFull } from '@gatehouse/contract/access/access'
import { useController, useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { PickMany } from './pick-many.tsx'
import { useDoorGroupOptions, useDoorOptions, useGroupSearch, useScheduleOptions } from './use-choices.ts'
import { NameInputs, ReasonInput, reasonOf } from './word-inputs.tsx'

interface Fields {
  name: string
  description: string
  scheduleId: string
  doorIds: string[]
  doorGroupIds: string[]
  groupIds: string[]
  reason: string
}

const always = 'always'

export const NewLevel = ({ closed }: { readonly closed: To }) => (
  <LevelForm
    title="Add an access level"
    closed={closed}
    label="Add level"
    values={{
      name: '',
      description: '',
      scheduleId: always,
      doorIds: [],
      doorGroupIds: [],
      groupIds: [],
      reason: '',
    }}
    send={async (fields) => {
      const { level } = await call(access.createLevel, partsOf(fields))
      return `The level ${level.name} is there.`
    }}
  />
)

export const EditLevel = ({ level, closed }: { readonly level: LevelInFull; readonly closed: To }) => (
  <LevelForm
    title={`Change ${level.name}`}
    closed={closed}
    label="Save"
    asksWhy
    values={{
      name: level.name,
      description: level.description,
      scheduleId: level.schedule?.id ?? always,
      doorIds: level.doors.map(({ id }) => id),
      doorGroupIds: level.doorGroups.map(({ id }) => id),
      groupIds: level.groups.map(({ id }) => id),
      reason: '',
    }}
    send={async (fields) => {
      await call(access.updateLevel, { levelId: level.id, ...partsOf(fields), ...reasonOf(fields.reason) })
      return `The level ${fields.name.trim()} is changed.`
    }}
  />
)

const partsOf = ({ name, description, scheduleId, doorIds, doorGroupIds, groupIds }: Fields) => ({
  name,
  description,
  scheduleId: scheduleId === always ? null : scheduleId,
  doorIds,
  doorGroupIds,
  groupIds,
})

interface LevelFormProps {
  readonly title: string
  readonly closed: To
  readonly label: string
  readonly asksWhy?: boolean
  readonly values: Fields
  readonly send: (fields: Fields) => Promise<string>
}

const LevelForm = ({ title, closed, label, asksWhy = false, values, send }: LevelFormProps) => {
  const form = useForm<Fields>({ defaultValues: values })
  const { control } = form
  const doors = useController({ control, name: 'doorIds' }).field
  const doorGroups = useController({ control, name: 'doorGroupIds' }).field
  const groups = useController({ control, name: 'groupIds' }).field
  const doorOptions = useDoorOptions()
  const doorGroupOptions = useDoorGroupOptions()
  const groupsFound = useGroupSearch(groups.value)
  const schedules = useScheduleOptions()
  return (
    <FormSheet
      wide
      title={title}
      subtitle="Whoever holds it opens these doors at these times, from the moment it is saved."
      closed={closed}
      form={form}
      draft="level"
      what="The level"
      label={label}
      send={send}
    >
      <NameInputs control={control} name="name" description="description" />
      <SelectInput
        control={control}
        name="scheduleId"
        label="When"
        help="By the clocks of the site where each door is."
        options={[{ value: always, label: 'Always' }, ...schedules.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <PickMany
        legend="Doors"
        options={doorOptions}
        chosen={doors.value}
        onChange={doors.onChange}
        empty="There are no doors that you see."
      />
      <PickMany
        legend="Groups of doors"
        options={doorGroupOptions}
        chosen={doorGroups.value}
        onChange={doorGroups.onChange}
        empty="There are no groups of doors yet."
      />
      <PickMany
        legend="Access groups"
        {...groupsFound}
        chosen={groups.value}
        onChange={groups.onChange}
        empty="There are no groups of people yet. Single people are given the level on the page of people."
      />
      {asksWhy && <ReasonInput control={control} name="reason" />}
    </FormSheet>
  )
}
