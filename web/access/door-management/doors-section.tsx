// The doors being set up, each with its state and with the sheet that every page has for a door.
import type { Door } from '@gatehouse/contract/access/doors'
import { DoorsSection as SetupDoors } from '../door-setup/doors-section.tsx'
import { doorMarks, Respond, StateOf } from '../doors/door-columns.tsx'
import { later } from '../../ui/feedback/later.tsx'
import type { Column } from '../../ui/tables/data-table.tsx'
import { useDoorClosed } from './door-closed.ts'

const DoorSheet = later(async () => (await import('./door-sheet.tsx')).DoorSheet, 'over')

const home = '/door-management/doors'

const state: Column<Door> = {
  field: 'state',
  title: 'State',
  minWidth: 300,
  render: (door) => (
    <span className="inline-flex items-center gap-3" data-alarm={door.alarm ? '' : undefined}>
      <StateOf door={door} />
      <Respond door={door} />
    </span>
  ),
}

export const DoorsSection = () => {
  const closed = useDoorClosed(home)
  return (
    <SetupDoors
      state={state}
      marks={doorMarks}
      renderDoor={(id) => <DoorSheet key={id} id={id} closed={closed} first="connection" />}
    />
  )
}
