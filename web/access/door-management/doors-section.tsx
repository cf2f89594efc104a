// The doors being set up, each with the sheet that every page has for a door.
import { DoorsSection as SetupDoors } from '../door-setup/doors-section.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { useDoorClosed } from './door-closed.ts'

const DoorSheet = later(async () => (await import('./door-sheet.tsx')).DoorSheet, 'over')

const home = '/door-management/doors'

export const DoorsSection = () => {
  const closed = useDoorClosed(home)
  return <SetupDoors renderDoor={(id) => <DoorSheet key={id} id={id} closed={closed} first="connection" />} />
}
