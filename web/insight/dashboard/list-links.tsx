// On a phone the lists themselves are a tap away: how many each has, and how many of them need somebody.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Device } from '@gatehouse/contract/building/devices'
import * as system from '@gatehouse/contract/system/system'
import type { ReactNode } from 'react'
import { doorsNeeding } from '../../access/doors/doors-needing.tsx'
import { useDoorAlarms } from '../../access/doors/door-alarms.ts'
import { useHolds, useMissing } from '../../kit/can.tsx'
import { Link } from '../../kit/place.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'

export const ListLinks = ({ devices }: { readonly devices: readonly Device[] | undefined }) => {
  const doors = devices?.filter(({ kind }) => kind === 'door')
  const alarms = useDoorAlarms()
  const needing = doors && doorsNeeding(doors, alarms).length
  const mayDoors = useHolds(['read_doors'])
  const mayInside = useMissing(entryExit.inside).length === 0
  const mayMuster = useHolds(['read_entry_exit_dashboard', 'manage_muster'])
  const mayVisitors = useHolds(['read_doors', 'manage_visitors'])
  const mayLog = useHolds(['read_entry_exit_report'])
  const maySystem = useMissing(system.systemHealth).length === 0
  return (
    <nav aria-label="Lists" className="grid rounded border border-line bg-surface px-2 py-1">
      {mayDoors && (
        <ListLink to="/doors" name="Doors">
          {needing ? `${needing} of ${doors.length} need attention` : doors?.length}
        </ListLink>
      )}
      {mayInside && <ListLink to="/entry-exit/dashboard" name="Occupancy" />}
      {mayMuster && <ListLink to="/entry-exit/dashboard/muster" name="Muster" />}
      {mayVisitors && <ListLink to="/visitors" name="Visitors" />}
      {mayLog && <ListLink to="/entry-exit/report" name="Entry and exit" />}
      {maySystem && <ListLink to="/logs/system" name="System health" />}
    </nav>
  )
}

interface ListLinkProps {
  readonly to: string
  readonly name: string
  readonly children?: ReactNode
}

const ListLink = ({ to, name, children }: ListLinkProps) => (
  <Link
    to={to}
    className="flex min-h-touch items-center gap-3 rounded px-2 text-inherit no-underline not-first:border-t not-first:border-t-line [&>svg]:text-muted"
  >
    <strong className="font-semibold">{name}</strong>
    <span className="ms-auto text-sm text-muted tabular-nums">{children}</span>
    <Icon name="next" />
  </Link>
)
