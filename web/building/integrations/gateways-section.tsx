// The gateways of the company: what each signs in as, and which devices and topics it carries.
import * as devices from '@gatehouse/contract/building/devices'
import type { Gateway } from '@gatehouse/contract/building/devices'
import Button from '@mui/material/Button'
import { call } from '../../kit/data/api.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { keysText } from './keys-text.ts'

const GatewayForm = later(async () => (await import('../../access/door-setup/gateway-form.tsx')).GatewayForm, 'over')

export const GatewaysSection = () => {
  const pages = useWhole(devices.gateways, {})
  const sheet = useSheetAddress('add')
  const filters = useUrlFilters()
  const typed = filters.get('q') ?? ''
  const q = typed.trim().toLowerCase()
  const add = <AddLink to={sheet.to('new')}>Add gateway</AddLink>
  const matches = ({ username, keys, topics }: Gateway) =>
    [username, ...(keys ?? []), ...topics].some((text) => text.toLowerCase().includes(q))
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchField label="Search gateways" value={typed} onChange={(text) => filters.set({ q: text })} />
        {add}
      </div>
      <DataTable
        name="gateways"
        label="Gateways"
        pages={pages}
        rows={({ gateways }) => gateways.filter(matches)}
        rowId={({ username }) => username}
        rowName={({ username }) => username}
        columns={columns}
        card={card}
        failed="The gateways could not be loaded"
        empty={
          q === '' ? (
            <Empty title="No gateways yet">
              <p>One connection carries many devices: those of Zigbee2MQTT or Home Assistant, for example.</p>
              {add}
            </Empty>
          ) : (
            <Empty title={`No gateways match “${typed}”`}>
              <Button variant="outlined" onClick={() => filters.set({ q: '' })}>
                Show all
              </Button>
            </Empty>
          )
        }
      />
      {sheet.id === 'new' && (
        <GatewayForm
          subtitle="It carries every device of the company on its protocol"
          create={(gateway) => call(devices.createGateway, gateway)}
          closed={sheet.closed}
        />
      )}
    </div>
  )
}

const topicsText = ({ topics }: Gateway): string => topics.join(', ') || 'Gatehouse MQTT'

const columns: readonly Column<Gateway>[] = [
  { field: 'username', title: 'User name', minWidth: 200, text: ({ username }) => username },
  { field: 'devices', title: 'Devices', minWidth: 180, text: ({ keys }) => keysText(keys) },
  { field: 'topics', title: 'Topics', flex: 2, minWidth: 200, text: topicsText },
]

const card = (gateway: Gateway) => (
  <span className="grid min-w-0 gap-1 wrap-anywhere">
    <strong>{gateway.username}</strong>
    <span className="text-sm font-normal text-muted">
      {keysText(gateway.keys)} · {topicsText(gateway)}
    </span>
  </span>
)
