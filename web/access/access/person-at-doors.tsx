// What a person holds at the doors and what they carry, as parts of their page.
import * as access from '@gatehouse/contract/access/access'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { escortWords, memberText, periodText, standingOfPerson, useMomentText } from './access-words.ts'
import { Credentials } from './credentials.tsx'
import { wayText } from './level-sheet.tsx'
import { Line, Lines, Part, StandingWord } from './parts.tsx'

const GiveAccess = later(async () => (await import('./give-access.tsx')).GiveAccess, 'over')
const TermsForm = later(async () => (await import('./terms-form.tsx')).TermsForm, 'over')

type Answer = Output<typeof access.personById>

interface OfPerson {
  readonly userId: string
}

export const PersonAtDoors = ({ userId }: OfPerson) => (
  <OfOne userId={userId} title="Access levels and groups">
    {(answer) => <AtDoors answer={answer} />}
  </OfOne>
)

export const PersonCarries = ({ userId }: OfPerson) => (
  <OfOne userId={userId} title="Credentials">
    {({ holder, credentials }) => <Credentials person={holder.person} credentials={credentials} />}
  </OfOne>
)

interface OfOneProps extends OfPerson {
  readonly title: string
  readonly children: (answer: Answer) => ReactNode
}

const OfOne = ({ userId, title, children }: OfOneProps) => {
  const query = useQuery(queryOf(access.personById, { userId }))
  return (
    <Card title={title}>
      <div className="px-4 pb-4">
        <View op={access.personById} query={query} rows={6} failed="This person could not be loaded">
          {children}
        </View>
      </div>
    </Card>
  )
}

/** What holds for them at every door, and their levels and groups; *Give access* stands in the head of their page. */
const AtDoors = ({ answer }: { readonly answer: Answer }) => {
  const { holder, levels, groups } = answer
  const { person } = holder
  const show = useMomentText()
  const changing = useSheetAddress('change')
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <Part title="Levels">
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
        <Fact label="Extended unlock">{terms.extendedTime ? 'On: as long as each door’s extended time' : 'Off'}</Fact>
        <Fact label="Escort">{escortWords[terms.escort]}</Fact>
        <Fact label="Anti-passback">{terms.passbackExempt ? 'Not asked of them' : 'As the door says'}</Fact>
      </Facts>
    </Part>
  )
}
