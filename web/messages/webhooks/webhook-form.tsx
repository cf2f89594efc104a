// A webhook being added or changed: its address and what it is told of. The secret of a new one is shown once.
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import type { Webhook } from '@gatehouse/contract/messages/webhooks'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { givenNameRule } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { NewSecret } from './new-secret.tsx'

interface WebhookFormProps {
  readonly webhook: Webhook | null
  readonly isNew: boolean
  readonly closed: To
}

interface Fields {
  name: string
  url: string
  enabled: boolean
  /** Everything, also what is to come. */
  all: boolean
  kinds: (typeof webhooks.kinds)[number][]
}

export const WebhookForm = ({ webhook, isNew, closed }: WebhookFormProps) => {
  if (webhook || isNew) return <WebhookFields webhook={webhook} closed={closed} />
  return (
    <GoneSheet
      name="Edit webhook"
      title="This webhook is not there"
      says="It may have been deleted since."
      closed={closed}
    />
  )
}

const WebhookFields = ({ webhook, closed }: Pick<WebhookFormProps, 'webhook' | 'closed'>) => {
  const [secret, setSecret] = useState<string | null>(null)
  const [before] = useState<Fields>(() => ({
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    enabled: webhook ? webhook.state !== 'off' : true,
    all: webhook ? webhook.kinds === null : true,
    kinds: webhooks.kinds.filter((kind) => webhook?.kinds?.includes(kind)),
  }))
  const form = useForm<Fields>({ defaultValues: before })
  const { control } = form
  // In the place of the form, which would close.
  if (secret !== null)
    return (
      <SideSheet title="The webhook is added" closed={closed}>
        <NewSecret secret={secret} />
      </SideSheet>
    )
  return (
    <FormSheet
      title={webhook ? `Edit ${webhook.name}` : 'Add a webhook'}
      subtitle={webhook ? undefined : 'It is sent a signed POST for each thing that happens.'}
      closed={closed}
      form={form}
      draft={`webhook ${webhook?.id ?? 'new'}`}
      what={webhook ? `The changes to ${webhook.name}` : 'The new webhook'}
      label={webhook ? 'Save' : 'Add webhook'}
      send={async ({ name, url, all, kinds, enabled }) => {
        const facts = { name, url, kinds: all ? null : kinds }
        if (webhook) await call(webhooks.update, { id: webhook.id, ...facts, enabled })
        else setSecret((await call(webhooks.create, facts)).secret)
        return `The webhook ${name.trim()} is ${webhook ? 'saved' : 'added'}.`
      }}
    >
      <TextInput control={control} name="name" label="Name" required rule={givenNameRule('Give it a name')} />
      <TextInput
        control={control}
        name="url"
        label="Address"
        type="url"
        required
        rule={urlRule}
        placeholder="https://"
        help="The address of the receiving program. It must begin with https:// and be reachable from the internet, unless whoever runs this installation allows it."
      />
      {webhook && <Flag control={control} name="enabled" label="Switched on" />}
      <KindsChoice control={control} />
    </FormSheet>
  )
}

const Flag = ({
  control,
  name,
  label,
}: {
  readonly control: Control<Fields>
  readonly name: 'enabled' | 'all'
  readonly label: string
}) => {
  const { field } = useController({ control, name })
  return (
    <FormControlLabel
      label={label}
      control={
        <Checkbox checked={field.value} onChange={(_, checked) => field.onChange(checked)} onBlur={field.onBlur} />
      }
    />
  )
}

const KindsChoice = ({ control }: { readonly control: Control<Fields> }) => {
  const { field: all } = useController({ control, name: 'all' })
  const { field, fieldState } = useController({
    control,
    name: 'kinds',
    rules: { validate: (chosen, { all: everything }) => everything || chosen.length > 0 || 'Choose one at least' },
  })
  return (
    <fieldset className="m-0 grid min-w-0 border-0 p-0 [&_legend]:px-0 [&_legend]:pt-0 [&_legend]:pb-1 [&_legend]:font-semibold">
      <legend>Events</legend>
      <Flag control={control} name="all" label="Everything that happens, also what later versions add" />
      {!all.value &&
        webhooks.kinds.map((kind) => (
          <FormControlLabel
            key={kind}
            label={webhooks.kindText(kind)}
            control={
              <Checkbox
                checked={field.value.includes(kind)}
                onChange={(_, checked) =>
                  field.onChange(checked ? [...field.value, kind] : field.value.filter((other) => other !== kind))
                }
              />
            }
          />
        ))}
      {fieldState.error && (
        <p role="alert" className="text-sm text-critical">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}

const urlRule = (value: string): string | null =>
  /^https?:$/.test(URL.parse(value.trim())?.protocol ?? '') ? null : 'Enter a full address: https://…'
