// One's own history: what one did, sign-ins too, and what others did in one's name.
import * as activity from '@gatehouse/contract/record/activity'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { useHolds } from '../../kit/can.tsx'
import { serverNow } from '../../kit/clock.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { useTimeZone } from '../../kit/time.ts'
import { later } from '../../ui/feedback/later.tsx'
import { LogPage } from '../../ui/logs/log-view.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { NoPage } from '../../ui/feedback/no-page.tsx'
import { useQueryFilters } from '../../ui/tables/url-filters.ts'
import { type Filters, isId, momentsOf, noFilters, readFilters, writeFilters } from './activity-filters.ts'
import { EntriesView } from './entries-view.tsx'
import { OwnEntryFilters } from './entry-filters.tsx'
import { useEntries } from './use-entries.ts'

const OwnEntrySheet = later(async () => (await import('./own-entry-sheet.tsx')).OwnEntrySheet, 'over')

const home = '/activity'

export const MyActivityPage = () => {
  const { '*': rest = '' } = useParams()
  if (rest === '' || isId(rest)) return <MyActivity opened={rest} />
  return <NoPage to={home}>Go to your activity</NoPage>
}

const MyActivity = ({ opened }: { readonly opened: string }) => {
  const { user } = useSession()
  const { search } = useLocation()
  const [filters, setFilters] = useQueryFilters(readOwnFilters, writeFilters)
  const timeZone = useTimeZone()
  const manages = useHolds(['manage_account'])
  const reader = useMemo(() => user && { id: user.id, email: user.email }, [user])
  const found = useEntries(['mine', filters], async (page, signal) => {
    const asked = { ...momentsOf(filters.range, serverNow(), timeZone), action: filters.action || undefined }
    const { entries: rows, next } = await call(activity.mine, { ...asked, ...page }, { signal })
    return { rows, next }
  })
  return (
    <LogPage>
      <PageHeader
        title="Activity history"
        lead="What you did, and what was done in your name"
        action={
          manages && (
            <Button component={Link} to="/settings/account" variant="outlined">
              Active sessions
            </Button>
          )
        }
      />
      <OwnEntryFilters filters={filters} onChange={setFilters} />
      <EntriesView
        {...found}
        label="Activity history"
        home={home}
        reader={reader}
        filters={filters}
        onChange={setFilters}
      >
        Your sign-ins, your changes, and whatever others do in your name stand here from now on.
      </EntriesView>
      {isId(opened) && reader && (
        <OwnEntrySheet
          key={opened}
          id={opened}
          shown={found.rows.find(({ id }) => id === opened) ?? null}
          reader={reader}
          closed={{ pathname: home, search }}
        />
      )}
    </LogPage>
  )
}

// The others cannot be asked for here.
const readOwnFilters = (query: URLSearchParams): Filters => {
  const { range, action } = readFilters(query)
  return { ...noFilters, range, action }
}
