// Every device of the company: where it is, whether it is connected, and adding one by hand or as it introduced itself.
import * as devices from '@gatehouse/contract/building/devices'
import type { Device } from '@gatehouse/contract/building/devices'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { deviceDiscovery } from '../../access/door-setup/door-discovery.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { OutOfServiceWord } from '../../ui/primitives/out-of-service.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ServiceButton } from '../../ui/sheets/service-button.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { kindWords } from '../../kit/device-kinds.ts'

const AddDevice = later(async () => (await import('./add-device.tsx')).AddDevice, 'over')
const FoundSheet = later(async () => (await import('../../access/door-setup/found-sheet.tsx')).FoundSheet, 'over')
const GatewayForm = later(async () => (await import('../../access/door-setup/gateway-form.tsx')).GatewayForm, 'over')

const lookEveryMs = 30_000

export const DevicesSection = () => {
  const pages = useWhole(devices.list, {})
  const sheet = useSheetAddress('add')
  const filters = useUrlFilters()
  const q = (filters.get('q') ?? '').trim().toLowerCase()
  // Nothing is pushed when a device introduces itself.
  const { data: found } = useQuery({ ...queryOf(devices.discovered, {}), refetchInterval: lookEveryMs })
  const waiting = found?.discovered
  const add = <AddLink to={sheet.to('new')}>Add device</AddLink>
  const matches = ({ name, key, kind, site, zone }: Device) =>
    [name, key, kindWords[kind], site, zone ?? ''].some((text) => text.toLowerCase().includes(q))
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchField
          label="Search devices"
          value={filters.get('q') ?? ''}
          onChange={(text) => filters.set({ q: text })}
        />
        <div className="flex flex-wrap gap-2">
          <SavedViews page="/settings/integrations/devices" />
          <Button component={Link} to={sheet.to('discovered')} state={opensSheet} variant="outlined">
            Discovered devices{waiting && waiting.length > 0 ? ` (${waiting.length})` : ''}
          </Button>
          {add}
        </div>
      </div>
      <DataTable
        name="devices"
        label="Devices"
        noun={['device', 'devices']}
        pages={pages}
        rows={({ devices: all }) => all.filter(matches)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        card={card}
        rowAction={serviceButton}
        failed="The devices could not be loaded"
        empty={
          q === '' ? (
            <Empty title="No devices yet">
              <p>Add one by hand, or connect a gateway and take in what it carries.</p>
              {add}
            </Empty>
          ) : (
            <Empty title={`No devices match “${q}”`}>
              <Button variant="outlined" onClick={() => filters.set({ q: '' })}>
                Show all
              </Button>
            </Empty>
          )
        }
      />
      {sheet.id === 'discovered' ? (
        <FoundSheet
          of={deviceDiscovery}
          gateway={sheet.to('gateway')}
          add={({ driver, address }) => sheet.to(`${driver}:${address}`)}
          closed={sheet.closed}
        />
      ) : sheet.id === 'gateway' ? (
        <GatewayForm
          subtitle="It carries every device of the company on its protocol"
          create={(gateway) => call(devices.createGateway, gateway)}
          closed={sheet.closed}
        />
      ) : sheet.id === 'new' ? (
        <AddDevice found={null} closed={sheet.closed} />
      ) : (
        sheet.id !== null &&
        waiting && (
          <AddDevice
            key={sheet.id}
            found={waiting.find(({ driver, address }) => sheet.id === `${driver}:${address}`) ?? null}
            closed={sheet.closed}
          />
        )
      )}
    </div>
  )
}

const Connection = ({ device: { online, lastSeenAt, outOfService } }: { readonly device: Device }) => {
  if (outOfService) return <OutOfServiceWord />
  if (online === null || lastSeenAt === null) return <StatusWord state="unknown" word="Never connected" />
  return (
    <span>
      <StatusWord state={online ? 'normal' : 'offline'} word={online ? 'Online' : 'Offline'} /> <When at={lastSeenAt} />
    </span>
  )
}

const serviceButton = (device: Device) => <ServiceButton device={device} />

const placeText = ({ site, floor, zone }: Device) => [site, floor, zone].filter(Boolean).join(' · ')

const columns: readonly Column<Device>[] = [
  { field: 'name', title: 'Device', minWidth: 170, text: ({ name }) => name },
  { field: 'kind', title: 'Kind', minWidth: 130, text: ({ kind }) => kindWords[kind] },
  { field: 'key', title: 'Device ID', minWidth: 150, text: ({ key }) => key },
  { field: 'place', title: 'Location', flex: 2, minWidth: 180, text: placeText },
  { field: 'connection', title: 'Last seen', minWidth: 170, render: (device) => <Connection device={device} /> },
]

const card = (device: Device) => (
  <span className="grid min-w-0 gap-1 wrap-anywhere">
    <strong>{device.name}</strong>
    <Connection device={device} />
    <span className="text-sm font-normal text-muted">
      {kindWords[device.kind]} · {device.key} · {placeText(device)}
    </span>
  </span>
)
