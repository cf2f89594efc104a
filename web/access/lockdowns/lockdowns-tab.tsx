// Lockdowns for those on duty: what is under way, what can be begun, and what has been.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Lockdown, Scenario } from '@gatehouse/contract/access/lockdowns'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type To, useNavigate, useParams } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { When } from '../../ui/time/when.tsx'
import { EgressNote } from './egress-note.tsx'
import { doorsText, progressText, rolesText, troubleText } from './lockdown-words.ts'

const LockdownSheet = later(async () => (await import('./lockdown-sheet.tsx')).LockdownSheet, 'over')
const StartLockdown = later(async () => (await import('./start-lockdown.tsx')).StartLockdown, 'over')

const home = '/doors/lockdowns'
/** `/doors/lockdowns`, `/doors/lockdowns/{id}` and `?start={scenarioId}`. */
export const LockdownsTab = () => {
  const { '*': rest = '' } = useParams()
  const [, id = ''] = rest.split('/')
  const active = useQuery(queryOf(lockdowns.list, { active: 'true', limit: 20 }))
  return (
    <div className="grid grid-cols-1 gap-5">
      <EgressNote />
      <View op={lockdowns.list} query={active} rows={2} failed="What is locked down could not be loaded">
        {(answer) => <UnderWay lockdowns={answer.lockdowns} />}
      </View>
      <Scenarios />
      <Earlier />
      {id !== '' && <LockdownSheet key={id} id={id} closed={home} />}
    </div>
  )
}

const UnderWay = ({ lockdowns: active }: { readonly lockdowns: readonly Lockdown[] }) =>
  active.length === 0 ? null : (
    <section className="grid grid-cols-1 gap-3">
      <h2>Under way</h2>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
        {active.map((lockdown) => {
          const trouble = troubleText(lockdown.counts)
          const open = lockdown.mayRelease ? 'Open or release' : 'Open'
          return (
            <LockdownCard
              key={lockdown.id}
              name={lockdown.name}
              active
              action={
                <Button
                  component={Link}
                  to={`${home}/${lockdown.id}`}
                  state={opensSheet}
                  variant="outlined"
                  aria-label={`${open} ${lockdown.name}`}
                >
                  {open}
                </Button>
              }
            >
              <span>{progressText(lockdown)}</span>
              {trouble && <span>Not confirmed: {trouble}</span>}
              <span className="text-sm text-muted">
                {lockdown.startedBy.name}, <When at={lockdown.startedAt} />
                {lockdown.reason && `: ${lockdown.reason}`}
              </span>
            </LockdownCard>
          )
        })}
      </div>
    </section>
  )

const Scenarios = () => {
  const query = useQuery(queryOf(lockdowns.scenarios, {}))
  const start = useSheetAddress('start')
  const close = useCloseSheet(start.closed)
  const navigate = useNavigate()
  const mayManage = useHolds(['manage_doors'])
  const chosen = query.data?.scenarios.find(({ id }) => id === start.id)
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2>Lock down</h2>
      <View op={lockdowns.scenarios} query={query} rows={4} failed="The scenarios could not be loaded">
        {({ scenarios }) =>
          scenarios.length === 0 ? (
            <Empty title="No lockdown is prepared">
              <p>
                {mayManage
                  ? 'Prepare one: its doors, who may begin it, who may end it.'
                  : 'Who manages doors prepares lockdowns: which doors, who may begin and end them.'}
              </p>
              {mayManage && (
                <Button component={Link} to="/door-management/lockdowns?edit=new" variant="outlined">
                  New lockdown scenario
                </Button>
              )}
            </Empty>
          ) : (
            <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
              {scenarios.map((scenario) => (
                <ScenarioCard key={scenario.id} scenario={scenario} start={start.to(scenario.id)} />
              ))}
            </div>
          )
        }
      </View>
      {chosen?.mayTrigger && chosen.activeId === null && (
        <StartLockdown
          scenario={chosen}
          onClose={close}
          onStarted={(id) => void navigate(`${home}/${id}`, { replace: true })}
        />
      )}
    </section>
  )
}

const ScenarioCard = ({ scenario, start }: { readonly scenario: Scenario; readonly start: To }) => (
  <LockdownCard
    name={scenario.name}
    action={
      scenario.activeId !== null ? (
        <span className="text-sm text-muted">Under way</span>
      ) : scenario.mayTrigger ? (
        <Button
          component={Link}
          to={start}
          state={opensSheet}
          variant="contained"
          startIcon={<Icon name="locked" />}
          aria-label={`Lock down ${scenario.name}`}
        >
          Lock down…
        </Button>
      ) : (
        <span className="text-sm text-muted">
          Started by {scenario.triggerRoles.length > 0 ? rolesText(scenario.triggerRoles) : 'who may start lockdowns'}
        </span>
      )
    }
  >
    {scenario.description && <span>{scenario.description}</span>}
    <span className="text-sm text-muted">
      {doorsText(scenario.doorCount)}
      {scenario.passRoles.length > 0 && ` · ${rolesText(scenario.passRoles)} may pass`}
    </span>
  </LockdownCard>
)

interface LockdownCardProps {
  readonly name: string
  readonly active?: boolean
  readonly action: ReactNode
  readonly children: ReactNode
}

const LockdownCard = ({ name, active, action, children }: LockdownCardProps) => (
  <article
    className="grid grid-rows-[auto_1fr_auto] gap-2 rounded border border-line bg-surface p-4 wrap-anywhere data-active:border-s-4 data-active:border-critical [&_h3]:text-md"
    data-active={active}
  >
    <h3>{name}</h3>
    <div className="grid content-start gap-1">{children}</div>
    <div className="mt-2 flex flex-wrap gap-2 *:min-h-touch below-sm:*:flex-[1_1_9rem]">{action}</div>
  </article>
)

const Earlier = () => {
  const pages = usePages(lockdowns.list, (page) => ({ ...page, active: 'false' as const }), columns)
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2>History</h2>
      <DataTable
        name="lockdowns"
        label="Past lockdowns"
        noun={['lockdown', 'lockdowns']}
        pages={pages}
        rows={({ lockdowns: rows }) => rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        card={earlierCard}
        to={({ id }) => `${home}/${id}`}
        failed="Past lockdowns could not be loaded"
        empty={
          <Empty title="There has been no lockdown">
            <p>Once one is released it stands here: who began and ended it, why, and what each door did.</p>
          </Empty>
        }
      />
    </section>
  )
}

const columns: readonly Column<Lockdown, typeof lockdowns.list>[] = [
  { field: 'name', title: 'Lockdown', sort: 'name', minWidth: 160, render: ({ name }) => name },
  {
    field: 'started',
    title: 'Begun',
    sort: 'startedAt',
    descending: 'newest',
    usual: true,
    minWidth: 130,
    render: ({ startedAt }) => <When at={startedAt} />,
  },
  { field: 'by', title: 'By', sort: 'startedBy', minWidth: 130, render: ({ startedBy }) => startedBy.name },
  {
    field: 'reason',
    title: 'Reason',
    sort: 'reason',
    flex: 2,
    minWidth: 180,
    render: ({ reason }) => reason || 'Not given yet',
  },
  {
    field: 'released',
    title: 'Released',
    sort: 'releasedAt',
    descending: 'newest',
    minWidth: 130,
    render: ({ released }) => (released ? <When at={released.at} /> : '–'),
  },
  { field: 'doors', title: 'Doors', minWidth: 110, render: ({ counts }) => doorsText(counts.doors) },
]

const earlierCard = (lockdown: Lockdown) => (
  <>
    <span>{lockdown.name}</span>
    <span>{lockdown.reason}</span>
    <span className="text-sm text-muted">
      {lockdown.startedBy.name}, <When at={lockdown.startedAt} /> · {doorsText(lockdown.counts.doors)}
    </span>
  </>
)
