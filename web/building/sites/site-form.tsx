// A site: a building or a campus, with the time zone its days are counted in.
import * as sites from '@gatehouse/contract/building/sites'
import type { Site } from '@gatehouse/contract/building/sites'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { useTimeZone } from '../../kit/time.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { TimeZoneInput } from '../../ui/forms/time-zone-input.tsx'
import { PlaceForm, placeNameRule } from './place-form.tsx'

interface Fields {
  name: string
  timeZone: string
}

export const SiteForm = ({ site, closed }: { readonly site: Site | null; readonly closed: To }) => {
  const own = useTimeZone()
  const [before] = useState<Fields>(() => ({ name: site?.name ?? '', timeZone: site?.timeZone ?? own }))
  const form = useForm<Fields>({ defaultValues: before })
  return (
    <PlaceForm
      kind="site"
      name={site?.name ?? null}
      subtitle="A building or a campus"
      closed={closed}
      form={form}
      send={(fields) => (site ? call(sites.update, { siteId: site.id, ...fields }) : call(sites.create, fields))}
      remove={site ? () => call(sites.remove, { siteId: site.id }) : null}
      removes="Its floors, zones and plans go with it. A site in which something stands cannot be removed."
    >
      <TextInput control={form.control} name="name" label="Name" required rule={placeNameRule} />
      <TimeZoneInput
        control={form.control}
        name="timeZone"
        help="Days, schedules and reports of this site are counted in it."
      />
    </PlaceForm>
  )
}
