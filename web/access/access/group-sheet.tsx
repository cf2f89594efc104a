// One group of people: its levels, and who is in it.
import * as access from '@gatehouse/contract/access/access'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { To } from 'react-router'
import { counted } from '../../kit/counted.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { memberText, useMomentText } from './access-words.ts'
import { ChangeOrRemove, mostShown, PeoplePart } from './parts.tsx'

const GroupForm = later(async () => (await import('./group-form.tsx')).GroupForm, 'over')

export const GroupSheet = ({ groupId, closed }: { readonly groupId: string; readonly closed: To }) => {
  const query = useQuery(queryOf(access.groupById, { groupId }))
  const group = query.data?.group
  const editing = useSheetAddress('edit')
  return (
    <AnswerSheet
      op={access.groupById}
      query={query}
      title={group?.name ?? 'Group of people'}
      subtitle={group?.description}
      rows={6}
      failed="This group could not be loaded"
      closed={closed}
      foot={
        group && (
          <ChangeOrRemove
            what="group"
            name={group.name}
            change={editing.to('group')}
            remove={() => call(access.removeGroup, { groupId })}
            closed={closed}
          >
            {group.people === 0 || group.levels.length === 0
              ? 'Nobody opens anything by it.'
              : `${counted(group.people, 'person loses', 'people lose')} what they open by it, from that moment.`}
          </ChangeOrRemove>
        )
      }
    >
      {({ group: found }) => (
        <div className="grid grid-cols-1 content-start gap-4">
          <Facts>
            <Fact label="People">{found.people}</Fact>
            <Fact label="Levels">{found.levels.map(({ name }) => name).join(', ') || 'None yet'}</Fact>
          </Facts>
          <Members groupId={groupId} />
          {editing.id === 'group' && <GroupForm group={found} closed={editing.closed} />}
        </div>
      )}
    </AnswerSheet>
  )
}

const Members = ({ groupId }: { readonly groupId: string }) => {
  const [q, setQ] = useState('')
  const query = useQuery(queryOf(access.members, { groupId, limit: mostShown, ...(q ? { q } : {}) }))
  const show = useMomentText()
  return (
    <PeoplePart
      title="Who is in it"
      op={access.members}
      query={query}
      q={q}
      onSearch={setQ}
      people={({ members }) => members.map(({ person, ...member }) => ({ person, notes: [memberText(member, show)] }))}
      none="Nobody is in it yet."
    />
  )
}
