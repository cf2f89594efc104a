// How a roll-call went: how soon everybody was accounted for, who was missing how long, who was listed wrongly, and how
// that compares with the ones before.
import * as contract from '@gatehouse/contract/access/muster'
import type { Times } from '@gatehouse/contract/access/muster'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { Course } from './course.tsx'
import { PlainTable, type PlainTableProps } from '../../ui/tables/plain-table.tsx'
import { evaluationAt, home, printAt, rollCallAt, toHome } from './muster-links.ts'
import {
  becauseText,
  confidenceWords,
  kindWords,
  peopleText,
  spanText,
  statusWords,
  titleOf,
  visitorText,
} from './muster-words.ts'
import { Progress } from './progress.tsx'

type Evaluation = Output<typeof contract.evaluation>

export const EvaluationPage = ({ musterId }: { readonly musterId: string }) => {
  const input = { musterId }
  const query = useQuery(queryOf(contract.evaluation, input))
  const muster = query.data?.muster
  return (
    <div className="grid grid-cols-1 gap-4 [&>header]:mb-1">
      <PageHeader
        title={muster ? `${muster.endedAt ? 'Report' : 'Progress'}: ${titleOf(muster)}` : 'Report'}
        lead={
          muster && (
            <>
              {kindWords[muster.kind]} at {muster.site} · begun <When at={muster.startedAt} /> by {muster.startedBy}
            </>
          )
        }
        breadcrumbs={toHome}
        action={
          muster && (
            <div className="flex flex-wrap gap-2">
              <Button component={Link} to={printAt(musterId)}>
                Print the list
              </Button>
              <Button component={Link} to={rollCallAt(musterId)} variant="outlined">
                {muster.endedAt ? 'The list' : 'Back to the list'}
              </Button>
            </div>
          )
        }
      />
      {isStatus(query.error, 404) ? (
        <Empty title="There is no such roll-call">
          <p>The link may be incomplete, or all of it is hidden from you by labels.</p>
          <Link to={home}>Go to the roll-calls</Link>
        </Empty>
      ) : (
        <View op={contract.evaluation} query={query} rows={12} failed="The report could not be loaded">
          {(evaluation) => <Parts evaluation={evaluation} />}
        </View>
      )}
    </div>
  )
}

const Parts = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const { muster, times, course, byZone, visitors, wardens, notListed } = evaluation
  const isOver = muster.endedAt !== null
  return (
    <>
      <UnaccountedCard unaccounted={evaluation.unaccounted} isOver={isOver} />
      <Card title="Accounted for" note={isOver ? undefined : 'Still running'}>
        <div className="grid grid-cols-1 gap-4 px-4 pb-4">
          <Progress tally={muster.tally} />
          <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
            <Time label="First check-in" seconds={times.first} isOver={isOver} />
            <Time label="50 %" seconds={times.half} isOver={isOver} />
            <Time label="90 %" seconds={times.nine} isOver={isOver} />
            <Time label="95 %" seconds={times.most} isOver={isOver} />
            <Time label="All" seconds={times.all} isOver={isOver} />
          </dl>
          <Course course={course} people={muster.tally.people} />
          {visitors.people > 0 && (
            <p>
              Visitors with a pass: {visitors.accounted} of {visitors.people} accounted for.
            </p>
          )}
          {muster.summary && (
            <blockquote className="m-0 border-s-3 border-s-line ps-4 wrap-anywhere">{muster.summary}</blockquote>
          )}
        </div>
      </Card>
      <Card title="By zone">
        <Table
          label="By zone"
          heads={['Zone', 'On the list', 'Unaccounted', 'Missing', '50 %', '90 %', '95 %', 'All']}
          rows={byZone.map(({ zoneId, zone, people, unaccounted, reEntered, missing, times: received }) => ({
            key: zoneId ?? 'none',
            cells: [zone ?? 'Nobody knows where', people, unaccounted + reEntered, missing, ...timeCells(received)],
          }))}
        />
      </Card>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(30rem,100%),1fr))] items-start gap-4">
        <MissingCard missing={evaluation.missing} />
        <WrongCard wrong={evaluation.falselyInside} notListed={notListed} />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(30rem,100%),1fr))] items-start gap-4">
        <Earlier evaluation={evaluation} />
        <Card title="Wardens" note={wardens.length === 0 ? undefined : String(wardens.length)}>
          {wardens.length === 0 ? (
            <p className="px-4 pb-4 text-muted">Nobody has marked anybody by hand.</p>
          ) : (
            <Table
              label="Wardens"
              heads={['Warden', 'Marks', 'Sent late']}
              rows={wardens.map(({ name, marks, late }) => ({ key: name, cells: [name, marks, late] }))}
            />
          )}
        </Card>
      </div>
    </>
  )
}

interface TimeProps {
  readonly label: string
  /** null: it never came to that. */
  readonly seconds: number | null
  readonly isOver: boolean
}

const Time = ({ label, seconds, isOver }: TimeProps) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-xl font-semibold tabular-nums">
      {seconds === null ? (isOver ? 'Not reached' : 'Not yet') : spanText(seconds)}
    </dd>
  </div>
)

const timeCells = ({ half, nine, most, all }: Times) => [half, nine, most, all].map(spanText)

const Table = ({ label, ...table }: Pick<PlainTableProps, 'heads' | 'rows'> & { readonly label: string }) => (
  <ScrollRegion label={`${label}: the table`} className="overflow-x-auto px-4 pb-4">
    <PlainTable
      {...table}
      head="font-semibold whitespace-nowrap"
      row="aria-[current]:bg-sunken"
      first="border-b border-b-line py-2 pr-3 pl-0 text-start align-baseline font-semibold"
      cell="border-b border-b-line py-2 pr-3 pl-0 text-start align-baseline"
    />
  </ScrollRegion>
)

/** First of all, and in red: who is still to be looked for. */
const UnaccountedCard = ({ unaccounted, isOver }: Pick<Evaluation, 'unaccounted'> & { readonly isOver: boolean }) => {
  if (unaccounted.length === 0) return null
  const title = `${isOver ? 'Never accounted for' : 'Not accounted for yet'}: ${unaccounted.length}`
  return (
    <Card title={title} className="border-s-4 border-s-critical [&_h2]:text-critical">
      <Table
        label={title}
        heads={['Who', 'Last seen', 'State']}
        rows={unaccounted.map(({ personId, name, visitor, zone, door, since, status }) => ({
          key: personId,
          cells: [
            <Fragment key={personId}>
              {name} {visitor && <span className="text-sm font-normal text-muted">{visitorText(visitor)}</span>}
            </Fragment>,
            <Fragment key={personId}>
              {[zone ?? 'Nobody knows where', door].filter(Boolean).join(', ')}
              {since && (
                <>
                  , <When at={since} />
                </>
              )}
            </Fragment>,
            <StatusWord key={personId} {...statusWords[status]} />,
          ],
        }))}
      />
    </Card>
  )
}

const MissingCard = ({ missing }: Pick<Evaluation, 'missing'>) => (
  <Card title="Missing" note={missing.length === 0 ? undefined : String(missing.length)}>
    {missing.length === 0 ? (
      <p className="px-4 pb-4 text-muted">Nobody was marked missing.</p>
    ) : (
      <Table
        label="Missing"
        heads={['Who', 'Zone', 'For', 'Now']}
        rows={missing.map(({ personId, name, visitor, zone, seconds, status }) => ({
          key: personId,
          cells: [
            <Fragment key={personId}>
              {name} {visitor && <span className="text-sm font-normal text-muted">{visitorText(visitor)}</span>}
            </Fragment>,
            zone ?? '–',
            spanText(seconds),
            <StatusWord key={personId} {...statusWords[status]} />,
          ],
        }))}
      />
    )}
  </Card>
)

const WrongCard = ({
  wrong,
  notListed,
}: {
  readonly wrong: Evaluation['falselyInside']
  readonly notListed: number
}) => (
  <Card title="List errors" note={wrong.length + notListed === 0 ? undefined : String(wrong.length + notListed)}>
    {wrong.length + notListed === 0 ? (
      <p className="px-4 pb-4 text-muted">Nobody was marked as not on site, and nobody had to be added.</p>
    ) : (
      <div className="grid grid-cols-1 gap-4 px-4 pb-4">
        {notListed > 0 && <p>{peopleText(notListed)} in the building and not on the list.</p>}
        {wrong.length > 0 && (
          <ul className="grid gap-2 [&_li]:flex [&_li]:flex-wrap [&_li]:gap-x-2">
            {wrong.map(({ personId, name, zone, source, confidence, because }) => (
              <li key={personId}>
                <strong>{name}</strong> {zone !== null && <span>{zone}</span>}
                <span className="text-sm font-normal text-muted">
                  {confidenceWords[confidence].word.toLowerCase()} confidence: {becauseText({ source, because })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    )}
  </Card>
)

const Earlier = ({ evaluation: { muster, times, earlier } }: { readonly evaluation: Evaluation }) => {
  if (earlier.length === 0)
    return (
      <Card title="Compared with earlier ones">
        <p className="px-4 pb-4 text-muted">This is the first at {muster.site} that you may see.</p>
      </Card>
    )
  return (
    <Card title="Compared with earlier ones">
      <Table
        label="Compared with earlier ones"
        heads={['Held', 'Why', 'People', '50 %', '90 %', '95 %', 'All']}
        rows={[{ ...muster, people: muster.tally.people, times }, ...earlier].map((one) => ({
          key: one.id,
          current: one.id === muster.id,
          cells: [
            one.id === muster.id ? (
              'This one'
            ) : (
              <Link key={one.id} to={evaluationAt(one.id)}>
                <When at={one.startedAt} />
              </Link>
            ),
            <Fragment key={one.id}>
              {titleOf(one)} <span className="text-sm font-normal text-muted">{kindWords[one.kind]}</span>
            </Fragment>,
            one.people,
            ...timeCells(one.times),
          ],
        }))}
      />
    </Card>
  )
}
