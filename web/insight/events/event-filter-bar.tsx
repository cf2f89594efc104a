// The controls of the stream's filters.
import type { Device } from '@gatehouse/contract/building/devices'
import type { Site } from '@gatehouse/contract/building/sites'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { kindWords } from '../../kit/device-kinds.ts'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice, FilterSelect, PeriodChoice } from '../../ui/tables/filter-choice.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { countFilters, type Filters, kindOf, noFilters, severityOf } from './event-filters.ts'
import { whatOf } from '../../kit/live/event-what.ts'
import { knownTypes } from './event-words.ts'

interface EventFiltersProps {
  readonly filters: Filters
  readonly devices: readonly Device[]
  readonly sites: readonly Site[]
  readonly onChange: (changed: Partial<Filters>) => void
}

export const EventFilters = ({ filters, devices, sites, onChange }: EventFiltersProps) => {
  const ofKind = devices.filter(({ kind }) => filters.kind === '' || kind === filters.kind)
  const types = knownTypes.filter(
    ([type]) => filters.kind === '' || type.startsWith(`${filters.kind}.`) || type.startsWith('device.'),
  )
  return (
    <FilterBar
      views={<SavedViews page="/events" />}
      count={countFilters(filters)}
      onClear={() => onChange(noFilters)}
      first={<SearchField label="Device or event" value={filters.q} onChange={(q) => onChange({ q })} />}
    >
      <PeriodChoice value={filters} onChange={onChange} />
      <FilterChoice
        label="Severity"
        value={filters.severity}
        options={[
          ['', 'Any severity'],
          ['warning', 'Warning and above'],
          ['high', 'High and above'],
          ['critical', 'Critical'],
        ]}
        onChange={(value) => onChange({ severity: severityOf(value) })}
      />
      <FilterChoice
        label="Kind"
        value={filters.kind}
        options={[['', 'All kinds'], ...Object.entries(kindWords)]}
        onChange={(value) => onChange({ kind: kindOf(value), type: '', deviceId: '' })}
      />
      <FilterChoice
        label="Device"
        value={filters.deviceId}
        options={[['', 'All devices'], ...ofKind.map(({ id, name }) => [id, name] as const)]}
        onChange={(deviceId) => onChange({ deviceId })}
      />
      <FilterChoice
        label="Event"
        value={filters.type}
        options={[
          ['', 'Anything'],
          ...types,
          ...(filters.type !== '' && types.every(([type]) => type !== filters.type)
            ? [[filters.type, whatOf(filters.type)] as const]
            : []),
        ]}
        onChange={(type) => onChange({ type })}
      />
      <PlaceChoice filters={filters} sites={sites} onChange={onChange} />
    </FilterBar>
  )
}

interface PlaceChoiceProps {
  readonly filters: Filters
  readonly sites: readonly Site[]
  readonly onChange: (change: Pick<Filters, 'siteId' | 'zoneId'>) => void
}

// A whole site, or a zone of it: in one list, as they are looked for.
const PlaceChoice = ({ filters: { siteId, zoneId }, sites, onChange }: PlaceChoiceProps) => {
  const value = zoneId === '' ? siteId : zoneId
  const known = sites.some(({ id, zones }) => id === value || zones.some((zone) => zone.id === value))
  return (
    <FilterSelect
      label="Place"
      value={value}
      onChange={(chosen) =>
        onChange(
          sites.some(({ id }) => id === chosen) ? { siteId: chosen, zoneId: '' } : { siteId: '', zoneId: chosen },
        )
      }
    >
      <MenuItem value="">All places</MenuItem>
      {value !== '' && !known && (
        <MenuItem value={value} disabled>
          Not known here
        </MenuItem>
      )}
      {sites.flatMap(({ id, name, zones }) => [
        <ListSubheader key={`head ${id}`} aria-hidden="true">
          {name}
        </ListSubheader>,
        <MenuItem key={id} value={id}>
          {name}, all of it
        </MenuItem>,
        ...zones.map((zone) => (
          <MenuItem key={zone.id} value={zone.id}>
            {zone.name}
          </MenuItem>
        )),
      ])}
    </FilterSelect>
  )
}
