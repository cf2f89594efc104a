// Which floor is looked at: the one in the address, else the one with the most to show.
import * as plans from '@gatehouse/contract/building/plans'
import type { Plan } from '@gatehouse/contract/building/plans'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'

export interface ChosenFloor {
  readonly query: UseQueryResult<{ plans: Plan[] }>
  readonly floors: readonly Plan[]
  readonly floor: Plan | undefined
  readonly choose: (floorId: string) => void
}

export const useFloor = (): ChosenFloor => {
  const filters = useUrlFilters()
  const query = useQuery(queryOf(plans.list, {}))
  const floors = query.data?.plans ?? []
  const wanted = filters.get('floor')
  const floor =
    floors.find(({ floorId }) => floorId === wanted) ??
    [...floors].sort((a, b) => Number(b.picture !== null) - Number(a.picture !== null) || b.devices - a.devices)[0]
  return { query, floors, floor, choose: (floorId) => filters.set({ floor: floorId }) }
}
