// The nightly reset of a site, and how long counts are stored, being changed.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Output } from '@gatehouse/contract/operation'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { counted } from '../../kit/counted.ts'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { wholeBetween } from '../../ui/forms/text-rules.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'

interface ResetFormProps {
  readonly settings: Output<typeof occupancy.settings>['sites'][number]
  readonly closed: To
}

const usualTime = '04:00'

export const ResetForm = ({ settings: { siteId, site, resetAt, quietHours }, closed }: ResetFormProps) => {
  const form = useForm({
    defaultValues: { resets: resetAt !== null, resetAt: resetAt ?? usualTime, quietHours: String(quietHours) },
  })
  const { control } = form
  const resets = useWatch({ control, name: 'resets' })
  return (
    <FormSheet
      title={`Nightly reset of ${site}`}
      closed={closed}
      form={form}
      draft={`nightly reset ${siteId}`}
      what={`The nightly reset of ${site}`}
      label="Save"
      send={async (fields) => {
        await call(occupancy.setReset, {
          siteId,
          resetAt: fields.resets ? fields.resetAt : null,
          quietHours: Number(fields.quietHours),
        })
        return `The nightly reset of ${site} is saved.`
      }}
    >
      <CheckInput control={control} name="resets" label="Reset to nobody at night, where it may be empty" />
      {resets && (
        <>
          <TextInput
            control={control}
            name="resetAt"
            label="At"
            type="time"
            required
            help="By the clocks of the site. It is tried for two hours."
            rule={(time) => (time === '' ? 'Choose a time' : null)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextInput
            control={control}
            name="quietHours"
            label="Hours without movement"
            required
            help="After so many it counts as empty."
            rule={wholeBetween(1, 24, 'hours')}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        </>
      )}
    </FormSheet>
  )
}

interface RetentionFormProps {
  readonly keepDays: number | null
  readonly closed: To
}

export const RetentionForm = ({ keepDays, closed }: RetentionFormProps) => {
  const form = useForm({ defaultValues: { keepDays: keepDays === null ? '' : String(keepDays) } })
  return (
    <FormSheet
      title="How long counts are stored"
      subtitle="What is older is deleted within the hour, with its sums, and cannot be brought back."
      closed={closed}
      form={form}
      draft="retention of counts"
      what="How long counts are stored"
      label="Save"
      send={async (fields) => {
        const days = fields.keepDays.trim() === '' ? null : Number(fields.keepDays)
        await call(occupancy.setRetention, { keepDays: days })
        return days === null
          ? 'Counts are stored for as long as the installation stores them.'
          : `Counts are stored for ${counted(days, 'day')}.`
      }}
    >
      <TextInput
        control={form.control}
        name="keepDays"
        label="Days"
        help="1 to 400. Empty: as long as the installation stores them, 400 days."
        rule={(text) => (text.trim() === '' ? null : wholeBetween(1, 400, 'days')(text))}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </FormSheet>
  )
}
