// The intervals of detector service in the company, and the band that tests are held to.
import * as service from '@gatehouse/contract/safety/detector-service'
import type { ServiceSettings as Settings } from '@gatehouse/contract/safety/detector-service'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { wholeBetween } from '../../ui/forms/text-rules.ts'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { exactFault, numberIn } from './number-fields.ts'

export const ServiceSettings = ({ closed }: { readonly closed: To }) => {
  const query = useQuery(queryOf(service.currentSettings, {}))
  if (query.data) return <SettingsForm settings={query.data.settings} closed={closed} />
  return (
    <AnswerSheet
      op={service.currentSettings}
      query={query}
      title="Intervals of service"
      rows={5}
      failed="The intervals could not be loaded"
      closed={closed}
    >
      {() => null}
    </AnswerSheet>
  )
}

type Fields = Record<keyof Settings, string>

const SettingsForm = ({ settings, closed }: { readonly settings: Settings; readonly closed: To }) => {
  const [before] = useState(
    (): Fields => ({
      bumpDays: String(settings.bumpDays),
      calibrationDays: String(settings.calibrationDays),
      dueSoonDays: String(settings.dueSoonDays),
      passBandPercent: String(settings.passBandPercent),
    }),
  )
  const form = useForm<Fields>({ defaultValues: before })
  const { control } = form
  const whole = { control, required: true, slotProps: { htmlInput: { inputMode: 'numeric' } } } as const
  return (
    <FormSheet
      title="Intervals of service"
      subtitle="Of the whole company; a sensor may have intervals of its own"
      closed={closed}
      form={form}
      draft="gas service intervals"
      what="The changes to the intervals"
      label="Save intervals"
      send={async (fields) => {
        const number = (name: keyof Settings) => numberIn(fields[name]) ?? 0
        await call(service.setSettings, {
          bumpDays: number('bumpDays'),
          calibrationDays: number('calibrationDays'),
          dueSoonDays: number('dueSoonDays'),
          passBandPercent: number('passBandPercent'),
        })
        return 'The intervals are saved.'
      }}
    >
      <FieldPair>
        <TextInput
          {...whole}
          name="calibrationDays"
          label="Calibration every, in days"
          rule={wholeBetween(1, 1095, 'days')}
        />
        <TextInput {...whole} name="bumpDays" label="Bump test every, in days" rule={wholeBetween(1, 730, 'days')} />
      </FieldPair>
      <TextInput {...whole} name="dueSoonDays" label="Due soon, in days before" rule={wholeBetween(0, 90, 'days')} />
      <TextInput
        {...whole}
        name="passBandPercent"
        label="Pass band, in percent"
        help="How far a reading may be from the test gas, either way. Results that were recorded stay."
        rule={bandFault}
      />
    </FormSheet>
  )
}

const bandFault = (text: string): string | null => {
  const band = numberIn(text) ?? 0
  return exactFault(text) ?? (band < 1 || band > 20 ? 'From 1 to 20 %' : null)
}
