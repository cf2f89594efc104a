// A door's name and place, changed where they are shown.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Door } from '@gatehouse/contract/access/doors'
import { useForm } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { PartForm } from '../../ui/forms/part-form.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { type DoorFields, doorNameRule, PlaceInputs, placeOf } from './place-inputs.tsx'

export const PlaceForm = ({ door }: { readonly door: Door }) => {
  const form = useForm<DoorFields>({
    defaultValues: {
      name: door.name,
      siteId: door.siteId,
      zoneId: door.zoneId ?? '',
      fromZoneId: door.fromZoneId ?? '',
      // Of one that is there, its place is changed and nothing else.
      driver: 'gatehouse',
      address: '',
      key: door.key,
    },
  })
  return (
    <PartForm
      className="grid grid-cols-1 content-start gap-3 [&_h3]:m-0!"
      title="Name and place"
      form={form}
      what={`The changes to ${door.name}`}
      label="Save name and place"
      send={async (fields) => {
        await call(doorSetup.relocate, { doorId: door.id, name: fields.name, ...placeOf(fields) })
        return `${fields.name.trim()} is saved.`
      }}
    >
      <TextInput control={form.control} name="name" label="Name" required rule={doorNameRule} />
      <PlaceInputs control={form.control} />
    </PartForm>
  )
}
