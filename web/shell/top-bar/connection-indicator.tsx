// The state of the live connection, always in sight.
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { State } from '../../ui/theme/tokens.ts'
import type { Phase } from '../../kit/live/live.ts'
import { useLive } from '../../kit/live/use-live.ts'

const words: Record<Phase, { state: State; word: string; tip: string }> = {
  off: { state: 'unknown', word: 'Not connected', tip: 'Live values do not move' },
  connecting: { state: 'unknown', word: 'Connecting', tip: 'Waiting for the server' },
  live: { state: 'normal', word: 'Live', tip: 'Values arrive as they are reported' },
  lost: { state: 'stale', word: 'Reconnecting', tip: 'Nothing heard from the server: every value shown is old' },
  failed: { state: 'critical', word: 'Disconnected', tip: 'The server cannot be reached: every value shown is old' },
}

export const ConnectionIndicator = () => {
  const { state, word, tip } = words[useLive().phase]
  return (
    // Where the bar has no room for the word, the sign is left of it.
    <span
      className="mx-1 flex-none below-lg:[&_[data-pill]]:p-1 below-lg:[&_[data-pill]>span]:hidden"
      data-tip={tip}
      data-testid="connection"
    >
      {/* Said once, by what says it anew when it changes. */}
      <span aria-hidden="true">
        <StatusWord state={state} word={word} icon={state === 'normal' ? 'live' : state} pill />
      </span>
      <output className="visually-hidden">{`Live connection: ${word}`}</output>
    </span>
  )
}
