// Says that new notifications do not come as they are told, why, and offers to try again.
import { messages } from '@gatehouse/contract/realtime'
import { connectionWords } from '../../kit/live/connection-words.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { reconnect, useConnection } from './connection.ts'

/** `focus`: for whoever has pressed what is no longer there. */
export const CutOff = ({ focus }: { readonly focus: () => void }) => {
  const { phase, why } = useConnection()
  if (phase !== 'failed') return null
  const again = () => {
    focus()
    reconnect()
  }
  return (
    <div
      role="alert"
      className="flex items-center gap-3 border-b border-b-critical px-4 py-2 text-critical [&_p]:flex-1 [&_strong]:block"
    >
      <Icon name="offline" size="medium" />
      <p>
        <strong>{messages.connectFailed}</strong> {connectionWords(why)} New ones are asked for every 5 minutes.
      </p>
      <PlainButton onClick={again}>Reconnect</PlainButton>
    </div>
  )
}
