// The alarms that need work on their rules: chattering, stale, and those that come most often.
import { guidance, type BadActor } from '@gatehouse/contract/safety/alarm-health'
import * as alarms from '@gatehouse/contract/safety/alarms'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { counted } from '../../kit/counted.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import type { Pages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { useSorting } from '../../ui/tables/sorting.ts'
import { When } from '../../ui/time/when.tsx'
import { alarmAddress, type Period, rowsAddress } from './alarm-rows.tsx'
import { type Health, rateOfChattering, rateOfStale, type Rating, shareOfWorst, shareText } from './health-figures.ts'
import { RatingWord } from './rating-word.tsx'

type StaleAlarm = Health['stale'][number]
type HealthPages = Omit<Pages<Health>, 'sorting'>

interface TableProps {
  readonly health: Health
  readonly pages: HealthPages
  readonly period: Period
}

export const failed = 'Alarm health could not be loaded'

export const ChatteringTable = ({ health, pages, period }: TableProps) => (
  <HealthTable
    {...badActors(period)}
    name="chattering"
    title="Chattering alarms"
    rating={rateOfChattering(health)}
    guide={`Guidance: no alarm ${guidance.chatteringPerHour} times or more within an hour`}
    pages={pages}
    rows={(answer) => answer.chattering}
    empty={
      <Empty title="No chattering alarms">
        <p>
          An alarm that comes and goes {guidance.chatteringPerHour} times or more within an hour is listed here. A delay
          or a hysteresis in its rule calms it.
        </p>
      </Empty>
    }
  />
)

export const WorstTable = ({ health, pages, period }: TableProps) => {
  const share = shareOfWorst(health)
  return (
    <HealthTable
      {...badActors(period)}
      name="worst"
      title="Ten worst"
      guide={
        share === null || health.worst.length === 0
          ? 'The alarms that come most often'
          : `${shareText(share)} of all alarms of this period`
      }
      pages={pages}
      rows={(answer) => answer.worst}
      empty={
        <Empty title="No alarms in this period">
          <p>The alarms that come most often are listed here. Choose a longer period to see more.</p>
        </Empty>
      }
    />
  )
}

export const StaleTable = ({ health, pages }: Omit<TableProps, 'period'>) => (
  <HealthTable
    name="stale"
    title="Stale alarms"
    rating={rateOfStale(health)}
    guide={`Guidance: no alarm active for more than ${guidance.staleAfterHours} hours`}
    pages={pages}
    rows={(answer) => answer.stale}
    rowId={({ alarmId }) => alarmId}
    figure={raisedAt}
    note={raised}
    to={({ alarmId }) => alarmAddress(alarmId)}
    empty={
      <Empty title="No stale alarms">
        <p>An alarm that stays active for more than {guidance.staleAfterHours} hours is listed here.</p>
      </Empty>
    }
  />
)

type Row = Pick<BadActor, 'rule' | 'device'>

interface HealthTableProps<R extends Row> {
  readonly name: string
  readonly title: string
  readonly rating?: Rating
  readonly guide: string
  readonly pages: HealthPages
  readonly rows: (answer: Health) => readonly R[]
  readonly rowId: (row: R) => string
  /** What is shown of a row beside its rule and device: as a column, and where columns have no room. */
  readonly figure: Column<R>
  readonly note: (row: R) => ReactNode
  /** Where it leads those who may list alarms. */
  readonly to: (row: R) => string
  readonly rowAction?: (row: R) => ReactNode
  readonly empty: ReactNode
}

const HealthTable = <R extends Row>(props: HealthTableProps<R>) => {
  const { name, title, rating, guide, pages, figure, note, to, ...table } = props
  const mayOpen = useMissing(alarms.list).length === 0
  return (
    <section className="grid grid-cols-1 gap-3">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2>{title}</h2>
        {rating && <RatingWord rating={rating} misses="Above the guidance" />}
        <p className="text-sm text-muted">{guide}</p>
      </header>
      <DataTable
        {...table}
        name={`${name}-alarms`}
        label={title}
        noun={['alarm', 'alarms']}
        pages={{ ...pages, sorting: useSorting(`${name}-sort`) }}
        rowName={nameOf}
        columns={[...ofRule, figure]}
        card={cardWith(note)}
        csv={`${name}-alarms.csv`}
        failed={failed}
        {...(mayOpen && { to })}
      />
    </section>
  )
}

const cardWith =
  <R extends Row>(note: (row: R) => ReactNode) =>
  (row: R) => (
    <>
      <strong>{row.rule.name}</strong>
      <span>{deviceText(row)}</span>
      <Note>{note(row)}</Note>
    </>
  )

const raised = ({ raisedAt: at }: StaleAlarm) => (
  <>
    Raised <When at={at} />
  </>
)

/** What the rows of alarms that come too often have in common. */
const badActors = (period: Period) => ({
  rowId: ({ rule, device }: BadActor) => `${rule.id} ${device?.id ?? ''}`,
  figure: times,
  note: ({ count }: BadActor) => counted(count, 'time'),
  to: ({ rule, device }: BadActor) => rowsAddress({ ruleId: rule.id, deviceId: device?.id, ...period }),
  rowAction: (row: BadActor) => <Newest of={row} />,
})

const Newest = ({ of }: { readonly of: BadActor }) => (
  <Can op={alarms.list}>
    <Button component={Link} to={alarmAddress(of.alarmId)} size="small">
      Newest<span className="visually-hidden"> alarm: {nameOf(of)}</span>
    </Button>
  </Can>
)

const nameOf = ({ rule, device }: Row): string => (device === null ? rule.name : `${rule.name}, ${device.name}`)

const deviceText = ({ device }: Row): string => device?.name ?? '–'

const ofRule: readonly Column<Row>[] = [
  { field: 'rule', title: 'Alarm', flex: 2, minWidth: 180, text: ({ rule }) => rule.name },
  { field: 'device', title: 'Device', flex: 2, minWidth: 160, text: deviceText },
]

const times: Column<BadActor> = {
  field: 'count',
  title: 'Times',
  minWidth: 90,
  descending: 'most',
  text: ({ count }) => String(count),
  value: ({ count }) => count,
}

const raisedAt: Column<StaleAlarm> = {
  field: 'raisedAt',
  title: 'Raised',
  minWidth: 140,
  descending: 'newest',
  render: ({ raisedAt: at }) => <When at={at} />,
  text: ({ raisedAt: at }) => at,
}
