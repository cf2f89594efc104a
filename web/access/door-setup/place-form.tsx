// A door's name and place, changed where they are shown.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Door } from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useForm, useFormState } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import styles from './door-setup.module.css'
import { type DoorFields, doorNameRule, PlaceInputs, placeOf } from './place-inputs.tsx'
import { useSending } from '../../ui/forms/use-sending.ts'

export const PlaceForm = ({ door }: { readonly door: Door }) => {
  const heading = useId()
  const form = useForm<DoorFields>({
    defaultValues: {
      name: door.name,
      siteId: door.siteId,
      zoneId: door.zoneId ?? '',
      fromZoneId: door.fromZoneId ?? '',
      driver: door.driver,
      address: '',
      key: door.key,
    },
  })
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSending(form, async (fields) => {
    setFailure(null)
    try {
      await call(doorSetup.relocate, { doorId: door.id, name: fields.name, ...placeOf(fields) })
      form.reset(fields)
      toast('success', `${fields.name.trim()} is saved.`)
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })
  return (
    <form className={styles.part} aria-labelledby={heading} noValidate onSubmit={(event) => void save(event)}>
      <KeepUnsaved what={`The changes to ${door.name}`} unsaved={isDirty} />
      <h3 id={heading}>Name and place</h3>
      <TextInput control={form.control} name="name" label="Name" required rule={doorNameRule} />
      <PlaceInputs control={form.control} />
      <Failure text={failure} />
      <div>
        <Button type="submit" variant="contained" disabled={!isDirty} aria-disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Save name and place'}
        </Button>
      </div>
    </form>
  )
}
