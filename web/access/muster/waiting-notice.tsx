// What a warden without a connection has to know: nothing is lost, how many marks wait, and which were not taken.
import { messages } from '@gatehouse/contract/access/muster'
import Button from '@mui/material/Button'
import { useReach } from '../../kit/live/reach.ts'
import { useLive } from '../../kit/live/use-live.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { statusWords } from './muster-words.ts'
import { notice } from './notice.ts'
import type { Waiting } from './outbox.ts'
import { outbox } from './sending.ts'

interface WaitingNoticeProps {
  readonly waiting: readonly Waiting[]
  /** The list could not be asked for: it is the last that was known. */
  readonly isOld: boolean
}

export const WaitingNotice = ({ waiting, isOld }: WaitingNoticeProps) => {
  const reach = useReach()
  const { phase } = useLive()
  const refused = waiting.filter((one) => one.refused !== null)
  const unsent = waiting.length - refused.length
  const isAway = reach !== 'here' || phase === 'lost' || phase === 'failed' || isOld
  return (
    <div className="grid gap-2 [&:not(:has(p))]:hidden">
      <output>
        {(isAway || unsent > 0) && (
          <p className={notice} data-state="warning" data-testid="waiting">
            <Icon name={isAway ? 'offline' : 'stale'} size="medium" />
            <span>
              {unsent > 0 && <strong>{messages.waiting(unsent)}. </strong>}
              {isAway && 'No connection: go on marking, it is kept here and sent by itself.'}
            </span>
          </p>
        )}
      </output>
      {refused.map(({ mark, name, refused: because }) => (
        <p key={mark.id} className={notice} data-state="critical" role="alert">
          <Icon name="critical" size="medium" />
          <span className="flex-1">
            {name}: {statusWords[mark.status].word.toLowerCase()} was not taken. {because}
          </span>
          <Button onClick={() => outbox().forget(mark.id)}>I have seen it</Button>
        </p>
      ))}
    </div>
  )
}
