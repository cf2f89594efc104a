// The controls of the stream's filters; folded away on a phone.
import type { Device } from '@gatehouse/contract/devices'
import type { Site } from '@gatehouse/contract/sites'
import Button from '@mui/material/Button'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type ReactNode, useId, useState } from 'react'
import { SearchField } from '../ui/search-field.tsx'
import styles from './event-filter-bar.module.css'
import {
  countFilters,
  deviceKinds,
  type Filters,
  kindOf,
  noFilters,
  periodOf,
  periods,
  severityOf,
} from './event-filters.ts'
import { kindWords, knownTypes, whatOf } from './event-words.ts'

interface EventFiltersProps {
  readonly filters: Filters
  readonly devices: readonly Device[]
  readonly sites: readonly Site[]
  readonly onChange: (filters: Filters) => void
}

export const EventFilters = ({ filters, devices, sites, onChange }: EventFiltersProps) => {
  const [unfolded, setUnfolded] = useState(false)
  const controls = useId()
  const change = (changed: Partial<Filters>) => onChange({ ...filters, ...changed })
  const active = countFilters(filters)
  const ofKind = devices.filter(({ kind }) => filters.kind === '' || kind === filters.kind)
  const types = knownTypes.filter(
    ([type]) => filters.kind === '' || type.startsWith(`${filters.kind}.`) || type.startsWith('device.'),
  )
  return (
    <search className={styles.bar}>
      <div className={styles.first}>
        <div className={styles.sought}>
          <SearchField label="Device or happening" value={filters.q} onChange={(q) => change({ q })} />
        </div>
        <span className={styles.unfold}>
          <Button
            variant="outlined"
            aria-expanded={unfolded}
            aria-controls={controls}
            onClick={() => setUnfolded(!unfolded)}
          >
            Filters{active > 0 ? ` (${active})` : ''}
          </Button>
        </span>
      </div>
      <div id={controls} className={styles.controls} data-unfolded={unfolded || undefined}>
        <Choice
          label="Period"
          value={filters.period}
          options={Object.entries(periods)}
          onChange={(value) => change({ period: periodOf(value) })}
        />
        {filters.period === 'days' && (
          <>
            <Day label="From" value={filters.fromDay} onChange={(fromDay) => change({ fromDay })} />
            <Day label="To" value={filters.toDay} onChange={(toDay) => change({ toDay })} />
          </>
        )}
        <Choice
          label="Severity"
          value={filters.severity}
          options={[
            ['', 'Any severity'],
            ['warning', 'Warning and above'],
            ['high', 'High and above'],
            ['critical', 'Critical'],
          ]}
          onChange={(value) => change({ severity: severityOf(value) })}
        />
        <Choice
          label="Kind"
          value={filters.kind}
          options={[['', 'All kinds'], ...deviceKinds.map((kind) => [kind, kindWords[kind]] as const)]}
          onChange={(value) => change({ kind: kindOf(value), type: '', deviceId: '' })}
        />
        <Choice
          label="Device"
          value={filters.deviceId}
          options={[['', 'All devices'], ...ofKind.map(({ id, name }) => [id, name] as const)]}
          onChange={(deviceId) => change({ deviceId })}
        />
        <Choice
          label="What"
          value={filters.type}
          options={[
            ['', 'Anything'],
            ...types,
            ...(filters.type !== '' && types.every(([type]) => type !== filters.type)
              ? [[filters.type, whatOf(filters.type)] as const]
              : []),
          ]}
          onChange={(type) => change({ type })}
        />
        <PlaceChoice filters={filters} sites={sites} onChange={change} />
        <Button disabled={active === 0} onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      </div>
    </search>
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
    <Select
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
    </Select>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <Select label={label} value={value} onChange={onChange}>
    {options.map(([option, words]) => (
      <MenuItem key={option} value={option}>
        {words}
      </MenuItem>
    ))}
    {!options.some(([option]) => option === value) && (
      <MenuItem value={value} disabled>
        Not known here
      </MenuItem>
    )}
  </Select>
)

const Select = ({ label, value, onChange, children }: Omit<ChoiceProps, 'options'> & { children: ReactNode }) => (
  <TextField
    select
    label={label}
    value={value}
    className={styles.choice}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
  >
    {children}
  </TextField>
)

const Day = ({ label, value, onChange }: Omit<ChoiceProps, 'options'>) => (
  <TextField
    type="date"
    label={label}
    value={value}
    className={styles.choice}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true } }}
  />
)
