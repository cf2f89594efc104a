// What came of what a door was told here: said as it becomes known, and never before.
import type { Door } from '@gatehouse/contract/access/doors'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { isOver, outcomeOf } from './door-view.ts'
import type { Notified } from './use-door-command.ts'

interface CommandStatusProps {
  readonly told: Notified
  readonly door: Pick<Door, 'state'>
}

export const CommandStatus = ({ told: { told: commanded, failure, working }, door }: CommandStatusProps) => {
  const outcome = commanded && !isOver(commanded, door) && outcomeOf(commanded)
  return (
    <output
      className="inline-flex min-h-[1.5em] flex-wrap items-baseline gap-x-2 [&>span]:whitespace-normal"
      aria-live="polite"
    >
      {failure !== null && <StatusWord state="high" word={failure} />}
      {failure === null && outcome && (
        <>
          <StatusWord state={outcome.state} word={outcome.word} icon={working ? 'stale' : undefined} />
          {outcome.detail !== null && <span className="text-muted">{outcome.detail}</span>}
        </>
      )}
    </output>
  )
}
