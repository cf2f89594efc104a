// What has just been deleted, for as long as it can be had back; without an end while its button has the focus.
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import type { Removal } from './inbox-state.ts'
import { holdOn, keepHolding } from './inbox-changes.ts'

interface HeldNoticeProps {
  readonly held: readonly Removal[]
  readonly onUndo: () => void
}

export const HeldNotice = ({ held, onUndo }: HeldNoticeProps) => (
  <p className="flex items-center gap-2 border-t border-t-line bg-sunken py-1 pr-2 pl-4">
    <span className="flex-1">{wordsOf(held)}</span>
    <PlainButton bare aria-keyshortcuts="Control+Z Meta+Z" onFocus={keepHolding} onBlur={holdOn} onClick={onUndo}>
      Undo
    </PlainButton>
  </p>
)

const wordsOf = (held: readonly Removal[]): string => {
  if (held.some((removal) => 'until' in removal)) return 'All notifications deleted'
  const count = held.reduce((sum, removal) => sum + ('ids' in removal ? removal.ids.length : 0), 0)
  return count === 1 ? 'Notification deleted' : `${count} notifications deleted`
}
