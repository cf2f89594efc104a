// What may be done to a door, and what came of it. What is kept on the record with a reason asks for one.
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import { useMissing } from '../../kit/can.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { CommandStatus } from './command-status.tsx'
import { UnlockDialog } from './unlock-dialog.tsx'
import { useDoorCommand } from './use-door-command.ts'

interface DoorActionsProps {
  readonly door: Door
  /** The question before an unlock is there. */
  readonly asks: boolean
  readonly onAsk: (asks: boolean) => void
}

export const DoorActions = ({ door, asks, onAsk }: DoorActionsProps) => {
  const commanded = useDoorCommand()
  const isOffline = door.online === false
  if (useMissing(doors.unlock).length > 0) {
    return <p className="text-muted">You may look at this door. To work it you need “Unlock and lock doors”.</p>
  }
  const send = (op: typeof doors.lock | typeof doors.release) => {
    // Locking never waits for an answer that may not come.
    commanded.send(op, { doorId: door.id }).catch(() => undefined)
  }
  return (
    <div className="mt-4 grid gap-2">
      <div className="flex flex-wrap gap-2 *:min-h-touch below-sm:*:flex-[1_1_9rem]">
        <Button
          variant={door.alarm ? 'outlined' : 'contained'}
          startIcon={<Icon name="unlocked" />}
          aria-disabled={isOffline}
          aria-haspopup="dialog"
          onClick={() => {
            if (!isOffline) onAsk(true)
          }}
        >
          <span>
            Unlock<span className="visually-hidden"> {door.name}</span>…
          </span>
        </Button>
        <Button variant="outlined" startIcon={<Icon name="locked" />} onClick={() => send(doors.lock)}>
          <span>
            Lock<span className="visually-hidden"> {door.name} now</span>
          </span>
        </Button>
        {door.hold ? (
          <Button variant="outlined" onClick={() => send(doors.release)}>
            <span>
              Release<span className="visually-hidden"> {door.name}: back to what its schedule wants</span>
            </span>
          </Button>
        ) : (
          <ConfirmButton
            variant="outlined"
            startIcon={<Icon name="open" />}
            idle={commanded.working || isOffline}
            label={
              <span>
                Keep <span className="visually-hidden">{door.name} </span>unlocked…
              </span>
            }
            title={`Keep ${door.name} unlocked?`}
            action="Keep unlocked"
            busy="Asking…"
            tone="plain"
            reason={{ label: 'Why' }}
            run={(reason) => commanded.send(doors.hold, { doorId: door.id, reason })}
          >
            <p>{door.name} stays unlocked for everybody until somebody releases or locks it.</p>
          </ConfirmButton>
        )}
      </div>
      {isOffline && <p className="text-muted">It is offline: no command reaches it until it is back.</p>}
      <CommandStatus told={commanded} door={door} />
      {asks && <UnlockDialog door={door} onClose={() => onAsk(false)} />}
    </div>
  )
}
