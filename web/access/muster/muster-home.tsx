// Roll-calls: those that run, who would be on the list of one now and how far that may be believed, and those of before.
import { refetches, registerCorrections } from '../../kit/live/live-cache.ts'
import * as contract from '@gatehouse/contract/access/muster'
import type { Muster } from '@gatehouse/contract/access/muster'
import { insideChanged } from '@gatehouse/contract/access/entry-exit'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { useLive } from '../../kit/live/use-live.ts'
import { Age } from '../../ui/time/age.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { EmergencyButtons } from './emergency-buttons.tsx'
import { InsideZones } from './inside-zones.tsx'
import { evaluationAt, rollCallAt } from './muster-links.ts'
import { kindWords, titleOf } from './muster-words.ts'
import { Progress } from './progress.tsx'
import { accountedIn } from './roll-call.ts'
import { useWaiting } from './sending.ts'

const StartForm = later(async () => (await import('./start-form.tsx')).StartForm, 'over')

/** Where nobody tells of changes. */
const refreshMs = 30_000
/** What is believed less with time changes without anybody coming or going. */
const agesMs = 600_000
registerCorrections([refetches(contract.inside, insideChanged)])

export const MusterHome = () => {
  const begun = useSheetAddress('start')
  const navigate = useNavigate()
  const [started, setStarted] = useState<string | null>(null)
  // Once the sheet has gone from the address: Back leads here then, and not into the form.
  useEffect(() => {
    if (started !== null && begun.id === null) void navigate(rollCallAt(started))
  }, [started, begun.id, navigate])
  useWaiting()
  const { phase } = useLive()
  const inside = useQuery({
    ...queryOf(contract.inside, {}),
    refetchInterval: phase === 'live' ? agesMs : refreshMs,
  })
  const running = useQuery(queryOf(contract.list, { open: 'true', limit: 20 }))
  const past = usePages(contract.list, (page) => ({ ...page, open: 'false' as const }), columns)
  const add = (
    <Can op={contract.start}>
      <div className="flex flex-wrap gap-2 below-sm:w-full below-sm:[&>*]:flex-1">
        {inside.data && running.data && <EmergencyButtons sites={inside.data.sites} running={running.data.musters} />}
        <Button component={Link} to={begun.to('new')} state={opensSheet} variant="outlined">
          Start a drill
        </Button>
      </div>
    </Can>
  )
  return (
    <div className="grid grid-cols-1 gap-4 [&>header]:mb-1">
      <PageHeader
        title="Muster"
        lead="Who is inside, and a roll-call of them when they have to come out"
        breadcrumbs={[{ label: 'Occupancy', to: '/entry-exit/dashboard' }]}
        action={add}
      />
      {running.data && running.data.musters.length > 0 && (
        <section
          aria-label="Running now"
          className="grid grid-cols-[repeat(auto-fit,minmax(min(24rem,100%),1fr))] gap-4"
        >
          {running.data.musters.map((muster) => (
            <Running key={muster.id} muster={muster} />
          ))}
        </section>
      )}
      <Card title="Inside now" action={inside.data && <Age at={inside.data.at} />}>
        <div className="grid grid-cols-1 gap-3 px-4 pb-4">
          <View op={contract.inside} query={inside} rows={6} failed="Who is inside could not be loaded">
            {({ sites }) =>
              sites.length === 0 ? (
                <Empty title="No site is known">
                  <p>Nobody can be inside before there is a site with zones, or labels hide all of them from you.</p>
                </Empty>
              ) : (
                <InsideZones sites={sites} />
              )
            }
          </View>
        </div>
      </Card>
      <h2 className="mt-2 text-lg">Past roll-calls</h2>
      <DataTable
        name="musters"
        label="Roll-calls held before"
        noun={['roll-call', 'roll-calls']}
        pages={past}
        rows={({ musters }) => musters}
        rowId={({ id }) => id}
        rowName={(muster) => `${titleOf(muster)}, ${muster.startedAt}`}
        columns={columns}
        card={card}
        to={({ id }) => evaluationAt(id)}
        csv="roll-calls"
        failed="The roll-calls could not be loaded"
        empty={
          <Empty title="No roll-call has been held yet">
            <p>
              A drill shows how long it takes until everybody is accounted for, and who is listed as inside and is not.
            </p>
          </Empty>
        }
      />
      {begun.id !== null && <StartForm closed={withoutOrigin(begun.closed)} onBegun={setStarted} />}
    </div>
  )
}

// The next one that is begun here is begun for something else.
const withoutOrigin = (closed: To): To => {
  if (typeof closed === 'string') return closed
  const query = new URLSearchParams(closed.search)
  query.delete('for')
  query.delete('why')
  return { ...closed, search: query.toString() }
}

const Running = ({ muster }: { readonly muster: Muster }) => {
  const { id, site, kind, reason, startedAt, startedBy, tally } = muster
  return (
    <Card
      title={[kindWords[kind], reason].filter(Boolean).join(': ')}
      className={`border-s-4 ${kind === 'real' ? 'border-s-critical' : 'border-s-warning'}`}
      action={
        <Button component={Link} to={rollCallAt(id)} variant="contained">
          Open
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-3 px-4 pb-4">
        <Progress tally={tally} />
        <p className="text-sm font-normal text-muted">
          {site} · begun <When at={startedAt} /> by {startedBy}
        </p>
      </div>
    </Card>
  )
}

const outcome = ({ tally, mistaken }: Muster) => {
  if (mistaken) return <StatusWord state="information" word="Started by mistake" />
  const left = tally.people - accountedIn(tally)
  return left === 0 ? (
    <StatusWord state="normal" word="Everybody" />
  ) : (
    <StatusWord state="warning" word={`All but ${left}`} />
  )
}

const columns: readonly Column<Muster, typeof contract.list>[] = [
  {
    field: 'startedAt',
    title: 'Held',
    sort: 'startedAt',
    descending: 'newest',
    usual: true,
    minWidth: 150,
    render: ({ startedAt }) => <When at={startedAt} />,
    text: ({ startedAt }) => startedAt,
  },
  {
    field: 'kind',
    title: 'Kind',
    sort: 'kind',
    minWidth: 80,
    render: ({ kind }) => kindWords[kind],
    text: ({ kind }) => kindWords[kind],
  },
  {
    field: 'reason',
    title: 'Why',
    sort: 'reason',
    flex: 2,
    minWidth: 180,
    render: titleOf,
    text: titleOf,
  },
  { field: 'site', title: 'Site', sort: 'site', minWidth: 140, render: ({ site }) => site, text: ({ site }) => site },
  {
    field: 'people',
    title: 'On the list',
    minWidth: 100,
    render: ({ tally }) => tally.people,
    text: ({ tally }) => String(tally.people),
  },
  {
    field: 'outcome',
    title: 'Accounted for',
    minWidth: 180,
    render: outcome,
    text: ({ tally }) => `${accountedIn(tally)} of ${tally.people}`,
  },
]

const card = (muster: Muster) => (
  <>
    <span>{titleOf(muster)}</span>
    {outcome(muster)}
    <span className="text-sm font-normal text-muted">
      {kindWords[muster.kind]} · {muster.site} · <When at={muster.startedAt} />
    </span>
  </>
)
