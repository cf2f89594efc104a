// One person at the doors: what they are held to, what they carry, and which levels and groups they have.
import * as access from '@gatehouse/contract/access/access'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { useClock } from '../../kit/clock.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useTimeZone } from '../../kit/time.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { escortWords, momentText, periodText, standingOfPerson } from './access-words.ts'
import styles from './access.module.css'
import { Credentials } from './credentials.tsx'
import { wayText } from './level-sheet.tsx'

const AssignSheet = later(async () => (await import('./assign-sheet.tsx')).AssignSheet, 'over')
const TermsForm = later(async () => (await import('./terms-form.tsx')).TermsForm, 'over')

type Answer = Output<typeof access.personById>

interface PersonSheetProps {
  readonly userId: string
  readonly closed: To
}

export const PersonSheet = ({ userId, closed }: PersonSheetProps) => {
  const query = useQuery(queryOf(access.personById, { userId }))
  const person = query.data?.holder.person
  return (
    <SideSheet
      wide
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
      closed={closed}
    >
      <View op={access.personById} query={query} rows={10} failed="This person could not be loaded">
        {(answer) => <Contents answer={answer} />}
      </View>
    </SideSheet>
  )
}

const Contents = ({ answer }: { readonly answer: Answer }) => {
  const { holder, levels, groups, credentials } = answer
  const { person } = holder
  const timeZone = useTimeZone()
  const show = (moment: string) => momentText(moment, timeZone)
  const changing = useSheetAddress('change')
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <Terms answer={answer} change={changing.to('terms')} />
      <Credentials person={person} credentials={credentials} />
      <section className={styles.part}>
        <h3>
          Levels
          <Button size="small" component={Link} to={changing.to('levels')} state={opensSheet}>
            Manage access
          </Button>
        </h3>
        {levels.length === 0 ? (
          <p className="text-muted">No level: no door opens for {person.displayName}.</p>
        ) : (
          <ul className={styles.list}>
            {levels.map(({ level, ways }) => (
              <li key={level.id}>
                <span>
                  {level.name}
                  {ways.map((way) => (
                    <span key={way.group?.id ?? ''} className="block text-sm font-normal text-muted">
                      {wayText(way, show)}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.part}>
        <h3>Groups</h3>
        {groups.length === 0 ? (
          <p className="text-muted">In no group.</p>
        ) : (
          <ul className={styles.list}>
            {groups.map(({ group, since, ...period }) => (
              <li key={group.id}>
                <span>
                  {group.name}
                  <span className="block text-sm font-normal text-muted">
                    {[periodText(period, show), `since ${show(since)}`].filter(Boolean).join(', ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {changing.id === 'terms' ? (
        <TermsForm person={person} terms={holder.terms} closed={changing.closed} />
      ) : changing.id === 'levels' ? (
        <AssignSheet userIds={[person.id]} name={person.displayName} closed={changing.closed} />
      ) : null}
    </div>
  )
}

const Terms = ({ answer: { holder }, change }: { readonly answer: Answer; readonly change: To }) => {
  const { terms } = holder
  const timeZone = useTimeZone()
  const word = useClock((now) => standingOfPerson(holder, now)?.word ?? 'May enter')
  const state = useClock((now) => standingOfPerson(holder, now)?.state ?? 'normal')
  return (
    <section className={styles.part}>
      <h3>
        Access settings
        <Button size="small" component={Link} to={change} state={opensSheet}>
          Change<span className="visually-hidden"> what holds at every door</span>
        </Button>
      </h3>
      <Facts>
        <Fact label="State">
          <StatusWord state={state} word={word} />
        </Fact>
        <Fact label="Time">{periodText(terms, (moment) => momentText(moment, timeZone)) || 'No end'}</Fact>
        <Fact label="Doors stay open">
          {terms.extendedTime ? 'Longer, as each door’s extended time says' : 'As usual'}
        </Fact>
        <Fact label="Escort">{escortWords[terms.escort]}</Fact>
        <Fact label="Anti-passback">{terms.passbackExempt ? 'Not asked of them' : 'As the door says'}</Fact>
      </Facts>
    </section>
  )
}
