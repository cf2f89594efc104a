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
    <output className={styles.place}>
      {update !== null && update !== putOff && (
        <span className={styles.notice} data-testid="update">
          <Icon name="refresh" size="medium" />
          <span className={styles.words}>A new version is ready</span>
          <button type="button" className={styles.reload} onClick={takeUpdate}>
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
