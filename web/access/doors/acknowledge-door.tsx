// Acknowledging the alarm of a door where the alarm is shown: one press, for those who may.
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMissing } from '../../kit/can.tsx'
import { call, messageOf } from '../../kit/data/api.ts'
import { announce } from '../../kit/hands/announce.ts'
import { toast } from '../../ui/feedback/toast.ts'

type Alarmed = Pick<Door, 'id' | 'name'>

/** Whether the caller may, and how it is done: the door is shown as it is from then on. */
export const useAcknowledge = () => {
  const cache = useQueryClient()
  const isAllowed = useMissing(doors.acknowledge).length === 0
  const acknowledge = async ({ id, name }: Alarmed, note = '') => {
    const { door } = await call(doors.acknowledge, { doorId: id, ...(note === '' ? {} : { note }) })
    // What corrects lists of doors is of no use to a page without one.
    await import('./door-lists.live.ts').then(({ showDoor }) => showDoor(cache, door)).catch(() => {})
    announce(`The alarm of ${name} is acknowledged`)
  }
  return { isAllowed, acknowledge }
}

/** Without the component library, for the dashboard begins with it. The key A presses it where the focus is on what it stands in (`useShortcuts`). */
export const AcknowledgeDoor = ({ door }: { readonly door: Alarmed }) => {
  const { isAllowed, acknowledge } = useAcknowledge()
  const [busy, setBusy] = useState(false)
  if (!isAllowed) return null
  const press = async () => {
    if (busy) return
    setBusy(true)
    await acknowledge(door)
      .catch((error: unknown) => toast('error', messageOf(error, 'It could not be acknowledged. Please try again.')))
      .finally(() => setBusy(false))
  }
  return (
    <button
      type="button"
      className="relative z-1 inline-flex min-h-[28px] cursor-pointer items-center justify-center rounded border-0 bg-primary px-2 py-0 text-sm font-semibold whitespace-nowrap text-on-primary hover:bg-[color-mix(in_srgb,var(--primary)_88%,var(--text))] aria-disabled:cursor-default aria-disabled:opacity-60 pointer-coarse:min-h-touch"
      data-acknowledge
      aria-disabled={busy}
      // In a row that opens, the row is not opened.
      onClick={(event) => {
        event.stopPropagation()
        void press()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
      }}
    >
      <span>
        Acknowledge<span className="visually-hidden"> the alarm of {door.name}</span>
      </span>
    </button>
  )
}
