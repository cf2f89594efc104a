// Unlocking a door from wherever it is shown: which door, how it is now, why where that is asked for, and what comes of
// it until the door has said so.
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Question } from '../../ui/sheets/question.tsx'
import { useWhy } from '../../ui/sheets/why-field.ts'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { DoorToUnlock } from '../../ui/feedback/unlock-door.tsx'
import { Lasting } from './lasting.tsx'
import { placeOf } from './door-parts.ts'
import { durationWords, viewOf } from './door-view.ts'
import { CommandStatus } from './command-status.tsx'
import { UnderLockdown } from './under-lockdown.tsx'
import { useDoorCommand } from './use-door-command.ts'

interface UnlockDialogProps {
  readonly door: DoorToUnlock
  readonly onClose: () => void
}

export const UnlockDialog = ({ door: { id, name }, onClose }: UnlockDialogProps) => {
  const query = useQuery({ ...queryOf(doors.byId, { doorId: id }), refetchOnMount: 'always' })
  if (query.data && !query.isError) return <Asking door={query.data.door} onClose={onClose} />
  return (
    <Question
      title={`Unlock ${name ?? 'this door'}?`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a prop of the frame, not an attribute
      role="dialog"
      action="Unlock"
      busy="Unlock"
      leave="Close"
      failure={null}
      working={false}
      confirm={<></>}
      onClose={onClose}
    >
      {isStatus(query.error, 404) ? (
        <Empty title="There is no such door any more">
          <p>It may have been retired, or it is hidden from you by a label.</p>
        </Empty>
      ) : (
        <View op={doors.byId} query={query} rows={3} failed="The door could not be loaded">
          {() => null}
        </View>
      )}
    </Question>
  )
}

const Asking = ({ door, onClose }: { readonly door: Door; readonly onClose: () => void }) => {
  const commanded = useDoorCommand()
  const why = useWhy()
  const { pulseSeconds, extendedSeconds, reasonAsked } = door.settings
  const asksWhy = reasonAsked === 'always'
  const isOffline = door.online === false
  const unlock = async (seconds: number) => {
    if (commanded.working || isOffline) return
    const reason = asksWhy ? why.given() : undefined
    if (reason === null) return
    // What went wrong is said in its place.
    await commanded
      .send(doors.unlock, { doorId: door.id, seconds, ...(reason === undefined ? {} : { reason }) })
      .catch(() => undefined)
  }
  const words = (seconds: number) =>
    commanded.working && (commanded.told?.seconds ?? seconds) === seconds
      ? 'Unlocking…'
      : `Unlock for ${durationWords(seconds)}`
  return (
    <Question
      title={`Unlock ${door.name}?`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a prop of the frame, not an attribute
      role="dialog"
      action={words(pulseSeconds)}
      busy="Unlocking…"
      leave={commanded.told || commanded.working ? 'Close' : 'Cancel'}
      failure={null}
      working={false}
      onSubmit={() => unlock(pulseSeconds)}
      onClose={onClose}
      confirm={
        <>
          {extendedSeconds !== pulseSeconds && (
            <Button
              variant="outlined"
              aria-disabled={commanded.working || isOffline}
              onClick={() => void unlock(extendedSeconds)}
            >
              {words(extendedSeconds)}
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter confirms, and Escape leaves
            autoFocus={!asksWhy}
            aria-disabled={commanded.working || isOffline}
          >
            {words(pulseSeconds)}
          </Button>
        </>
      }
      field={
        <>
          {asksWhy && (
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reason comes before the confirmation
            <TextField {...why.field} autoFocus slotProps={{ htmlInput: { maxLength: 200 } }} />
          )}
          <CommandStatus told={commanded} door={door} />
        </>
      }
    >
      <Now door={door} />
      <UnderLockdown door={door} />
      <p>
        {isOffline
          ? `${door.name} is offline: no command reaches it until it is back.`
          : `${door.name} can be opened by anybody for that time, and locks again by itself.`}
      </p>
      <p>
        <Link to={`/doors/${door.id}`} onClick={onClose}>
          All of this door
        </Link>
      </p>
    </Question>
  )
}

const Now = ({ door }: { readonly door: Door }) => {
  const { state, word, icon, at } = viewOf(door)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 [&>span:not(:first-child)]:text-muted">
      <StatusWord state={state} word={word} icon={icon} live />
      <span>{placeOf(door)}</span>
      <span>
        {at === null ? (
          'never reported'
        ) : (
          <>
            reported <Lasting since={at} /> ago
          </>
        )}
      </span>
    </p>
  )
}
