// The gas detectors with what is due at each, what is due first at the top.
import * as service from '@gatehouse/contract/safety/detector-service'
import type { DetectorService } from '@gatehouse/contract/safety/detector-service'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { serverNow } from '../../kit/clock.ts'
import { dayOf, useTimeZone } from '../../kit/time.ts'
import { AddDevice } from '../../ui/feedback/add-device.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, NoPermission } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { OutOfServiceWord } from '../../ui/primitives/out-of-service.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { ExportStrip } from '../../ui/tables/export-strip.tsx'
import { exporting, useExport } from '../../ui/tables/exporting.ts'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { channelsText, dayText, placeText, serviceStates, stateWords } from './service-words.ts'

const DetectorSheet = later(async () => (await import('./detector-sheet.tsx')).DetectorSheet, 'over')
const ServiceSettings = later(async () => (await import('./service-settings.tsx')).ServiceSettings, 'over')

export const DetectorsSection = () => {
  const missing = useMissing(service.list)
  return missing.length > 0 ? <NoPermission missing={missing} /> : <Detectors />
}

const sheetParams = ['detector', 'open', 'channel'] as const

const Detectors = () => {
  const filters = useUrlFilters(sheetParams)
  const timeZone = useTimeZone()
  const { id, to, closed } = useSheetAddress('detector', ['open', 'channel'])
  const [q, chosen] = [filters.get('q'), filters.get('state')]
  const state = serviceStates.find((one) => one === chosen)
  const filter = { ...(q === '' ? {} : { q }), ...(state ? { state } : {}) }
  const pages = usePages(service.list, (page) => ({ ...page, ...filter }), columns)
  const count = Object.keys(filter).length
  const running = useExport().is === 'running'
  const save = () =>
    exporting().start({
      op: service.exportCsv,
      input: filter,
      format: 'csv',
      name: `gas-detector-service-${dayOf(serverNow(), timeZone)}.csv`,
    })
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Detectors">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="max-w-[70ch] text-muted">
          Calibrations, bump tests and sensor replacements: what is due, and the ledger of what was done. The manual of
          the detector and local law go before the intervals here.
        </p>
        <span className="inline-flex flex-wrap gap-2">
          <Button
            variant="outlined"
            startIcon={<Icon name="download" />}
            disabled={running}
            onClick={() => void save()}
          >
            CSV
          </Button>
          <Can op={service.setSettings}>
            <Button component={Link} to={to('settings')} state={opensSheet} variant="outlined">
              Intervals
            </Button>
          </Can>
        </span>
      </div>
      <FilterBar
        count={count}
        onClear={filters.clear}
        first={<SearchField label="Search detectors" value={q} onChange={(words) => filters.set({ q: words })} />}
      >
        <FilterChoice
          label="State"
          value={chosen}
          options={[['', 'Any'], ...serviceStates.map((one) => [one, stateWords[one].word] as const)]}
          onChange={(next) => filters.set({ state: next })}
        />
      </FilterBar>
      <ExportStrip />
      <DataTable
        name="gas-detectors"
        label="Gas detectors"
        noun={['detector', 'detectors']}
        pages={pages}
        rows={({ detectors }) => detectors}
        rowId={({ deviceId }) => deviceId}
        rowName={({ name }) => name}
        columns={columns}
        card={card}
        to={({ deviceId }) => to(deviceId)}
        failed="The gas detectors could not be loaded"
        empty={
          count > 0 ? (
            <Empty title="No detectors match">
              <Button variant="outlined" onClick={filters.clear}>
                Clear the filters
              </Button>
            </Empty>
          ) : (
            <Empty title="No gas detectors yet">
              <p>Once a gas detector is registered, its sensors and their service are listed here.</p>
              <AddDevice>Add a gas detector</AddDevice>
            </Empty>
          )
        }
      />
      {id === 'settings' ? (
        <ServiceSettings closed={closed} />
      ) : (
        id !== null && <DetectorSheet key={id} deviceId={id} closed={closed} />
      )}
    </section>
  )
}

const dueText = ({ dueOn }: DetectorService): string => (dueOn === null ? '–' : dayText(dueOn))

const columns: readonly Column<DetectorService, typeof service.list>[] = [
  { field: 'name', title: 'Detector', flex: 2, minWidth: 180, text: ({ name }) => name, sort: 'name' },
  { field: 'site', title: 'Location', flex: 2, minWidth: 170, text: placeText, sort: 'site' },
  { field: 'channels', title: 'Channels', minWidth: 130, text: channelsText },
  {
    field: 'state',
    title: 'Service',
    minWidth: 130,
    text: ({ state }) => stateWords[state].word,
    render: ({ state }) => <StatusWord {...stateWords[state]} />,
  },
  { field: 'due', title: 'First due', minWidth: 120, text: dueText, sort: 'due' },
  {
    field: 'outOfService',
    title: 'In service',
    minWidth: 140,
    text: ({ outOfService }) => (outOfService ? 'No' : 'Yes'),
    render: ({ outOfService }) => (outOfService ? <OutOfServiceWord /> : 'Yes'),
  },
]

const card = (detector: DetectorService) => (
  <>
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <strong>{detector.name}</strong>
      <StatusWord {...stateWords[detector.state]} />
    </span>
    <span className="text-sm text-muted">
      {[channelsText(detector), placeText(detector)].filter(Boolean).join(' · ')}
    </span>
    <span>
      First due {dueText(detector)}
      {detector.outOfService && (
        <>
          {' '}
          <OutOfServiceWord />
        </>
      )}
    </span>
  </>
)
