// What has just been deleted, for as long as it can be had back; without an end while its button has the focus.
import type { Removal } from './inbox-state.ts'
import { holdOn, keepHolding } from './inbox-changes.ts'
import styles from './notifications.module.css'

interface HeldNoticeProps {
  readonly held: readonly Removal[]
  readonly onUndo: () => void
}

export const HeldNotice = ({ held, onUndo }: HeldNoticeProps) => (
  <p className={styles.held}>
    <span>{wordsOf(held)}</span>
    <button type="button" aria-keyshortcuts="Control+Z Meta+Z" onFocus={keepHolding} onBlur={holdOn} onClick={onUndo}>
      Undo
    </button>
  </p>
)

const wordsOf = (held: readonly Removal[]): string => {
  if (held.some((removal) => 'until' in removal)) return 'All notifications deleted'
  const count = held.reduce((sum, removal) => sum + ('ids' in removal ? removal.ids.length : 0), 0)
  return count === 1 ? 'Notification deleted' : `${count} notifications deleted`
}
