// The choice of a floor, by site.
import type { Plan } from '@gatehouse/contract/building/plans'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { FilterSelect } from '../../ui/tables/filter-choice.tsx'

interface FloorChoiceProps {
  readonly floors: readonly Plan[]
  readonly floor: Plan
  readonly onChoose: (floorId: string) => void
}

export const FloorChoice = ({ floors, floor, onChoose }: FloorChoiceProps) => (
  <FilterSelect label="Floor" value={floor.floorId} onChange={onChoose}>
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
)
