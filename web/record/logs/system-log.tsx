// How the system is, and what the server itself went through: for who looks after the installation.
import * as logs from '@gatehouse/contract/record/logs'
import type { Level, SystemLine } from '@gatehouse/contract/record/logs'
import { systemLogKeeps } from '@gatehouse/contract/record/logs'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useAdminContext } from '../../kit/session/admin-context.ts'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { RawText } from '../../ui/primitives/raw-text.tsx'
import { type SheetAddress, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { Empty, SkeletonRows } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { State } from '../../ui/theme/tokens.ts'
import { When } from '../../ui/time/when.tsx'
import { HealthCard } from './health-card.tsx'
import { useLogFilters } from './log-filters.ts'
import { LogTable } from './log-table.tsx'
import { Note } from '../../ui/primitives/named.tsx'

const levelWords: Record<Level, { readonly state: State; readonly word: string }> = {
  information: { state: 'information', word: 'Information' },
  warning: { state: 'warning', word: 'Warning' },
  error: { state: 'fault', word: 'Error' },
}

export const SystemLog = () => {
  const notified = useAdminContext(({ systemHealth }) => systemHealth.at !== null)
  const installation = useAdminContext(({ systemHealth }) => systemHealth.installation !== null)
  const manages = useHolds(['manage_companies'])
  const line = useSheetAddress('line')
  return (
    <>
      <HealthCard whole />
      {installation || manages ? (
        <>
          <Lines line={line} />
          {line.id !== null && <LineSheet key={line.id} id={line.id} closed={line.closed} />}
        </>
      ) : notified ? (
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
  const filters = useLogFilters()
  const { q, moments } = filters
  const level = filters.chosen('level', levelWords)
  const pages = usePages(logs.systemLines, (page) => ({ ...page, ...moments, q: q || undefined, level }))
  return (
    <LogTable
      name="system-log"
      label="System log"
      filters={filters}
      page="/logs/system"
      search="Search the log"
      choices={[{ name: 'level', label: 'Level', any: 'Any level', words: levelWords }]}
      action={
        <Button variant="outlined" onClick={() => void pages.query.refetch()}>
          Refresh
        </Button>
      }
      pages={pages}
      rows={({ lines }) => lines}
      rowId={({ id }) => id}
      rowName={({ message }) => message}
      columns={columns}
      card={card}
      to={({ id }) => line.to(id)}
      failed="The system log could not be loaded"
      nothing={{
        title: 'Nothing has been noted yet',
        text: `Starts and stops, warnings and errors of the server are kept for ${systemLogKeeps.days} days, and at most ${systemLogKeeps.rows.toLocaleString('en-GB')} of them.`,
      }}
    />
  )
}

const LevelWord = ({ level }: { readonly level: Level }) => <StatusWord {...levelWords[level]} />

const description = ({ message, times }: SystemLine) => (times === 1 ? message : `${message} (${times} times)`)

const columns: readonly Column<SystemLine>[] = [
  { field: 'message', title: 'Message', flex: 4, minWidth: 280, text: description },
  {
    field: 'level',
    title: 'Level',
    minWidth: 130,
    render: ({ level }) => <LevelWord level={level} />,
    text: ({ level }) => level,
  },
  { field: 'at', title: 'Time', minWidth: 140, render: ({ at }) => <When at={at} />, text: ({ at }) => at },
  { field: 'node', title: 'Host', minWidth: 130, text: ({ node }) => node },
]

const card = (line: SystemLine) => (
  <span className="grid min-w-0 gap-1">
    <strong>{description(line)}</strong>
    <LevelWord level={line.level} />
    <Note>
      <When at={line.at} />, {line.node}
    </Note>
  </span>
)

const LineSheet = ({ id, closed }: { readonly id: string; readonly closed: SheetAddress['closed'] }) => {
  const query = useQuery(queryOf(logs.systemLineById, { id }))
  const timeZone = useTimeZone()
  return (
    <AnswerSheet
      op={logs.systemLineById}
      query={query}
      title="System log"
      rows={8}
      failed="The line could not be loaded"
      closed={closed}
    >
      {({ line }) => {
        const text = JSON.stringify(line.details, null, 2)
        return (
          <div className="grid grid-cols-1 content-start gap-4">
            <Facts flush>
              <Fact label="Message">{line.message}</Fact>
              <Fact label="Level">
                <LevelWord level={line.level} />
              </Fact>
              <Fact label="Time">
                <time dateTime={line.at}>{exactTime(line.at, timeZone)}</time>
              </Fact>
              <Fact label="Host">{line.node}</Fact>
              <Fact label="Said">{line.times === 1 ? 'Once' : `${line.times} times within a second`}</Fact>
            </Facts>
            <RawText label="Details of the line" text={text} upTo="max-h-[60vh]" />
            <p>
              <CopyButton text={text} label="Copy" />
            </p>
          </div>
        )
      }}
    </AnswerSheet>
  )
}
