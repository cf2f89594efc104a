// Where a door is and what it leads to, in a form: the site, then its zones.
import type { DoorDriver } from '@gatehouse/contract/building/devices'
import * as sites from '@gatehouse/contract/building/sites'
import type { Site } from '@gatehouse/contract/building/sites'
import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { type Option, SelectInput } from '../../ui/forms/select-input.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'

export interface DoorFields {
  name: string
  siteId: string
  /** Empty: none. */
  zoneId: string
  fromZoneId: string
  /** Of one that is not there yet. */
  driver: DoorDriver
  address?: string
  key: string
}

export const placeOf = ({ siteId, zoneId, fromZoneId }: DoorFields) => ({
  siteId,
  zoneId: zoneId === '' ? null : zoneId,
  fromZoneId: fromZoneId === '' ? null : fromZoneId,
})

export const doorNameRule = (value: string): string | null => {
  if (value.trim() === '') return 'Give the door a name'
  return value.trim().length > 100 ? 'This name is too long' : null
}

export const PlaceInputs = ({ control }: { readonly control: Control<DoorFields> }) => {
  const query = useQuery(queryOf(sites.list, {}))
  const siteId = useWatch({ control, name: 'siteId' })
  return (
    <View op={sites.list} query={query} rows={3} failed="The places could not be loaded">
      {({ sites: all }) => {
        const site = all.find(({ id }) => id === siteId)
        return all.length === 0 ? (
          <Empty title="There is no place for it yet">
            <p>
              A door is at a site. <Link to="/door-management/places?place=new-site">Add a site</Link> first.
            </p>
          </Empty>
        ) : (
          <>
            <SelectInput
              control={control}
              name="siteId"
              label="Site"
              options={all.map(({ id, name }) => ({ value: id, label: name }))}
              rule={(value) => (value === '' ? 'Choose a site' : null)}
            />
            <SelectInput
              control={control}
              name="zoneId"
              label="Leads to zone"
              options={zonesOf(site, 'No zone in particular')}
              help="The zone one is in after going through."
            />
            <SelectInput
              control={control}
              name="fromZoneId"
              label="From zone"
              options={zonesOf(site, 'Outside')}
              help="Who leaves goes there."
            />
          </>
        )
      }}
    </View>
  )
}

const zonesOf = (site: Site | undefined, none: string): Option[] => [
  { value: '', label: none },
  ...(site?.zones ?? []).map(({ id, name, floorId }) => {
    const floor = site?.floors.find((one) => one.id === floorId)?.name
    return { value: id, label: floor === undefined ? name : `${name} (${floor})` }
  }),
]
