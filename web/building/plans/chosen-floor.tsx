// One floor of those that have a plan: the one in the address, else the one with the most to show; and the choice of
// another, by site.
import * as plans from '@gatehouse/contract/building/plans'
import type { Plan } from '@gatehouse/contract/building/plans'
import type { Output } from '@gatehouse/contract/operation'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../kit/data/queries.ts'
import { Empty, SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { FilterSelect } from '../../ui/tables/filter-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'

interface ChosenFloorProps {
  /** What stands beside the choice. */
  readonly renderBeside: (floor: Plan) => ReactNode
  /** What is said where there is no floor. */
  readonly none: ReactNode
  readonly children: (floor: Plan) => ReactNode
}

export const ChosenFloor = ({ renderBeside, none, children }: ChosenFloorProps) => {
  const filters = useUrlFilters()
  const query = useQuery(queryOf(plans.list, {}))
  const skeleton = (
    <div className="grid grid-cols-1 content-start gap-4">
      <SkeletonRows rows={1} />
      {planBone}
    </div>
  )
  return (
    <View op={plans.list} query={query} skeleton={skeleton} failed="The plans could not be loaded">
      {({ plans: floors }) => {
        const wanted = floors.find(({ floorId }) => floorId === filters.get('floor'))
        const floor = wanted ?? [...floors].sort(byWhatIsThere)[0]
        if (!floor) return <Empty title="No floors yet">{none}</Empty>
        return (
          <div className="grid grid-cols-1 content-start gap-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <FilterSelect label="Floor" value={floor.floorId} onChange={(id) => filters.set({ floor: id })}>
                {[...Map.groupBy(floors, ({ siteId }) => siteId)].flatMap(([siteId, ofSite]) => [
                  <ListSubheader key={siteId}>{ofSite[0]?.site}</ListSubheader>,
                  ...ofSite.map(({ floorId, floor: name, picture, devices }) => (
                    <MenuItem key={floorId} value={floorId}>
                      {name}
                      {picture === null ? ' (no plan)' : devices > 0 ? ` (${devices})` : ''}
                    </MenuItem>
                  )),
                ])}
              </FilterSelect>
              {renderBeside(floor)}
            </div>
            {children(floor)}
          </div>
        )
      }}
    </View>
  )
}

const byWhatIsThere = (a: Plan, b: Plan) =>
  Number(b.picture !== null) - Number(a.picture !== null) || b.devices - a.devices

interface PlanOfFloorProps {
  readonly floorId: string
  readonly children: (answer: Output<typeof plans.byFloor>) => ReactNode
}

/** The plan of a floor and what is on it. */
export const PlanOfFloor = ({ floorId, children }: PlanOfFloorProps) => {
  const query = useQuery(queryOf(plans.byFloor, { floorId }))
  return (
    <View op={plans.byFloor} query={query} skeleton={planBone} failed="The plan could not be loaded">
      {children}
    </View>
  )
}

const planBone = <div className="h-[60vh] min-h-[20rem] rounded bg-line" />
