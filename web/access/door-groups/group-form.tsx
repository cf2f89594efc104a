// A group of doors being made, changed or removed.
import * as devices from '@gatehouse/contract/building/devices'
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import type { DoorGroup } from '@gatehouse/contract/access/door-groups'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { nameRule } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'

interface Fields {
  name: string
  description: string
  doorIds: string[]
}

interface GroupFormProps {
  /** null: a new one. */
  readonly group: DoorGroup | null
  readonly closed: To
}

export const GroupForm = ({ group, closed }: GroupFormProps) => {
  const close = useCloseSheet(closed)
  const [before] = useState<Fields>(() => ({
    name: group?.name ?? '',
    description: group?.description ?? '',
    doorIds: group?.doors.map(({ id }) => id) ?? [],
  }))
  const form = useForm<Fields>({ defaultValues: before })
  const { control } = form
  return (
    <FormSheet
      title={group ? group.name : 'Add a group'}
      subtitle="Doors under one name"
      closed={closed}
      form={form}
      draft={`door group ${group?.id ?? 'new'}`}
      what={group ? `The changes to ${group.name}` : 'The new group'}
      label={group ? 'Save' : 'Add group'}
      send={async (fields) => {
        await (group ? call(doorGroups.update, { ...fields, groupId: group.id }) : call(doorGroups.create, fields))
        return `The group ${fields.name.trim()} is ${group ? 'saved' : 'added'}.`
      }}
    >
      <TextInput control={control} name="name" label="Name" required rule={nameRule('Group name')} />
      <TextInput control={control} name="description" label="Description" multiline help="What it is for." />
      <Doors control={control} />
      {group && (
        <div className="border-t border-t-line pt-4">
          <ConfirmButton
            label="Remove the group"
            title={`Remove the group ${group.name}?`}
            action="Remove"
            run={() => call(doorGroups.remove, { groupId: group.id })}
            done={`The group ${group.name} is removed.`}
            then={close}
          >
            <p>Its doors stay. A group that a schedule, a lockdown or an access level uses cannot be removed.</p>
          </ConfirmButton>
        </div>
      )}
    </FormSheet>
  )
}

const Doors = ({ control }: { readonly control: Control<Fields> }) => {
  const { field } = useController({ control, name: 'doorIds' })
  const query = useQuery(queryOf(devices.list, { kind: 'door' }))
  return (
    <View op={devices.list} query={query} rows={6} failed="The doors could not be loaded">
      {({ devices: doors }) => (
        <ChoiceList
          legend="Doors"
          choices={doors.map(({ id, name, site, floor, zone }) => ({
            id,
            name,
            note: [site, floor, zone].filter(Boolean).join(' · '),
          }))}
          chosen={new Set(field.value)}
          onChange={(chosen) => field.onChange([...chosen])}
          empty="No doors yet."
        />
      )}
    </View>
  )
}
