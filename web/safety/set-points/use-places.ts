// Where set points may hold: sites, zones and gas detectors.
import * as devices from '@gatehouse/contract/building/devices'
import * as sites from '@gatehouse/contract/building/sites'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import type { Choice } from '../../ui/forms/choice-list.tsx'
import type { Level } from './change-fields.ts'
import type { NameOf } from './differences.tsx'

export interface PlaceChoices extends Readonly<Record<Level, readonly Choice[]>> {
  readonly nameOf: NameOf
}

export const usePlaces = (): PlaceChoices => {
  const maySeePlaces = useMissing(sites.list).length === 0
  const maySeeDevices = useMissing(devices.list).length === 0
  const places = useQuery({ ...queryOf(sites.list, {}), enabled: maySeePlaces }).data?.sites ?? []
  const detectors = useQuery({ ...queryOf(devices.list, { kind: 'gas' }), enabled: maySeeDevices }).data?.devices ?? []
  const choices = {
    siteIds: places.map(({ id, name }) => ({ id, name })),
    zoneIds: places.flatMap((site) => site.zones.map(({ id, name }) => ({ id, name, note: site.name }))),
    deviceIds: detectors.map(({ id, name, zone, site }) => ({ id, name, note: zone ?? site })),
  }
  const names = new Map(Object.values(choices).flatMap((list) => list.map(({ id, name }) => [id, name] as const)))
  return { ...choices, nameOf: (id) => names.get(id) }
}
