// The doors of the company for who sets them up: where each one is, what it speaks, and how far it has got.
import { call } from '../../kit/data/api.ts'
import { doorDiscovery } from './door-discovery.ts'
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Discovered } from '@gatehouse/contract/access/door-setup'
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, type To, useLocation, useParams } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable, type Marks } from '../../ui/tables/data-table.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { OutOfServiceWord } from '../../ui/primitives/out-of-service.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { driverWords } from './controller-settings.ts'

const AddDoor = later(async () => (await import('./add-door.tsx')).AddDoor, 'over')
const FoundSheet = later(async () => (await import('./found-sheet.tsx')).FoundSheet, 'over')
const GatewayForm = later(async () => (await import('./gateway-form.tsx')).GatewayForm, 'over')

const home = '/door-management/doors'

interface DoorsSectionProps {
  /** The sheet of a door. */
  readonly renderDoor: (id: string) => ReactNode
  /** How each door is, and what to do about it. */
  readonly state: Column<Door>
  readonly marks: (door: Door) => Marks
}

/** `/door-management/doors` and `…/doors/{id}`; `?do=add`, `?do=found`, `?do=gateway`, `?do=add:{driver}:{address}`. */
export const DoorsSection = ({ renderDoor, state, marks }: DoorsSectionProps) => {
  const { '*': rest = '' } = useParams()
  const { search } = useLocation()
  const [, doorId] = rest.split('/')
  const filters = useUrlFilters(['do', 'tab', 'ask'])
  const q = filters.get('q')
  const doing = useSheetAddress('do')
  const pages = usePages(doors.list, (page) => ({ ...page, ...(q === '' ? {} : { q }) }), columns)
  const may = useMissing(doorSetup.discovered).length === 0
  const waiting = useQuery({ ...queryOf(doorSetup.discovered, {}), enabled: may }).data?.discovered
  const all = useMemo(() => [...columns.slice(0, 1), state, ...columns.slice(1)], [state])
  const add = <AddLink to={doing.to('add')}>Add door</AddLink>
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 [&>:first-child]:max-w-[24rem] [&>:first-child]:flex-[1_1_14rem]">
        <SearchField label="Search doors" value={q} onChange={(value) => filters.set({ q: value })} />
        <span className="flex flex-wrap gap-2">
          <SavedViews page="/door-management/doors" />
          <Button component={Link} to={doing.to('found')} state={opensSheet} variant="outlined">
            Discovered devices{waiting && waiting.length > 0 ? ` (${waiting.length})` : ''}
          </Button>
          {add}
        </span>
      </div>
      <DataTable
        name="door-setup"
        label="Doors"
        noun={['door', 'doors']}
        pages={pages}
        rows={({ doors: found }) => found}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={all}
        card={doorCard}
        marks={marks}
        to={({ id }) => ({ pathname: `${home}/${id}`, search })}
        failed="The doors could not be loaded"
        empty={
          q === '' ? (
            <Empty title="No doors yet">
              <p>Add your first door: ten minutes with a controller, two with a command line.</p>
              {add}
            </Empty>
          ) : (
            <Empty title={`No doors match “${q}”`}>
              <Button variant="outlined" onClick={() => filters.set({ q: '' })}>
                Show all
              </Button>
            </Empty>
          )
        }
      />
      {doing.id === null ? (
        doorId && renderDoor(doorId)
      ) : doing.id === 'found' ? (
        <FoundSheet
          of={doorDiscovery}
          closed={doing.closed}
          gateway={doing.to('gateway')}
          add={(found) => doing.to(`add:${found.driver}:${found.address}`)}
        />
      ) : doing.id === 'gateway' ? (
        <GatewayForm
          subtitle="It carries the doors you add on its protocol, and nothing else"
          create={(gateway) => call(doorSetup.addGateway, gateway)}
          closed={doing.closed}
        />
      ) : (
        <Adding wanted={doing.id} waiting={waiting} closed={doing.closed} />
      )}
    </div>
  )
}

interface AddingProps {
  readonly wanted: string
  readonly waiting: readonly Discovered[] | undefined
  readonly closed: To
}

const Adding = ({ wanted, waiting, closed }: AddingProps) => {
  if (wanted === 'add') return <AddDoor found={null} closed={closed} />
  const found = waiting?.find(({ driver, address }) => wanted === `add:${driver}:${address}`)
  return waiting && <AddDoor key={wanted} found={found ?? null} closed={closed} />
}

const placeOf = ({ site, floor, zone }: Door): string => [site, floor, zone].filter(Boolean).join(' · ')

const Connection = ({ online, outOfService }: Pick<Door, 'online' | 'outOfService'>) => {
  if (outOfService) return <OutOfServiceWord />
  if (online === null) return <StatusWord state="unknown" word="Never connected" />
  return <StatusWord state={online ? 'normal' : 'offline'} word={online ? 'Online' : 'Offline'} live />
}

const columns: readonly Column<Door, typeof doors.list>[] = [
  { field: 'name', title: 'Door', sort: 'name', minWidth: 180, render: ({ name }) => name },
  { field: 'place', title: 'Location', sort: 'place', flex: 2, minWidth: 220, render: placeOf },
  {
    field: 'connection',
    title: 'Connection',
    sort: 'lastSeenAt',
    descending: 'newest',
    minWidth: 150,
    render: (door) => <Connection {...door} />,
  },
  { field: 'driver', title: 'Protocol', sort: 'driver', minWidth: 160, render: ({ driver }) => driverWords[driver] },
  { field: 'key', title: 'Device ID', sort: 'key', minWidth: 160, optional: true, render: ({ key }) => key },
]

const doorCard = (door: Door) => (
  <>
    <span>{door.name}</span>
    <span className="text-sm text-muted">{placeOf(door)}</span>
    <Connection online={door.online} outOfService={door.outOfService} />
  </>
)
