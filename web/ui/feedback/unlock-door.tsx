// Unlocking a door wherever one is shown: the button, which is there for those who may. What asks and does it stands
// around the page (access/doors-desk/around-doors.tsx), for a page that shows a door knows nothing of working it.
import { createContext, useContext } from 'react'
import { Icon } from '../primitives/icon.tsx'

export interface DoorToUnlock {
  readonly id: string
  /** Absent: the question says it. */
  readonly name?: string | undefined
  /** false: no command reaches it now. */
  readonly online?: boolean | null
}

type Ask = (door: DoorToUnlock) => void

// null: they may not, or the page has nobody who asks.
const Asking = createContext<Ask | null>(null)

export const UnlockProvider = Asking.Provider

interface UnlockDoorProps {
  readonly door: DoorToUnlock
  /** `sign`: where there is no room for the word; `named`: where nothing beside it says which door it is. */
  readonly look?: 'word' | 'sign' | 'named'
}

export const UnlockDoor = ({ door, look = 'word' }: UnlockDoorProps) => {
  const ask = useContext(Asking)
  if (!ask) return null
  const sign = look === 'sign'
  const what = door.name ?? 'this door'
  const isOffline = door.online === false
  return (
    <button
      type="button"
      className="inline-flex min-h-[28px] cursor-pointer items-center justify-center gap-1 rounded border border-strong-line bg-surface px-2 py-0 text-sm font-semibold whitespace-nowrap text-primary-text hover:bg-[color-mix(in_srgb,var(--primary)_8%,var(--surface))] data-sign:min-w-[28px] data-sign:p-0 pointer-coarse:min-h-touch pointer-coarse:min-w-touch pointer-coarse:data-sign:min-w-touch aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:opacity-70"
      data-sign={sign || undefined}
      aria-haspopup="dialog"
      aria-label={sign ? `Unlock ${what}…` : undefined}
      aria-disabled={isOffline || undefined}
      title={isOffline ? 'Offline: no command reaches it' : undefined}
      onClick={(event) => {
        // In a row that is a link the row is not followed.
        event.stopPropagation()
        if (!isOffline) ask(door)
      }}
    >
      <Icon name="unlocked" />
      {!sign && (
        <span>
          Unlock<span className={look === 'named' ? undefined : 'visually-hidden'}> {what}</span>…
        </span>
      )}
    </button>
  )
}
