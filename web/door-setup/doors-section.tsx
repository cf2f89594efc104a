// The doors of the company for who sets them up: where each one is, and what it speaks.
import * as devices from '@gatehouse/contract/devices'
import type { Device } from '@gatehouse/contract/devices'
import { useWhole } from '../ui/data-pages.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/states.tsx'

export const DoorsSection = () => {
  const pages = useWhole(devices.list, { kind: 'door' })
  return (
    <DataTable
      name="door-setup"
      label="Doors"
      pages={pages}
      rows={({ devices: found }) => found}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      columns={columns}
      card={doorCard}
      to={({ id }) => `/door-management/doors/${id}`}
      failed="The doors could not be loaded"
      empty={
        <Empty title="No doors yet">
          <p>A door is there once its controller is.</p>
        </Empty>
      }
    />
  )
}

const columns: readonly Column<Device>[] = [
  { field: 'name', title: 'Door', minWidth: 180, render: ({ name }) => name },
  { field: 'place', title: 'Place', flex: 2, minWidth: 200, render: (door) => placeOf(door) },
]

const doorCard = (door: Device) => (
  <>
    <span>{door.name}</span>
    <span>{placeOf(door)}</span>
  </>
)

const placeOf = ({ site, floor, zone }: Device): string => [site, floor, zone].filter(Boolean).join(' · ')
