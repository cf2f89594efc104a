// The devices that this server polls, and how the connection of each is.
import * as polling from '@gatehouse/contract/building/polling'
import type { ConnectionState } from '@gatehouse/contract/building/polling'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { counted } from '../../kit/counted.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { connectionWord, driverWords, shareText } from './poll-words.ts'

const NewPolled = later(async () => (await import('./polled-sheets.tsx')).NewPolled, 'over')
const PolledSheet = later(async () => (await import('./polled-sheets.tsx')).PolledSheet, 'over')

// Nothing is pushed when a device is polled.
const lookEveryMs = 5_000

export const PolledSection = () => {
  const pages = useWhole(polling.connections, {})
  const isAllowed = useMissing(polling.connections).length === 0
  useQuery({ ...queryOf(polling.connections, {}), refetchInterval: lookEveryMs, enabled: isAllowed })
  const { id, to, closed } = useSheetAddress('polled')
  const filters = useUrlFilters()
  const typed = filters.get('q')
  const q = typed.trim().toLowerCase()
  const add = <AddLink to={to('new')}>Add polled device</AddLink>
  const matches = ({ name, key, address, driver }: ConnectionState) =>
    [name, key, address, driverWords[driver]].some((text) => text.toLowerCase().includes(q))
  const connection = pages.first?.connections.find(({ deviceId }) => deviceId === id) ?? null
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="max-w-[70ch] text-muted">
        Gas transmitters that do not send by themselves: this server reads them over Modbus or BACnet/IP, and never
        writes.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchField label="Search polled devices" value={typed} onChange={(text) => filters.set({ q: text })} />
        {add}
      </div>
      <DataTable
        name="polled-devices"
        label="Polled devices"
        noun={['device', 'devices']}
        pages={pages}
        rows={({ connections }) => connections.filter(matches)}
        rowId={({ deviceId }) => deviceId}
        rowName={({ name }) => name}
        columns={columns}
        card={card}
        to={({ deviceId }) => to(deviceId)}
        failed="The polled devices could not be loaded"
        empty={
          q === '' ? (
            <Empty title="No polled devices yet">
              <p>Add a transmitter by its address and the register map of its maker, and try the connection first.</p>
              {add}
            </Empty>
          ) : (
            <Empty title={`No polled devices match “${typed}”`}>
              <Button variant="outlined" onClick={() => filters.set({ q: '' })}>
                Show all
              </Button>
            </Empty>
          )
        }
      />
      {id === 'new' ? (
        <NewPolled closed={closed} />
      ) : (
        id !== null && pages.first && <PolledSheet key={id} deviceId={id} connection={connection} closed={closed} />
      )}
    </div>
  )
}

const State = ({ connection }: { readonly connection: ConnectionState }) => (
  <StatusWord {...connectionWord(connection)} live />
)

/** Why it is not read, how often, and when it is asked next. */
const Trouble = ({ connection: { error, failures, nextPollAt } }: { readonly connection: ConnectionState }) =>
  failures === 0 ? null : (
    <span>
      {error} {counted(failures, 'poll')} in a row.
      {nextPollAt !== null && (
        <>
          {' '}
          Next: <When at={nextPollAt} />
        </>
      )}
    </span>
  )

const columns: readonly Column<ConnectionState>[] = [
  { field: 'name', title: 'Device', minWidth: 170, text: ({ name }) => name },
  { field: 'driver', title: 'Protocol', minWidth: 110, text: ({ driver }) => driverWords[driver] },
  { field: 'address', title: 'Address', flex: 2, minWidth: 190, text: ({ address }) => address },
  {
    field: 'state',
    title: 'Connection',
    minWidth: 150,
    text: (one) => connectionWord(one).word,
    render: (one) => <State connection={one} />,
  },
  {
    field: 'lastGoodAt',
    title: 'Last read',
    minWidth: 120,
    text: ({ lastGoodAt }) => lastGoodAt ?? '',
    render: ({ lastGoodAt }) => (lastGoodAt === null ? 'Never' : <When at={lastGoodAt} />),
  },
  {
    field: 'share',
    title: 'Last 100 polls',
    minWidth: 120,
    text: shareText,
    value: ({ successShare }) => successShare,
  },
  {
    field: 'error',
    title: 'What is wrong',
    flex: 3,
    minWidth: 220,
    text: ({ error }) => error ?? '',
    render: (one) => <Trouble connection={one} />,
  },
]

const card = (one: ConnectionState) => (
  <>
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <strong>{one.name}</strong>
      <State connection={one} />
    </span>
    <span className="text-sm text-muted">
      {driverWords[one.driver]} · {one.address}
    </span>
    <span>Last read {one.lastGoodAt === null ? 'never' : <When at={one.lastGoodAt} />}</span>
    <Trouble connection={one} />
  </>
)
