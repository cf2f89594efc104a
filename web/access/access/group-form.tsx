// A group of people being made or renamed.
import { call } from '../../kit/data/api.ts'
import * as access from '@gatehouse/contract/access/access'
import type { Group } from '@gatehouse/contract/access/access'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { NameInputs } from './word-inputs.tsx'

interface GroupFormProps {
  /** null: a new one. */
  readonly group: Group | null
  readonly closed: To
}

export const GroupForm = ({ group, closed }: GroupFormProps) => {
  const form = useForm({ defaultValues: { name: group?.name ?? '', description: group?.description ?? '' } })
  const { control } = form
  return (
    <FormSheet
      title={group ? `Change ${group.name}` : 'Add a group of people'}
      subtitle={group ? undefined : 'Who is in it is chosen on the page of people, or by an import.'}
      closed={closed}
      form={form}
      draft="group"
      what="The group"
      label={group ? 'Save' : 'Add group'}
      send={async (fields) => {
        if (group) await call(access.updateGroup, { groupId: group.id, ...fields })
        else await call(access.createGroup, fields)
        return group ? `The group ${fields.name.trim()} is changed.` : `The group ${fields.name.trim()} is there.`
      }}
    >
      <NameInputs control={control} name="name" description="description" />
    </FormSheet>
  )
}
