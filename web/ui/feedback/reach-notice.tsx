// Says on pages without a live connection that the server cannot be reached, for as long as that is so.
import { useReach } from '../../kit/live/reach.ts'
import { Icon } from '../primitives/icon.tsx'

const words = {
  offline: { title: 'You are offline.', means: 'What is sent now does not arrive.' },
  away: { title: 'Gatehouse cannot be reached.', means: 'Trying again every few seconds.' },
}

/** Its place is there before, so that readers hear what comes into it. */
export const ReachNotice = () => {
  const reach = useReach()
  return (
    // Over the page: coming and going, it moves nothing.
    <output className="pointer-events-none fixed inset-x-0 bottom-[max(var(--space-4),env(safe-area-inset-bottom))] z-1400 flex justify-center px-4">
      {reach !== 'here' && (
        <span
          className="flex items-center gap-2 rounded border border-offline bg-surface px-4 py-3 text-text [box-shadow:0_8px_24px_rgb(0_0_0_/_18%)] [&_svg]:text-offline"
          data-testid="reach"
        >
          <Icon name="offline" size="medium" />
          <span>
            <strong>{words[reach].title}</strong> {words[reach].means}
          </span>
        </span>
      )}
    </output>
  )
}
