// The commands of a door, newest first: who and why, each step of its way, and what came of it.
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { type Command, isUnderWay } from '@gatehouse/contract/access/commands'
import * as doors from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { deedWords, statusStates, statusWords } from './door-view.ts'

const atOnce = 5

export const DoorCommands = ({ doorId }: { readonly doorId: string }) => {
  const queryKey = [...keyOf(doors.commands, { doorId }), 'by pages']
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        doors.commands,
        { doorId, limit: atOnce, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.commands),
    refetchOnMount: 'always',
  })
  useReadAgain(queryKey, doors.commanded, ({ command }) => command.deviceId === doorId)
  return (
    <section className="grid justify-items-start gap-2 *:w-full [&>button]:w-auto">
      <h3>Command history</h3>
      <View op={doors.commands} query={query} rows={3} failed="The command history could not be loaded">
        {(commands) =>
          commands.length === 0 ? (
            <p className="text-muted">Nothing yet.</p>
          ) : (
            <ol>
              {commands.map((command) => (
                <OneCommand key={command.id} command={command} />
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
}

const OneCommand = ({ command }: { readonly command: Command }) => {
  const timeZone = useTimeZone()
  const { by, reason, status, detail, requestedAt, steps, correlationId } = command
  return (
    <li className="border-b border-b-line">
      <details className="open:pb-3">
        <summary className="flex min-h-touch cursor-pointer flex-wrap content-center items-baseline gap-x-3">
          <strong>{deedWords(command)}</strong>
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
