// One person at the doors: what they are held to, what they carry, and which levels and groups they have.
import * as access from '@gatehouse/contract/access/access'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { escortWords, memberText, periodText, standingOfPerson, useMomentText } from './access-words.ts'
import { Credentials } from './credentials.tsx'
import { wayText } from './level-sheet.tsx'
import { Line, Lines, Part, StandingWord } from './parts.tsx'

const GiveAccess = later(async () => (await import('./give-access.tsx')).GiveAccess, 'over')
const TermsForm = later(async () => (await import('./terms-form.tsx')).TermsForm, 'over')

type Answer = Output<typeof access.personById>

export const PersonSheet = ({ userId, closed }: { readonly userId: string; readonly closed: To }) => {
  const query = useQuery(queryOf(access.personById, { userId }))
  const person = query.data?.holder.person
  return (
    <AnswerSheet
      wide
      op={access.personById}
      query={query}
      title={
        person ? (
          <PersonLine picture={person.profilePicture} name={person.displayName} size="medium">
            {person.displayName}
          </PersonLine>
        ) : (
          'Person'
        )
      }
      subtitle={person && [person.job, person.department, person.email].filter(Boolean).join(' · ')}
      rows={10}
      failed="This person could not be loaded"
      closed={closed}
    >
      {(answer) => <Contents answer={answer} />}
    </AnswerSheet>
  )
}

const Contents = ({ answer }: { readonly answer: Answer }) => {
  const { person } = answer.holder
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <p>
        <Link to={`/staff/${encodeURIComponent(person.email)}`}>View person</Link>
      </p>
      <AtDoors answer={answer} />
      <Credentials person={person} credentials={answer.credentials} />
    </div>
  )
}

/** What holds for them at every door, and their levels and groups, which can be given from here. */
export const AtDoors = ({ answer }: { readonly answer: Answer }) => {
  const { holder, levels, groups } = answer
  const { person } = holder
  const show = useMomentText()
  const changing = useSheetAddress('change')
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <Part
        title="Levels"
        action={
          <Button size="small" variant="contained" component={Link} to={changing.to('levels')} state={opensSheet}>
            Give access
          </Button>
        }
      >
        <Lines empty={`No level: no door opens for ${person.displayName}.`}>
          {levels.map(({ level, ways }) => (
            <Line key={level.id}>
              <span>
                {level.name}
                {ways.map((way) => (
                  <Note key={way.group?.id ?? ''}>{wayText(way, show)}</Note>
                ))}
              </span>
            </Line>
          ))}
        </Lines>
      </Part>
      <Part title="Groups">
        <Lines empty="In no group.">
          {groups.map(({ group, ...member }) => (
            <Line key={group.id}>
              <Named name={group.name}>{memberText(member, show)}</Named>
            </Line>
          ))}
        </Lines>
      </Part>
      <Terms answer={answer} change={changing.to('terms')} />
      {changing.id === 'terms' ? (
        <TermsForm person={person} terms={holder.terms} closed={changing.closed} />
      ) : changing.id === 'levels' ? (
        <GiveAccess answer={answer} closed={changing.closed} />
      ) : null}
    </div>
  )
}

const Terms = ({ answer: { holder }, change }: { readonly answer: Answer; readonly change: To }) => {
  const { terms } = holder
  const show = useMomentText()
  return (
    <Part
      title="Access settings"
      action={
        <Button size="small" component={Link} to={change} state={opensSheet}>
          Change<span className="visually-hidden"> what holds at every door</span>
        </Button>
      }
    >
      <Facts>
        <Fact label="State">
          <StandingWord of={(now) => standingOfPerson(holder, now)} />
        </Fact>
        <Fact label="Time">{periodText(terms, show) || 'No end'}</Fact>
        <Fact label="Doors stay open">
          {terms.extendedTime ? 'Longer, as each door’s extended time says' : 'As usual'}
        </Fact>
        <Fact label="Escort">{escortWords[terms.escort]}</Fact>
        <Fact label="Anti-passback">{terms.passbackExempt ? 'Not asked of them' : 'As the door says'}</Fact>
      </Facts>
    </Part>
  )
}
