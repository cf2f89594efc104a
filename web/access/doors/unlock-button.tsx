// The button that unlocks a door: it names the door and for how long.
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { durationWords } from './door-view.ts'
import type { Notified } from './use-door-command.ts'

type Unlockable = Pick<Door, 'id' | 'name' | 'settings'>

interface UnlockProps {
  readonly door: Unlockable
  readonly told: Notified
  readonly seconds: number
  readonly variant?: 'contained' | 'outlined'
}

export const Unlock = ({ door, told: commanded, seconds, variant = 'contained' }: UnlockProps) => {
  const [asking, setAsking] = useState(false)
  const lasts = durationWords(seconds)
  const unlock = (reason?: string) =>
    commanded.send(doors.unlock, { doorId: door.id, seconds, ...(reason === undefined ? {} : { reason }) })
  const unlocking = commanded.working && commanded.told?.asked === 'unlock' && commanded.told.seconds === seconds
  return (
    <>
      <Button
        variant={variant}
        startIcon={<Icon name="unlocked" />}
        aria-disabled={commanded.working}
        onClick={() => {
          if (commanded.working) return
          if (door.settings.reasonAsked === 'always') setAsking(true)
          // What went wrong stands beside the button.
          else unlock().catch(() => undefined)
        }}
      >
        {unlocking ? (
          'Unlocking…'
        ) : (
          <span>
            Unlock <span className="visually-hidden">{door.name} </span>for {lasts}
          </span>
        )}
      </Button>
      {asking && <AskUnlock door={door} seconds={seconds} onUnlock={unlock} onClose={() => setAsking(false)} />}
    </>
  )
}

interface AskUnlockProps {
  readonly door: Unlockable
  readonly seconds: number
  readonly onUnlock: (reason?: string) => Promise<unknown>
  readonly onClose: () => void
}

/** The question before a door is unlocked, for who comes by a word of the search, and where a reason is asked for. */
export const AskUnlock = ({ door, seconds, onUnlock, onClose }: AskUnlockProps) => {
  const lasts = durationWords(seconds)
  const always = door.settings.reasonAsked === 'always'
  return (
    <Confirm
      title={`Unlock ${door.name}?`}
      action={`Unlock for ${lasts}`}
      busy="Asking…"
      {...(always ? { reason: { label: 'Why' } } : {})}
      onConfirm={(reason) => onUnlock(always ? reason : undefined)}
      onClose={onClose}
    >
      <p>
        {door.name} can be opened by anybody for {lasts}, and locks again by itself.
      </p>
    </Confirm>
  )
}
