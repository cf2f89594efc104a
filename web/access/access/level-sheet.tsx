// One access level: what it opens, when, and who holds it by which way.
import * as access from '@gatehouse/contract/access/access'
import type { LevelInFull, Way } from '@gatehouse/contract/access/access'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { To } from 'react-router'
import { counted } from '../../kit/counted.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { Named } from '../../ui/primitives/named.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { periodText, useMomentText } from './access-words.ts'
import { ChangeOrRemove, Line, Lines, mostShown, Part, PeoplePart } from './parts.tsx'

const LevelForm = later(async () => (await import('./level-form.tsx')).LevelForm, 'over')

export const LevelSheet = ({ levelId, closed }: { readonly levelId: string; readonly closed: To }) => {
  const query = useQuery(queryOf(access.levelById, { levelId }))
  const level = query.data?.level
  const editing = useSheetAddress('edit')
  return (
    <AnswerSheet
      wide
      op={access.levelById}
      query={query}
      title={level?.name ?? 'Access level'}
      subtitle={level?.description}
      rows={8}
      failed="This access level could not be loaded"
      closed={closed}
      foot={
        level && (
          <ChangeOrRemove
            what="level"
            name={level.name}
            change={editing.to('level')}
            remove={() => call(access.removeLevel, { levelId })}
            closed={closed}
          >
            {level.holders === 0
              ? 'Nobody holds it.'
              : `${counted(level.holders, 'person', 'people')} can no longer open ${counted(level.opens, 'door')} by it, from that moment.`}
          </ChangeOrRemove>
        )
      }
    >
      {({ level: found }) => (
        <>
          <Contents level={found} />
          {editing.id === 'level' && <LevelForm level={found} closed={editing.closed} />}
        </>
      )}
    </AnswerSheet>
  )
}

const Contents = ({ level }: { readonly level: LevelInFull }) => {
  const show = useMomentText()
  const parts = [
    ...level.doorGroups.map(({ id, name, doors }) => ({ id, name, note: `Group of ${counted(doors, 'door')}` })),
    ...level.doors.map(({ id, name, place }) => ({ id, name, note: place })),
  ]
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <Facts>
        <Fact label="When">{level.schedule?.name ?? 'Always'}</Fact>
        <Fact label="Opens">{counted(level.opens, 'door')}</Fact>
        <Fact label="Held by">{counted(level.holders, 'person', 'people')}</Fact>
      </Facts>
      <Part title="Doors">
        <Lines empty="It opens no door yet. Change it to add some.">
          {parts.map(({ id, name, note }) => (
            <Line key={id}>
              <Named name={name}>{note}</Named>
            </Line>
          ))}
        </Lines>
      </Part>
      {level.groups.length > 0 && (
        <Part title="Access groups">
          <Lines>
            {level.groups.map(({ id, name, people, ...period }) => (
              <Line key={id}>
                <Named name={name}>
                  {counted(people, 'person', 'people')} {periodText(period, show)}
                </Named>
              </Line>
            ))}
          </Lines>
        </Part>
      )}
      <Holders levelId={level.id} />
    </div>
  )
}

const Holders = ({ levelId }: { readonly levelId: string }) => {
  const [q, setQ] = useState('')
  const query = useQuery(queryOf(access.holders, { levelId, limit: mostShown, ...(q ? { q } : {}) }))
  const show = useMomentText()
  return (
    <PeoplePart
      title="Who holds it"
      op={access.holders}
      query={query}
      q={q}
      onSearch={setQ}
      people={({ holders }) =>
        holders.map(({ person, ways }) => ({ person, notes: ways.map((way) => wayText(way, show)) }))
      }
      none="Nobody holds it yet."
    />
  )
}

/** `By the group Cleaners, until … (since …)` */
export const wayText = (way: Way, show: (moment: string) => string): string => {
  const period = [periodText(way, show), periodText({ from: way.memberFrom, to: way.memberTo }, show)]
  return [way.group ? `By the group ${way.group.name}` : 'Given to the person', ...period, `since ${show(way.since)}`]
    .filter(Boolean)
    .join(', ')
}
