// The activity log of the company: filters in the URL, entries by day, one in full at an address of its own, and the
// proof that none was changed.
import * as activity from '@gatehouse/contract/record/activity'
import Button from '@mui/material/Button'
import { Link, useLocation, useParams } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { LogPage } from '../../ui/logs/log-view.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { NoPage } from '../../ui/feedback/no-page.tsx'
import { useQueryFilters } from '../../ui/tables/url-filters.ts'
import { inputOf, isId, readFilters, writeFilters } from './activity-filters.ts'
import { EntriesView } from './entries-view.tsx'
import { ExportMenu } from './export-menu.tsx'
import { EntryFilters } from './entry-filters.tsx'
import { StatusStrips } from './status-strips.tsx'
import { useEntries } from './use-entries.ts'
import { VerifyWord } from './verify-word.tsx'

const EntrySheet = later(async () => (await import('./entry-sheet.tsx')).EntrySheet, 'over')
const VerifySheet = later(async () => (await import('./verify-sheet.tsx')).VerifySheet, 'over')

const home = '/activity-logs'

export const ActivityLogsPage = () => {
  const { '*': rest = '' } = useParams()
  if (rest === '' || rest === 'verify' || isId(rest)) return <ActivityLogs opened={rest} />
  return <NoPage to={home}>Go to the activity log</NoPage>
}

/** `opened`: the id of an entry, `verify`, or nothing. */
const ActivityLogs = ({ opened }: { readonly opened: string }) => {
  const { search } = useLocation()
  const [filters, setFilters] = useQueryFilters(readFilters, writeFilters)
  const timeZone = useTimeZone()
  const found = useEntries([filters], async (page, signal) => {
    const input = { ...inputOf(filters, serverNow(), timeZone), ...page }
    const { entries: rows, next } = await call(activity.list, input, { signal })
    return { rows, next }
  })
  const shownAs = found.rows.find(({ userId }) => userId === filters.user)?.actor ?? null
  const closed = { pathname: home, search }
  return (
    <LogPage>
      <PageHeader
        title="Activity log"
        lead="Who did what, and the proof that nothing of it was changed"
        action={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <ExportMenu filters={filters} />
            <Button
              component={Link}
              to={{ pathname: `${home}/verify`, search }}
              state={opensSheet}
              variant="contained"
              startIcon={<Icon name="check" />}
            >
              <VerifyWord />
            </Button>
          </span>
        }
      />
      <StatusStrips verify={{ pathname: `${home}/verify`, search }} />
      <EntryFilters filters={filters} shownAs={shownAs} onChange={setFilters} />
      <EntriesView {...found} label="Activity log" home={home} reader={null} filters={filters} onChange={setFilters}>
        Every sign-in, change, export and look at sensitive data is written here the moment it happens, and nobody can
        take it out again.
      </EntriesView>
      {opened === 'verify' && <VerifySheet filters={filters} closed={closed} />}
      {isId(opened) && <EntrySheet key={opened} id={opened} closed={closed} />}
    </LogPage>
  )
}
