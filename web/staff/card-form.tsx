// A card being given to a member of staff; in a sheet beside the person's own.
import * as staff from '@gatehouse/contract/staff'
import type { Member } from '@gatehouse/contract/staff'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { useDraft } from '../kit/draft.ts'
import { useTimeZone } from '../kit/time.ts'
import { DraftNotice } from '../ui/draft-notice.tsx'
import { showFaults } from '../ui/form-faults.ts'
import { KeepUnsaved } from '../ui/keep-unsaved.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../ui/side-sheet.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toast.ts'
import { cardNumberRule, momentOf } from './card-state.ts'
import { changeStaff } from './staff-changes.ts'
import styles from './staff.module.css'

export const CardForm = ({ member, closed }: { readonly member: Member; readonly closed: To }) => {
  const formId = useId()
  const timeZone = useTimeZone()
  const close = useCloseSheet(closed)
  const form = useForm({ defaultValues: { value: '', validFrom: '', validTo: '' } })
  const draft = useDraft(form, 'card')
  const [failure, setFailure] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  useCloseAfter(saved, closed)
  const { control, formState } = form

  const submit = form.handleSubmit(async ({ value, validFrom, validTo }) => {
    setFailure(null)
    try {
      await changeStaff(staff.addCredential, {
        email: member.email,
        value: `card:${value.trim()}`,
        validFrom: momentOf(validFrom, timeZone),
        validTo: momentOf(validTo, timeZone),
      })
      draft.clear()
      toast('success', `${member.displayName} has the card ${value.trim()}.`)
      setSaved(true)
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })

  return (
    <SideSheet
      title="Give a card"
      subtitle={`To ${member.displayName}`}
      closed={closed}
      foot={
        <>
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="contained" aria-disabled={formState.isSubmitting}>
            {formState.isSubmitting ? 'Giving…' : 'Give card'}
          </Button>
        </>
      }
    >
      <KeepUnsaved what="The new card" unsaved={!saved && formState.isDirty} />
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <DraftNotice draft={draft} />
        <TextInput
          control={control}
          name="value"
          label="Card number"
          required
          rule={cardNumberRule}
          help="As a reader tells it, with zeros in front."
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 30 } }}
        />
        <TextInput
          control={control}
          name="validFrom"
          label="Valid from"
          type="datetime-local"
          help={`In the time of ${timeZone.replaceAll('_', ' ')}. Left empty: from now on.`}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextInput
          control={control}
          name="validTo"
          label="Valid until"
          type="datetime-local"
          help="Left empty: until it is revoked."
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </form>
    </SideSheet>
  )
}
