// The devices that somebody works at: nobody is notified of their alarms until they are back in service.
import * as devices from '@gatehouse/contract/building/devices'
import type { Device } from '@gatehouse/contract/building/devices'
import { kindWords } from '../../kit/device-kinds.ts'
import { OutOfServiceText } from '../../ui/primitives/out-of-service.tsx'
import { Named } from '../../ui/primitives/named.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { ServiceButton } from '../../ui/sheets/service-button.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

export const DevicesOutOfService = () => (
  <section className="grid grid-cols-1 gap-3">
    <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2>Devices out of service</h2>
      <p className="text-sm text-muted">Somebody works at them; their alarms stand above.</p>
    </header>
    <DataTable
      name="devices-out-of-service"
      label="Devices out of service"
      noun={['device', 'devices']}
      pages={useWhole(devices.list, {})}
      rows={(answer) => answer.devices.filter(({ outOfService }) => outOfService !== null)}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      columns={columns}
      card={card}
      rowAction={serviceButton}
      failed="The devices could not be loaded"
      empty={
        <Empty title="Every device is in service">
          <p>Take a device out of service while somebody works at it: from one of its alarms, or where it is set up.</p>
        </Empty>
      }
    />
  </section>
)

const serviceButton = (device: Device) => <ServiceButton device={device} />

const placeText = ({ site, floor, zone }: Device) => [zone, floor, site].filter(Boolean).join(', ')
const Why = ({ device: { outOfService } }: { readonly device: Device }) =>
  outOfService && <OutOfServiceText of={outOfService} />

const columns: readonly Column<Device>[] = [
  {
    field: 'name',
    title: 'Device',
    flex: 2,
    minWidth: 180,
    render: (device) => <Named name={device.name}>{kindWords[device.kind]}</Named>,
    text: ({ name }) => name,
  },
  { field: 'place', title: 'Location', flex: 2, minWidth: 160, text: placeText },
  {
    field: 'why',
    title: 'Out of service',
    flex: 3,
    minWidth: 260,
    render: (device) => <Why device={device} />,
    text: ({ outOfService }) => outOfService?.reason ?? '',
  },
]

const card = (device: Device) => (
  <>
    <strong>{device.name}</strong>
    <span className="text-sm text-muted">
      {kindWords[device.kind]} · {placeText(device)}
    </span>
    <span>
      <Why device={device} />
    </span>
  </>
)
