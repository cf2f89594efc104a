// Says in full what it means that the live connection is gone, and offers to try again.
import { useClock } from '../../kit/clock.ts'
import { ageText } from '../../kit/age.ts'
import { maxAttempts } from '../../kit/live/live.ts'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { telemetry } from '../../kit/live/telemetry.ts'
import { useLive } from '../../kit/live/use-live.ts'

export const ConnectionBanner = () => {
  const { phase } = useLive()
  if (phase !== 'lost' && phase !== 'failed') return null
  return (
    <section
      className={`sticky top-bar z-10 flex items-center gap-3 border-b bg-surface px-6 py-2 tabular-nums below-md:px-4 [&>button]:ms-auto [&>button]:flex-none ${phase === 'failed' ? 'border-critical text-critical' : 'border-stale text-stale'}`}
      aria-label="Live connection"
      data-phase={phase}
      data-testid="connection-banner"
    >
      <Icon name={phase === 'failed' ? 'critical' : 'stale'} size="medium" />
      <p>
        <strong>{phase === 'failed' ? 'Connection lost.' : 'Reconnecting.'}</strong> <Since />
        {phase === 'failed' && ` Gave up after ${maxAttempts} attempts.`}
      </p>
      <PlainButton onClick={() => telemetry().retry()}>Reconnect</PlainButton>
    </section>
  )
}

const Since = () => {
  const { seenAt: receivedAt } = useLive()
  // Both in this machine's time: the server's cannot be asked for now.
  const age = useClock(() => (receivedAt === null ? null : ageText(receivedAt, Date.now())))
  return <>{age === null ? 'The server has not answered yet.' : `What you see is what was known ${age} ago.`}</>
}
