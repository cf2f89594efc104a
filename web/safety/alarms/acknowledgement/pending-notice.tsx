// What whoever acknowledged without a connection has to know: nothing is lost, how many wait, and which were refused.
import Button from '@mui/material/Button'
import { counted } from '../../../kit/counted.ts'
import { useReach } from '../../../kit/live/reach.ts'
import { useLive } from '../../../kit/live/use-live.ts'
import { Strip, Strips } from '../../../ui/primitives/strip.tsx'
import type { Pending } from './acknowledgements.ts'
import { acknowledgements } from './send-acknowledgements.ts'

export const PendingNotice = ({ pending }: { readonly pending: readonly Pending[] }) => {
  const reach = useReach()
  const { phase } = useLive()
  const refused = pending.filter((one) => one.refused !== null)
  const waiting = pending.length - refused.length
  const isAway = reach !== 'here' || phase === 'lost' || phase === 'failed'
  return (
    <Strips>
      {waiting > 0 && (
        <Strip state="information" icon={isAway ? 'offline' : 'stale'} end={null}>
          <strong>{counted(waiting, 'acknowledgement')} pending.</strong>{' '}
          {isAway ? 'No connection: sent by itself once it is back.' : 'Being sent.'}
        </Strip>
      )}
      {refused.map(({ alarmId, name, refused: why }) => (
        <Strip
          key={alarmId}
          state="critical"
          icon="critical"
          end={<Button onClick={() => acknowledgements().dismiss(alarmId)}>Dismiss</Button>}
        >
          <strong>{name}:</strong> your acknowledgement was refused. {why}
        </Strip>
      ))}
    </Strips>
  )
}
