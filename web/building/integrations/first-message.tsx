// How a device that was just added connects, and whether its first message has come.
import * as devices from '@gatehouse/contract/building/devices'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { ConnectionCard } from '../../access/door-setup/connection-card.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { When } from '../../ui/time/when.tsx'

interface FirstMessageProps extends Output<typeof devices.register> {
  readonly closed: To
}

export const FirstMessage = ({ device, connection, secret, closed }: FirstMessageProps) => {
  return (
    <SideSheet
      wide
      title={`${device.name} is added`}
      subtitle="Now connect it"
      closed={closed}
      foot={
        <Button component={Link} to={closed} replace variant="contained">
          Done
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-5 wrap-anywhere">
        <Arrival device={device} />
        {connection?.driver === 'gatehouse' || connection?.driver === 'shelly' ? (
          <ConnectionCard connection={connection} secret={secret} kind={device.kind} />
        ) : (
          <p>
            {connection ? 'It comes through its gateway' : 'This server polls it'}: nothing has to be entered in the
            device.
          </p>
        )}
      </div>
    </SideSheet>
  )
}

// The list is corrected by what devices report: it says at once that the first message has come.
const Arrival = ({ device }: { readonly device: devices.Device }) => {
  const query = useQuery(queryOf(devices.list, {}))
  const known = query.data?.devices.find(({ id }) => id === device.id)
  if (query.isSuccess && !known)
    return <p>Your role does not show devices of this kind: whether it has connected is seen by those who may.</p>
  if (!known || known.lastSeenAt === null)
    return (
      <output>
        <StatusWord state="unknown" word="Waiting for the first message" />
      </output>
    )
  return (
    <output>
      <StatusWord state="normal" word="First message received" /> <When at={known.lastSeenAt} />
    </output>
  )
}
