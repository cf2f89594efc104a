// Giving access to one person: the levels and groups that they hold are ticked, and what is ticked otherwise changes.
import * as access from '@gatehouse/contract/access/access'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { AssignSheet } from './assign-sheet.tsx'

type Answer = Output<typeof access.personById>

export const GiveAccess = ({ answer, closed }: { readonly answer: Answer; readonly closed: To }) => {
  const { person } = answer.holder
  const direct = answer.levels.filter(({ ways }) => ways.some(({ group }) => group === null))
  return (
    <AssignSheet
      userIds={[person.id]}
      name={person.displayName}
      held={{
        levels: direct.map(({ level }) => level.id),
        groups: answer.groups.map(({ group }) => group.id),
        byGroup: new Map(
          answer.levels.map(({ level, ways }) => [level.id, ways.flatMap(({ group }) => (group ? [group.name] : []))]),
        ),
      }}
      closed={closed}
    />
  )
}

/** The same of somebody of whom no more than the id is known yet. */
export const GiveAccessTo = ({ userId, closed }: { readonly userId: string; readonly closed: To }) => {
  const query = useQuery(queryOf(access.personById, { userId }))
  if (query.data) return <GiveAccess answer={query.data} closed={closed} />
  return (
    <AnswerSheet
      wide
      op={access.personById}
      query={query}
      title="Give access"
      rows={8}
      failed="What this person holds could not be loaded"
      closed={closed}
    >
      {() => null}
    </AnswerSheet>
  )
}
