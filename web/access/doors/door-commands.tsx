// The commands of a door, newest first: who and why, each step of its way, and what came of it.
import * as doors from '@gatehouse/contract/access/doors'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import { CommandHistory } from '../../ui/logs/command-history.tsx'
import { deedWords } from './door-view.ts'

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
  return <CommandHistory op={doors.commands} query={query} deed={deedWords} />
}
