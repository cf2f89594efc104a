// A new version of the application waits: who sits here says when.
import { useState } from 'react'
import { takeUpdate, useWaitingUpdate } from '../../kit/service-worker.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import styles from './update-notice.module.css'

/** Its place is there before, so that readers hear what comes into it. */
export const UpdateNotice = () => {
  const update = useWaitingUpdate()
  // Only that one: the next is offered again.
  const [putOff, setPutOff] = useState<object | null>(null)
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-[max(var(--space-4),env(safe-area-inset-bottom))] z-1250 flex justify-center px-4">
      {update !== null && update !== putOff && (
        <span className={styles.notice} data-testid="update">
          <Icon name="refresh" size="medium" />
          <span className="font-semibold whitespace-nowrap">A new version is ready</span>
          <button
            type="button"
            className="min-h-touch cursor-pointer rounded border-0 bg-transparent px-4 py-0 font-semibold text-primary-text hover:bg-line"
            onClick={takeUpdate}
          >
            Reload
          </button>
          <button type="button" className={styles.later} aria-label="Later" onClick={() => setPutOff(update)}>
            <Icon name="close" />
          </button>
        </span>
      )}
    </output>
  )
}
