// A part of a page that is a person's own: whoever looks through their eyes is not shown it.
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'

/** Asked for anew each time the page is opened: no event tells of it. Never while looking through another's eyes. */
export const usePersonal = <Op extends Operation>(op: Op, input: Input<Op>): UseQueryResult<Output<Op>> => {
  const viewed = useViewed() !== null
  return useQuery({ ...queryOf(op, input), enabled: !viewed, refetchOnMount: 'always' })
}

/** Whose eyes these are; null: one's own. */
export const useViewed = (): string | null => {
  const { user } = useSession()
  return user && user.viewedBy !== null ? user.displayName : null
}

interface PersonalCardProps<T> {
  readonly title: string
  readonly note?: ReactNode
  readonly action?: ReactNode
  readonly op: Operation
  readonly query: UseQueryResult<T>
  /** How many rows its skeleton has. */
  readonly rows: number
  /** `Your sessions could not be loaded` */
  readonly failed: string
  readonly children: (data: T) => ReactNode
}

export const PersonalCard = <T,>({ title, note, action, op, query, rows, failed, children }: PersonalCardProps<T>) => {
  const viewed = useViewed()
  return (
    <Card title={title} note={viewed === null ? note : undefined} action={viewed === null ? action : undefined}>
      {viewed === null ? (
        <View op={op} query={query} rows={rows} failed={failed}>
          {(data) => <div className="grid px-4 pb-3">{children(data)}</div>}
        </View>
      ) : (
        <NotShown name={viewed} />
      )}
    </Card>
  )
}

export const NotShown = ({ name }: { readonly name: string }) => (
  <Empty title="Not shown">
    <p>This is {name}’s own: whoever looks through their eyes does not see it.</p>
  </Empty>
)
