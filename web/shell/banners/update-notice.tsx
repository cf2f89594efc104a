// A new version of the application waits: who sits here says when.
import { useState } from 'react'
import { takeUpdate, useWaitingUpdate } from '../../kit/service-worker.ts'
import { Icon } from '../../ui/primitives/icon.tsx'

/** Its place is there before, so that readers hear what comes into it. */
export const UpdateNotice = () => {
  const update = useWaitingUpdate()
  // Only that one: the next is offered again.
  const [putOff, setPutOff] = useState<object | null>(null)
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-[max(var(--space-4),env(safe-area-inset-bottom))] z-1250 flex justify-center px-4">
      {update !== null && update !== putOff && (
        <span
          className="pointer-events-auto flex items-center gap-2 rounded border border-strong-line bg-surface py-2 ps-4 pe-2 [box-shadow:0_8px_24px_rgb(0_0_0_/_18%)] below-sm:gap-1 below-sm:[&>svg]:hidden"
          data-testid="update"
        >
          <Icon name="refresh" size="medium" className="text-information" />
          <span className="font-semibold whitespace-nowrap">A new version is ready</span>
          <button
            type="button"
            className="min-h-touch cursor-pointer rounded border-0 bg-transparent px-4 py-0 font-semibold text-primary-text hover:bg-line"
            onClick={takeUpdate}
          >
            Reload
          </button>
          <button
            type="button"
            className="grid min-h-touch w-touch cursor-pointer place-items-center rounded border-0 bg-transparent font-semibold text-muted hover:bg-line"
            aria-label="Later"
            onClick={() => setPutOff(update)}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </output>
  )
}
