// The commands to one device, newest first: who and why, each step of its way, and what came of it.
import { isUnderWay, type Status, type Step } from '@gatehouse/contract/building/command-life'
import type { Operation } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { statusStates, statusWords } from '../../kit/command-words.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { View } from '../feedback/states.tsx'
import { StatusWord } from '../primitives/status-word.tsx'
import { When } from '../time/when.tsx'

interface AnyCommand {
  readonly id: string
  readonly by: string
  readonly reason: string | null
  readonly status: Status
  readonly detail: string | null
  readonly requestedAt: string
  readonly correlationId: string
  readonly steps: readonly Step[]
}

interface CommandHistoryProps<C extends AnyCommand> {
  readonly op: Operation
  readonly query: UseInfiniteQueryResult<readonly C[]>
  /** `Unlock for 5 s` */
  readonly deed: (command: C) => ReactNode
}

export const CommandHistory = <C extends AnyCommand>({ op, query, deed }: CommandHistoryProps<C>) => (
  <section className="grid justify-items-start gap-2 *:w-full [&>button]:w-auto">
    <h3>Command history</h3>
    <View op={op} query={query} rows={3} failed="The command history could not be loaded">
      {(commands) =>
        commands.length === 0 ? (
          <p className="text-muted">Nothing yet.</p>
        ) : (
          <ol>
            {commands.map((command) => (
              <OneCommand key={command.id} command={command} deed={deed(command)} />
            ))}
          </ol>
        )
      }
    </View>
    {query.hasNextPage && (
      <Button onClick={() => void query.fetchNextPage()} aria-disabled={query.isFetchingNextPage}>
        {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
      </Button>
    )}
  </section>
)

const OneCommand = ({ command, deed }: { readonly command: AnyCommand; readonly deed: ReactNode }) => {
  const timeZone = useTimeZone()
  const { by, reason, status, detail, requestedAt, steps, correlationId } = command
  return (
    <li className="border-b border-b-line">
      <details className="open:pb-3">
        <summary className="flex min-h-touch cursor-pointer flex-wrap content-center items-baseline gap-x-3">
          <strong>{deed}</strong>
          <StatusWord
            state={statusStates[status]}
            word={statusWords[status]}
            icon={isUnderWay(command) ? 'stale' : undefined}
          />
          <span className="ms-auto text-muted">
            {by}, <When at={requestedAt} />
          </span>
        </summary>
        {reason !== null && <p>Why: {reason}</p>}
        {detail !== null && <p>{detail}</p>}
        <ol className="py-2">
          {steps.map((step) => (
            <li
              key={`${step.status} ${step.late}`}
              className="grid grid-cols-[minmax(0,1fr)_9rem] gap-3 text-sm below-sm:grid-cols-1 below-sm:gap-0"
            >
              <time className="text-muted" dateTime={step.at}>
                {exactTime(step.at, timeZone)}
              </time>
              <span>
                {statusWords[step.status]}
                {step.late && ', late'}
              </span>
            </li>
          ))}
        </ol>
        <Link to={`/doors/timeline/${correlationId}`}>Incident timeline</Link>
      </details>
    </li>
  )
}
