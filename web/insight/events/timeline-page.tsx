// What belongs together, in order of time on one page: what devices said, who went through doors, who did what, and what
// oneself was told.
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import type { Step } from '@gatehouse/contract/access/commands'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as doors from '@gatehouse/contract/access/doors'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as contract from '@gatehouse/contract/insight/events'
import * as musters from '@gatehouse/contract/access/muster'
import type { TimelineEntry } from '@gatehouse/contract/insight/events'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Can, useHolds } from '../../kit/can.tsx'
import { keyOf } from '../../kit/live/live-cache.ts'
import type { Breadcrumb } from '../../kit/page-context.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { RollCallOffer } from '../../ui/feedback/roll-call-offer.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { levelState } from './measured-words.ts'
import {
  commandStates,
  commandWords,
  doorsIn,
  kindsIn,
  incidentOf,
  shownEntry,
  sinceWords,
  spanWords,
  withoutAnswers,
} from './timeline-words.ts'

const ofEvents = [{ label: 'Events', to: '/events' }]

interface TimelinePageProps {
  readonly correlationId: string
  /** Where one came from, where that is not the stream of events. */
  readonly breadcrumbs?: readonly Breadcrumb[]
}

export const TimelinePage = ({ correlationId, breadcrumbs = ofEvents }: TimelinePageProps) => {
  const [back] = breadcrumbs
  const query = useQuery({ ...queryOf(contract.timeline, { correlationId }), refetchOnMount: 'always' })
  const key = keyOf(contract.timeline, { correlationId })
  const isOfIt = (one: { readonly correlationId: string }) => one.correlationId === correlationId
  useReadAgain(key, contract.happened, isOfIt)
  useReadAgain(key, entryExit.logged, isOfIt)
  useReadAgain(key, doors.commanded, ({ command }) => isOfIt(command))
  useReadAgain(key, alarms.changed, isOfIt)
  useReadAgain(key, musters.changed, () => true)
  const filters = useUrlFilters()
  const entries = query.data && withoutAnswers(query.data.entries)
  const incident = entries && incidentOf(entries)
  return (
    <>
      <PageHeader
        title={['Timeline', ...(entries ? doorsIn(entries).map(({ name }) => name) : [])].join(', ')}
        breadcrumbs={breadcrumbs}
        lead={entries && spanWords(entries)}
        action={incident && <RollCallOffer correlationId={correlationId} reason={incident} />}
      />
      <View op={contract.timeline} query={query} rows={10} failed="The timeline could not be loaded">
        {({ entries: all, more }) => {
          const found = withoutAnswers(all)
          const kinds = kindsIn(found)
          const kind = filters.get('kind')
          const shown = kind === '' ? found : found.filter((entry) => entry.kind === kind)
          return (
            <Card title="Incident timeline" note={shown.length || undefined}>
              {found.length === 0 ? (
                <Empty title="There is nothing here that you may see">
                  <p>
                    Nothing carries this correlation id, or what does is hidden from you by a permission or a label.
                  </p>
                  {back && <Link to={back.to}>Go to {back.label.toLowerCase()}</Link>}
                </Empty>
              ) : (
                <>
                  {/* What is past is looked at here; a door is operated where it is shown as it is now. */}
                  <Can op={doors.byId}>
                    <p className="flex flex-wrap gap-x-4 gap-y-2 px-4 pb-3 empty:hidden">
                      {doorsIn(found).map(({ id, name }) => (
                        <Link key={id} to={`/doors/${id}`}>
                          View {name}
                        </Link>
                      ))}
                    </p>
                  </Can>
                  {(kinds.length > 1 || kind !== '') && (
                    <div className="px-4 pb-3">
                      <FilterChoice
                        label="Show"
                        value={kind}
                        options={[['', 'Everything'], ...kinds]}
                        onChange={(chosen) => filters.set({ kind: chosen })}
                      />
                    </div>
                  )}
                  {shown.length === 0 && <p className="px-4 pb-3">There is nothing of this kind here.</p>}
                  <ol className="px-4 pb-3" aria-label="In order of time">
                    {shown.map((entry, index) => (
                      <Entry key={shownEntry(entry).key} entry={entry} before={shown[index - 1]} />
                    ))}
                  </ol>
                </>
              )}
              {more && <p className="px-4 pb-3 text-sm wrap-anywhere text-muted">There is more than is shown here.</p>}
              <p className="px-4 pb-3 text-sm wrap-anywhere text-muted">
                Correlation id <code>{correlationId}</code>
              </p>
            </Card>
          )
        }}
      </View>
    </>
  )
}

const Entry = ({ entry, before }: { readonly entry: TimelineEntry; readonly before: TimelineEntry | undefined }) => {
  const timeZone = useTimeZone()
  const { icon, kind, what, who, to, needs } = shownEntry(entry)
  const leads = useHolds(needs) && to !== null
  return (
    <li
      className="grid grid-cols-[15rem_auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-t-line py-3 below-md:gap-x-3 below-md:gap-y-0 below-md:[grid-template:'mark_words_state'_auto_'mark_time_time'_auto/auto_minmax(0,1fr)_auto]"
      data-kind={entry.kind}
    >
      <span className="grid min-w-0 tabular-nums below-md:text-sm below-md:[grid-area:time] [&>span]:text-sm [&>span]:text-muted">
        <time dateTime={entry.at}>{exactTime(entry.at, timeZone)}</time>
        <span>{before ? sinceWords(before.at, entry.at) : 'First'}</span>
      </span>
      <span className="grid h-[2.25rem] w-[2.25rem] place-items-center rounded-[50%] bg-sunken text-muted below-md:[grid-area:mark]">
        <Icon name={icon} size="medium" />
      </span>
      <span className="grid min-w-0 wrap-anywhere below-md:[grid-area:words] [&_strong]:font-semibold [&>span]:text-sm [&>span]:text-muted">
        <strong>{leads ? <Link to={to}>{what}</Link> : what}</strong>
        <span>{who}</span>
        {entry.kind === 'command' && <Steps steps={entry.command.steps} />}
      </span>
      <span className="text-sm text-muted below-md:[grid-area:state]">
        <StateOf entry={entry} kind={kind} />
      </span>
    </li>
  )
}

const StateOf = ({ entry, kind }: { readonly entry: TimelineEntry; readonly kind: string }) => {
  if (entry.kind === 'event') return <StatusWord state={entry.event.severity} />
  if (entry.kind === 'gas') return <StatusWord {...levelState(entry)} />
  if (entry.kind === 'command')
    return <StatusWord state={commandStates[entry.command.status]} word={commandWords[entry.command.status]} />
  return <>{kind}</>
}

/** How it went, from step to step. */
const Steps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol className="[&>li]:text-sm [&>li]:text-muted [&>li]:tabular-nums" aria-label="Its steps">
    {steps.map(({ status, at, detail, late }, index) => {
      const before = steps[index - 1]
      return (
        <li key={`${status} ${late}`}>
          <time dateTime={at} data-tip={`|${at}`}>
            {before ? sinceWords(before.at, at) : 'At first'}
          </time>{' '}
          {commandWords[status].toLowerCase()}
          {late && ', late'}
          {detail !== null && `: ${detail}`}
        </li>
      )
    })}
  </ol>
)
