// How the system is, and what the server itself went through: for who looks after the installation.
import * as logs from '@gatehouse/contract/logs'
import type { Level, SystemLine } from '@gatehouse/contract/logs'
import { systemLogKeeps } from '@gatehouse/contract/logs'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useAdminContext } from '../kit/admin-context.ts'
import { useHolds } from '../kit/can.tsx'
import { serverNow } from '../kit/clock.ts'
import { queryOf } from '../kit/queries.ts'
import { exactTime, useTimeZone } from '../kit/time.ts'
import aside from '../ui/aside.module.css'
import { CopyButton } from '../ui/copy-button.tsx'
import { usePages } from '../ui/data-pages.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { type SheetAddress, useSheetAddress } from '../ui/sheet-link.ts'
import { SideSheet } from '../ui/side-sheet.tsx'
import { Empty, SkeletonRows, View } from '../ui/states.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import type { State } from '../ui/tokens.ts'
import { useUrlFilters } from '../ui/url-filters.ts'
import { When } from '../ui/when.tsx'
import { Choice, fromOf, PeriodChoice } from './filter-choice.tsx'
import { HealthCard } from './health-card.tsx'
import styles from './logs.module.css'

const levels = ['information', 'warning', 'error'] as const

const levelWords: Record<Level, { readonly state: State; readonly word: string }> = {
  information: { state: 'information', word: 'Information' },
  warning: { state: 'warning', word: 'Warning' },
  error: { state: 'fault', word: 'Error' },
}

export const SystemLog = () => {
  const told = useAdminContext(({ systemHealth }) => systemHealth.at !== null)
  const installation = useAdminContext(({ systemHealth }) => systemHealth.installation !== null)
  const manages = useHolds(['manage_companies'])
  const line = useSheetAddress('line')
  return (
    <>
      <HealthCard whole />
      {installation || manages ? (
        <>
          <Lines line={line} />
          {line.id !== null && (
            <Suspense>
              <LineSheet key={line.id} id={line.id} closed={line.closed} />
            </Suspense>
          )}
        </>
      ) : told ? (
        <Empty title="The system log belongs to the installation">
          <p>
            There are several companies here. What the server itself goes through is shown to who manages all of them (
            <code>manage_companies</code>).
          </p>
        </Empty>
      ) : (
        <SkeletonRows rows={8} />
      )}
    </>
  )
}

const Lines = ({ line }: { readonly line: SheetAddress }) => {
  const filters = useUrlFilters()
  const q = filters.get('q')
  const period = filters.get('period')
  const level = levels.find((one) => one === filters.get('level'))
  const filtered = q !== '' || period !== '' || level !== undefined
  const since = useMemo(() => fromOf(period, serverNow()), [period])
  const pages = usePages('system-log', logs.systemLines, (page) => ({
    ...page,
    ...since,
    ...(q === '' ? {} : { q }),
    ...(level === undefined ? {} : { level }),
  }))
  return (
    <>
      <div className={styles.filters}>
        <SearchField label="Search the log" value={q} onChange={(value) => filters.set({ q: value })} />
        <PeriodChoice value={period} onChange={(value) => filters.set({ period: value })} />
        <Choice
          label="Level"
          any="Any level"
          value={level ?? ''}
          options={levels.map((one) => [one, levelWords[one].word] as const)}
          onChange={(value) => filters.set({ level: value })}
        />
        <Button variant="outlined" onClick={() => void pages.query.refetch()}>
          Refresh
        </Button>
        {filtered && <Button onClick={filters.clear}>Clear filters</Button>}
      </div>
      <DataTable
        name="system-log"
        label="System log"
        pages={pages}
        rows={({ lines }) => lines}
        rowId={({ id }) => id}
        rowName={({ message }) => message}
        columns={columns}
        card={card}
        to={({ id }) => line.to(id)}
        csv="system-log"
        failed="The system log could not be loaded"
        empty={
          <Empty title={filtered ? 'Nothing passes these filters' : 'Nothing has been noted yet'}>
            <p>
              Starts and stops, warnings and errors of the server are kept for {systemLogKeeps.days} days, and at most{' '}
              {systemLogKeeps.rows.toLocaleString('en-GB')} of them.
            </p>
          </Empty>
        }
      />
    </>
  )
}

const LevelWord = ({ level }: { readonly level: Level }) => <StatusWord {...levelWords[level]} />

const says = ({ message, times }: SystemLine) => (times === 1 ? message : `${message} (${times} times)`)

const columns: readonly Column<SystemLine>[] = [
  { field: 'message', title: 'What', flex: 4, minWidth: 280, render: says, text: says },
  {
    field: 'level',
    title: 'Level',
    minWidth: 130,
    render: ({ level }) => <LevelWord level={level} />,
    text: ({ level }) => level,
  },
  { field: 'at', title: 'Time', minWidth: 140, render: ({ at }) => <When at={at} />, text: ({ at }) => at },
  { field: 'node', title: 'Machine', minWidth: 130, render: ({ node }) => node, text: ({ node }) => node },
]

const card = (line: SystemLine) => (
  <span className={styles.lines}>
    <strong>{says(line)}</strong>
    <LevelWord level={line.level} />
    <span className={aside.small}>
      <When at={line.at} />, {line.node}
    </span>
  </span>
)

const LineSheet = ({ id, closed }: { readonly id: string; readonly closed: SheetAddress['closed'] }) => {
  const query = useQuery(queryOf(logs.systemLineById, { id }))
  const timeZone = useTimeZone()
  return (
    <SideSheet title="System log" closed={closed}>
      <View
        op={logs.systemLineById}
        query={query}
        skeleton={<SkeletonRows rows={8} />}
        failed="The line could not be loaded"
      >
        {({ line }) => {
          const text = JSON.stringify(line.details, null, 2)
          return (
            <div className={styles.panel}>
              <div className={styles.facts}>
                <Facts>
                  <Fact label="What">{line.message}</Fact>
                  <Fact label="Level">
                    <LevelWord level={line.level} />
                  </Fact>
                  <Fact label="Time">
                    <time dateTime={line.at}>{exactTime(line.at, timeZone)}</time>
                  </Fact>
                  <Fact label="Machine">{line.node}</Fact>
                  <Fact label="Said">{line.times === 1 ? 'Once' : `${line.times} times within a second`}</Fact>
                </Facts>
              </div>
              <ScrollRegion label="Details of the line" className={styles.raw}>
                <pre>{text}</pre>
              </ScrollRegion>
              <p>
                <CopyButton text={text} label="Copy" />
              </p>
            </div>
          )
        }}
      </View>
    </SideSheet>
  )
}
