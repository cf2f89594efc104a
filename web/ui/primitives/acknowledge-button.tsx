// The button that acknowledges an alarm with one press where it is listed. The key A presses it where the focus is on what it
// stands in (`useShortcuts`). Without the component library, for every page begins with it.
import { useState } from 'react'
import { messageOf } from '../../kit/data/api.ts'
import { toast } from '../feedback/toast.ts'

interface AcknowledgeButtonProps {
  /** What is acknowledged, for who hears the button: `Door forced open, Fire exit`. */
  readonly of: string
  readonly acknowledge: () => Promise<unknown>
}

export const AcknowledgeButton = ({ of, acknowledge }: AcknowledgeButtonProps) => {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    if (busy) return
    setBusy(true)
    await acknowledge()
      .catch((error: unknown) => toast('error', messageOf(error, 'It could not be acknowledged. Please try again.')))
      .finally(() => setBusy(false))
  }
  return (
    <button
      type="button"
      className="relative z-1 inline-flex min-h-[28px] cursor-pointer items-center justify-center rounded border-0 bg-primary px-3 py-0 text-sm font-semibold whitespace-nowrap text-on-primary hover:bg-[color-mix(in_srgb,var(--primary)_88%,var(--text))] aria-disabled:cursor-default aria-disabled:opacity-60 below-md:min-h-touch pointer-coarse:min-h-touch"
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
        {busy ? 'Acknowledging…' : 'Acknowledge'}
        <span className="visually-hidden"> {of}</span>
      </span>
    </button>
  )
}
