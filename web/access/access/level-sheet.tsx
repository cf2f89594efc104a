// One access level: what it opens, when, and who holds it by which way.
import { call } from '../../kit/data/api.ts'
import * as access from '@gatehouse/contract/access/access'
import type { LevelInFull, Way } from '@gatehouse/contract/access/access'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { useTimeZone } from '../../kit/time.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { counted, momentText, periodText } from './access-words.ts'
import styles from './access.module.css'

const EditLevel = later(async () => (await import('./level-form.tsx')).EditLevel, 'over')

interface LevelSheetProps {
  readonly levelId: string
  readonly closed: To
}

export const LevelSheet = ({ levelId, closed }: LevelSheetProps) => {
  const query = useQuery(queryOf(access.levelById, { levelId }))
  const level = query.data?.level
  const editing = useSheetAddress('edit')
  const [removing, setRemoving] = useState(false)
  const navigate = useNavigate()
  return (
    <SideSheet
      wide
      title={level?.name ?? 'Access level'}
      subtitle={level?.description}
      closed={closed}
      foot={
        level && (
          <>
            <Button color="error" onClick={() => setRemoving(true)}>
              Remove
            </Button>
            <Button variant="contained" component={Link} to={editing.to('level')} state={opensSheet}>
              Change
            </Button>
          </>
        )
      }
    >
      <View op={access.levelById} query={query} rows={8} failed="This access level could not be loaded">
        {(answer) => <Contents level={answer.level} />}
      </View>
      {level && editing.id === 'level' && <EditLevel level={level} closed={editing.closed} />}
      {level && removing && (
        <Confirm
          title={`Remove the level ${level.name}?`}
          action="Remove"
          busy="Removing…"
          tone="danger"
          onConfirm={async () => {
            await call(access.removeLevel, { levelId })
            toast('success', `The level ${level.name} is removed.`)
            void navigate(closed, { replace: true })
          }}
          onClose={() => setRemoving(false)}
        >
          <p>
            {level.holders === 0
              ? 'Nobody holds it.'
              : `${counted(level.holders, 'person', 'people')} can no longer open ${counted(level.opens, 'door')} by it, from that moment.`}
          </p>
        </Confirm>
      )}
    </SideSheet>
  )
}

const Contents = ({ level }: { readonly level: LevelInFull }) => {
  const timeZone = useTimeZone()
  const show = (moment: string) => momentText(moment, timeZone)
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <Facts>
        <Fact label="When">{level.schedule?.name ?? 'Always'}</Fact>
        <Fact label="Opens">{counted(level.opens, 'door')}</Fact>
        <Fact label="Held by">{counted(level.holders, 'person', 'people')}</Fact>
      </Facts>
      <section className={styles.part}>
        <h3>Doors</h3>
        {level.doors.length === 0 && level.doorGroups.length === 0 ? (
          <p className="text-muted">It opens no door yet. Change it to add some.</p>
        ) : (
          <ul className={styles.list}>
            {level.doorGroups.map(({ id, name, doors }) => (
              <li key={id}>
                <span>
                  {name}
                  <span className="block text-sm font-normal text-muted">Group of {counted(doors, 'door')}</span>
                </span>
              </li>
            ))}
            {level.doors.map(({ id, name, place }) => (
              <li key={id}>
                <span>
                  {name}
                  {place && <span className="block text-sm font-normal text-muted">{place}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {level.groups.length > 0 && (
        <section className={styles.part}>
          <h3>Access groups</h3>
          <ul className={styles.list}>
            {level.groups.map(({ id, name, people, ...period }) => (
              <li key={id}>
                <span>
                  {name}
                  <span className="block text-sm font-normal text-muted">
                    {counted(people, 'person', 'people')} {periodText(period, show)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Holders levelId={level.id} />
    </div>
  )
}

const mostShown = 50

const Holders = ({ levelId }: { readonly levelId: string }) => {
  const [q, setQ] = useState('')
  const query = useQuery(queryOf(access.holders, { levelId, limit: mostShown, ...(q ? { q } : {}) }))
  const timeZone = useTimeZone()
  const show = (moment: string) => momentText(moment, timeZone)
  return (
    <section className={styles.part}>
      <h3>Who holds it</h3>
      <SearchField label="Search who holds it" value={q} onChange={setQ} />
      <View op={access.holders} query={query} rows={4} failed="Who holds it could not be loaded">
        {({ holders, next }) =>
          holders.length === 0 ? (
            <p className="text-muted">{q === '' ? 'Nobody holds it yet.' : 'No matches.'}</p>
          ) : (
            <>
              <ul className={styles.list}>
                {holders.map(({ person, ways }) => (
                  <li key={person.id}>
                    <PersonLine picture={person.profilePicture} name={person.displayName}>
                      {person.displayName}
                      {ways.map((way) => (
                        <span key={way.group?.id ?? ''} className="block text-sm font-normal text-muted">
                          {wayText(way, show)}
                        </span>
                      ))}
                    </PersonLine>
                  </li>
                ))}
              </ul>
              {next !== null && <p className="text-muted">There are more: search for them by name.</p>}
            </>
          )
        }
      </View>
    </section>
  )
}

/** `By the group Cleaners, until … (since …)` */
export const wayText = (way: Way, show: (moment: string) => string): string => {
  const period = [periodText(way, show), periodText({ from: way.memberFrom, to: way.memberTo }, show)]
  return [way.group ? `By the group ${way.group.name}` : 'Given to the person', ...period, `since ${show(way.since)}`]
    .filter(Boolean)
    .join(', ')
}
