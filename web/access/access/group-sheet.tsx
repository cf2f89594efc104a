// One group of people: its levels, and who is in it.
import { call } from '../../kit/data/api.ts'
import * as access from '@gatehouse/contract/access/access'
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

const GroupForm = later(async () => (await import('./group-form.tsx')).GroupForm, 'over')
const mostShown = 50

interface GroupSheetProps {
  readonly groupId: string
  readonly closed: To
}

export const GroupSheet = ({ groupId, closed }: GroupSheetProps) => {
  const query = useQuery(queryOf(access.groupById, { groupId }))
  const group = query.data?.group
  const editing = useSheetAddress('edit')
  const [removing, setRemoving] = useState(false)
  const navigate = useNavigate()
  return (
    <SideSheet
      title={group?.name ?? 'Group of people'}
      subtitle={group?.description}
      closed={closed}
      foot={
        group && (
          <>
            <Button color="error" onClick={() => setRemoving(true)}>
              Remove
            </Button>
            <Button variant="contained" component={Link} to={editing.to('group')} state={opensSheet}>
              Change
            </Button>
          </>
        )
      }
    >
      <View op={access.groupById} query={query} rows={6} failed="This group could not be loaded">
        {(answer) => (
          <div className="grid grid-cols-1 content-start gap-4">
            <Facts>
              <Fact label="People">{answer.group.people}</Fact>
              <Fact label="Levels">{answer.group.levels.map(({ name }) => name).join(', ') || 'None yet'}</Fact>
            </Facts>
            <Members groupId={groupId} />
          </div>
        )}
      </View>
      {group && editing.id === 'group' && <GroupForm group={group} closed={editing.closed} />}
      {group && removing && (
        <Confirm
          title={`Remove the group ${group.name}?`}
          action="Remove"
          busy="Removing…"
          tone="danger"
          onConfirm={async () => {
            await call(access.removeGroup, { groupId })
            toast('success', `The group ${group.name} is removed.`)
            void navigate(closed, { replace: true })
          }}
          onClose={() => setRemoving(false)}
        >
          <p>
            {group.people === 0 || group.levels.length === 0
              ? 'Nobody opens anything by it.'
              : `${counted(group.people, 'person loses', 'people lose')} what they open by it, from that moment.`}
          </p>
        </Confirm>
      )}
    </SideSheet>
  )
}

const Members = ({ groupId }: { readonly groupId: string }) => {
  const [q, setQ] = useState('')
  const query = useQuery(queryOf(access.members, { groupId, limit: mostShown, ...(q ? { q } : {}) }))
  const timeZone = useTimeZone()
  const show = (moment: string) => momentText(moment, timeZone)
  return (
    <section className={styles.part}>
      <h3>Who is in it</h3>
      <SearchField label="Search who is in it" value={q} onChange={setQ} />
      <View op={access.members} query={query} rows={4} failed="Who is in it could not be loaded">
        {({ members, next }) =>
          members.length === 0 ? (
            <p className="text-muted">{q === '' ? 'Nobody is in it yet.' : 'No matches.'}</p>
          ) : (
            <>
              <ul className={styles.list}>
                {members.map(({ person, since, ...period }) => (
                  <li key={person.id}>
                    <PersonLine picture={person.profilePicture} name={person.displayName}>
                      {person.displayName}
                      <span className="block text-sm font-normal text-muted">
                        {[periodText(period, show), `since ${show(since)}`].filter(Boolean).join(', ')}
                      </span>
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
