// An API key being made: its name, and which devices it may speak for. Its secret is shown once.
import * as devices from '@gatehouse/contract/building/devices'
import * as ingest from '@gatehouse/contract/building/ingest'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { givenNameRule } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'

interface Fields {
  name: string
  all: boolean
  deviceKeys: string[]
}

export const ApiKeyForm = ({ closed }: { readonly closed: To }) => {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm<Fields>({ defaultValues: { name: '', all: true, deviceKeys: [] } })
  const { control } = form
  const all = useWatch({ control, name: 'all' })
  // In the place of the form, which would close.
  if (secret !== null)
    return (
      <SideSheet title="API key created" closed={closed}>
        <div className="grid justify-items-start gap-3 rounded border border-line bg-sunken p-4">
          <code>{secret}</code>
          <CopyButton text={secret} label="Copy the key" />
          <p className="flex items-center gap-2 text-warning">
            <Icon name="warning" />
            <span>Copy it now: it is not shown again.</span>
          </p>
        </div>
      </SideSheet>
    )
  return (
    <FormSheet
      title="Create an API key"
      subtitle="For a program that posts messages of devices"
      closed={closed}
      form={form}
      draft="api key"
      what="The new API key"
      label="Create key"
      working="Creating…"
      send={async ({ name, deviceKeys }) => {
        setSecret((await call(ingest.createApiKey, { name, deviceKeys: all ? null : deviceKeys })).secret)
        return `The key ${name.trim()} is created.`
      }}
    >
      <TextInput
        control={control}
        name="name"
        label="Name"
        required
        rule={givenNameRule('Give the key a name')}
        help="The program that uses it."
      />
      <AllDevices control={control} />
      {!all && <SomeDevices control={control} />}
    </FormSheet>
  )
}

const AllDevices = ({ control }: { readonly control: Control<Fields> }) => {
  const { field } = useController({ control, name: 'all' })
  return (
    <FormControlLabel
      label="May send for every device of the company"
      control={<Checkbox checked={field.value} onChange={(_, checked) => field.onChange(checked)} />}
    />
  )
}

const SomeDevices = ({ control }: { readonly control: Control<Fields> }) => {
  const query = useQuery(queryOf(devices.list, {}))
  const { field, fieldState } = useController({
    control,
    name: 'deviceKeys',
    rules: { validate: (keys, { all }) => all || keys.length > 0 || 'Choose one device at least' },
  })
  return (
    <>
      <View op={devices.list} query={query} failed="The devices could not be loaded">
        {({ devices: known }) => (
          <ChoiceList
            legend="Devices"
            choices={known.map(({ key, name }) => ({ id: key, name, note: key }))}
            chosen={new Set(field.value)}
            onChange={(chosen) => field.onChange([...chosen])}
            empty="No devices yet."
          />
        )}
      </View>
      <Failure text={fieldState.error?.message ?? null} />
    </>
  )
}
