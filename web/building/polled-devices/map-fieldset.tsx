// The register map of a Modbus device: one of those that come along, or one's own out of the manual of the maker.
import * as polling from '@gatehouse/contract/building/polling'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form'
import { queryOf } from '../../kit/data/queries.ts'
import { Failed } from '../../ui/feedback/states.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { ChannelFieldset } from './channel-fieldset.tsx'
import { mapFieldsOf, newChannel, newMap, wholeFault } from './map-fields.ts'
import type { PollFields } from './poll-fields.ts'

interface MapFieldsetProps {
  readonly form: UseFormReturn<PollFields>
}

const most = 32

export const MapFieldset = ({ form }: MapFieldsetProps) => {
  const { control } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'map.channels' })
  const required = (fault: string) => (text: string) =>
    text.trim() === '' ? fault : text.trim().length > 80 ? 'At most 80 characters' : null
  return (
    <fieldset className="m-0 grid min-w-0 gap-4 border-0 p-0 [&>legend]:px-0 [&>legend]:pb-2 [&>legend]:font-semibold">
      <legend>Register map</legend>
      <MakersMap form={form} />
      <FieldPair>
        <TextInput control={control} name="map.maker" label="Maker" required rule={required('Who makes it?')} />
        <TextInput control={control} name="map.model" label="Model" required rule={required('Which model is it?')} />
      </FieldPair>
      <Source form={form} />
      {fields.map(({ id }, index) => (
        <ChannelFieldset
          key={id}
          control={control}
          index={index}
          {...(fields.length > 1 ? { onRemove: () => remove(index) } : {})}
        />
      ))}
      <Button
        size="small"
        startIcon={<Icon name="add" />}
        className="justify-self-start"
        disabled={fields.length >= most}
        onClick={() => append(newChannel)}
      >
        Add a channel
      </Button>
      <FieldPair>
        <TextInput
          control={control}
          name="map.gap"
          label="Registers read along"
          help="So many that nobody asked for, so that two reads become one."
          rule={wholeFault(0, 100)}
        />
        <TextInput
          control={control}
          name="map.maxRegisters"
          label="Registers answered at once"
          rule={wholeFault(1, 125)}
        />
      </FieldPair>
    </fieldset>
  )
}

const ofOwn = ''

/** Choosing one fills in the map; it is edited from there. */
const MakersMap = ({ form }: MapFieldsetProps) => {
  const query = useQuery(queryOf(polling.maps, {}))
  const [maker, model] = useWatch({ control: form.control, name: ['map.maker', 'map.model'] })
  if (query.isError)
    return (
      <Failed what="The maps of makers could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    )
  const maps = query.data?.maps ?? []
  const chosen = maps.find(({ map }) => map.maker === maker && map.model === model)?.name ?? ofOwn
  return (
    <SelectField
      label="Map of the maker"
      value={chosen}
      options={[
        [ofOwn, 'None: written here'] as const,
        ...maps.map(({ name, map }) => [name, `${map.maker} ${map.model}`] as const),
      ]}
      onChange={(name) => {
        const found = maps.find((one) => one.name === name)
        form.setValue('map', found ? mapFieldsOf(found.map) : newMap, { shouldDirty: true })
        form.clearErrors('map')
      }}
    />
  )
}

/** Where a map is from, and what of it nobody has tried on a device. */
const Source = ({ form }: MapFieldsetProps) => {
  const { source, unverified } = useWatch({ control: form.control, name: 'map.rest' })
  if (!source && unverified.length === 0) return null
  return (
    <div className="grid gap-2 text-muted wrap-anywhere">
      {source && (
        <p>
          Source: {[source.title, source.revision, source.where].join(', ')}
          {source.url !== undefined && (
            <>
              {' '}
              <a href={source.url} target="_blank" rel="noreferrer">
                Open the document
              </a>
            </>
          )}
        </p>
      )}
      {unverified.length > 0 && (
        <>
          <p>Nobody has verified on a device:</p>
          <ul className="grid list-disc gap-1 ps-5">
            {unverified.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
