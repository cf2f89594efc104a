// A zone of a site: a room, or an area that doors lead into.
import * as sites from '@gatehouse/contract/building/sites'
import type { Site, Zone } from '@gatehouse/contract/building/sites'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { PlaceForm, placeNameRule } from './place-form.tsx'
import { isUse, optionsOfUse } from './place-words.ts'

interface ZoneFormProps {
  readonly site: Site
  /** null: a new one. */
  readonly zone: Zone | null
  readonly closed: To
}

interface Fields {
  name: string
  floorId: string
  use: string
}

export const ZoneForm = ({ site, zone, closed }: ZoneFormProps) => {
  const [before] = useState<Fields>(() => ({
    name: zone?.name ?? '',
    floorId: zone?.floorId ?? (zone ? '' : (site.floors[0]?.id ?? '')),
    use: zone?.use ?? '',
  }))
  const form = useForm<Fields>({ defaultValues: before })
  const floors = [
    { value: '', label: 'On no floor' },
    ...site.floors.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <PlaceForm
      kind="zone"
      name={zone?.name ?? null}
      subtitle={`Of ${site.name}`}
      closed={closed}
      form={form}
      send={({ name, floorId, use }) => {
        const facts = { name, floorId: floorId === '' ? null : floorId, use: isUse(use) ? use : null }
        return zone
          ? call(sites.updateZone, { zoneId: zone.id, ...facts })
          : call(sites.addZone, { siteId: site.id, ...facts })
      }}
      remove={zone ? () => call(sites.removeZone, { zoneId: zone.id }) : null}
      removes="A zone that something stands in, or that a door leads to, cannot be removed."
    >
      <TextInput control={form.control} name="name" label="Name" required rule={placeNameRule} />
      <SelectInput control={form.control} name="floorId" label="Floor" options={floors} />
      <SelectInput control={form.control} name="use" label="Use" options={optionsOfUse} />
    </PlaceForm>
  )
}
