// What flow can be asked of: sites, floors, zones and counters, as the reader may see them.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { awaitedOf } from '../../ui/forms/required-queries.ts'

export interface Measured {
  readonly id: string
  readonly name: string
  readonly kind: 'site' | 'floor' | 'zone' | 'counter'
}

export const useMeasured = () => {
  const places = useQuery(queryOf(occupancy.now, {}))
  const borders = useQuery(queryOf(occupancy.borders, {}))
  const { sites = [], floors = [], zones = [] } = places.data ?? {}
  const measured: readonly Measured[] = [
    ...[...sites, ...floors, ...zones].map(({ id, name, kind }) => ({ id, name, kind })),
    ...(borders.data?.borders ?? [])
      .filter(({ kind }) => kind === 'counter')
      .map(({ device: { id, name } }) => ({ id, name, kind: 'counter' as const })),
  ]
  return { measured, awaited: awaitedOf([places, borders]) }
}

/** As an operation is asked for it. */
export const askedOf = ({ id, kind }: Measured) => (kind === 'counter' ? { deviceId: id } : { placeId: id })
export type Asked = ReturnType<typeof askedOf>
