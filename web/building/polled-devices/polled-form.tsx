// How a device is reached and what is read of it, with a trial before it is saved.
import * as polling from '@gatehouse/contract/building/polling'
import type { Trial } from '@gatehouse/contract/building/polling'
import type { Site } from '@gatehouse/contract/building/sites'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { type Control, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { givenNameRule } from '../../ui/forms/text-rules.ts'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { AddressFields } from './address-fields.tsx'
import { BacnetFields } from './bacnet-fields.tsx'
import { MapFieldset } from './map-fieldset.tsx'
import { atFields, type PollFields, settingsOf, usualPort } from './poll-fields.ts'
import { driverWords } from './poll-words.ts'
import { TrialResult } from './trial-result.tsx'

interface PolledFormProps {
  readonly title: string
  readonly subtitle: ReactNode
  readonly begins: PollFields
  /** null: the device is there; its protocol stays. */
  readonly sites: readonly Site[] | null
  readonly draft: string
  readonly label: string
  readonly closed: To
  readonly send: (fields: PollFields) => Promise<string>
}

export const PolledForm = ({ begins, sites, send, ...sheet }: PolledFormProps) => {
  const [before] = useState(begins)
  const form = useForm<PollFields>({ defaultValues: before })
  const { control } = form
  const protocol = useWatch({ control, name: 'protocol' })
  return (
    <FormSheet
      {...sheet}
      wide
      form={form}
      what="The connection of the device"
      send={async (fields) => {
        try {
          return await send(fields)
        } catch (error) {
          throw atFields(error)
        }
      }}
    >
      {sites && (
        <>
          <DeviceFields control={control} sites={sites} />
          <ToggleChoice
            label="Protocol"
            size="medium"
            value={protocol}
            options={[
              ['modbus', driverWords.modbus],
              ['bacnet', driverWords.bacnet],
            ]}
            onChange={(next) => {
              // The port that is usual of the one before was not typed.
              if (form.getValues('port') === usualPort[protocol]) form.setValue('port', usualPort[next])
              form.setValue('protocol', next, { shouldDirty: true })
            }}
          />
        </>
      )}
      {protocol === 'modbus' ? (
        <>
          <AddressFields control={control} protocol={protocol} />
          <MapFieldset form={form} />
        </>
      ) : (
        <BacnetFields form={form} />
      )}
      <Attempt form={form} />
    </FormSheet>
  )
}

interface FieldsProps {
  readonly control: Control<PollFields>
}

const DeviceFields = ({ control, sites }: FieldsProps & { readonly sites: readonly Site[] }) => {
  const siteId = useWatch({ control, name: 'siteId' })
  const zones = sites.find(({ id }) => id === siteId)?.zones ?? []
  return (
    <>
      <TextInput control={control} name="name" label="Name" required rule={givenNameRule('Give the device a name')} />
      <FieldPair>
        <SelectInput
          control={control}
          name="siteId"
          label="Site"
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectInput
          control={control}
          name="zoneId"
          label="Zone"
          options={[{ value: '', label: 'None' }, ...zones.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </FieldPair>
      <TextInput
        control={control}
        name="key"
        label="Device ID"
        help="Its name in topics and exports. Made from the name when left empty."
        rule={(text) =>
          text.trim() === '' || /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/.test(text.trim())
            ? null
            : 'Letters, digits and . _ : - only'
        }
      />
    </>
  )
}

/** Reads the device once with what is typed; nothing is stored. */
const Attempt = ({ form }: { readonly form: UseFormReturn<PollFields> }) => {
  const [tried, setTried] = useState<{ readonly trial: Trial; readonly of: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const settings = useWatch({
    control: form.control,
    compute: (fields: PollFields) => JSON.stringify(settingsOf(fields)),
  })
  const tryIt = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const sound = await form.trigger(settingFields(form.getValues('protocol')), { shouldFocus: true })
      if (!sound) return
      const asked = settingsOf(form.getValues())
      setTried({ trial: await call(polling.tryConnection, { settings: asked }), of: JSON.stringify(asked) })
    } catch (error) {
      setTried(null)
      setFailure(showFaults(form, atFields(error), 'The connection could not be tried.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label="Trial" className="grid gap-3 rounded border border-line bg-sunken p-4">
      <p className="flex flex-wrap items-center gap-3">
        <Button variant="outlined" aria-disabled={isBusy} onClick={() => void tryIt()}>
          {isBusy ? 'Trying…' : 'Try the connection'}
        </Button>
        <span className="text-sm text-muted">Reads once with these settings, and stores nothing.</span>
      </p>
      <Failure text={failure} />
      <div aria-live="polite">{tried && <TrialResult trial={tried.trial} isOld={tried.of !== settings} />}</div>
    </section>
  )
}

const settingFields = (protocol: PollFields['protocol']) => {
  const common = ['host', 'port', 'intervalSeconds', 'timeoutMs', 'failuresAllowed'] as const
  return protocol === 'modbus'
    ? ([...common, 'unit', 'map'] as const)
    : ([...common, 'deviceInstance', 'points'] as const)
}
