// One door beside the list: what it last reported and how old that is, what may be done to it, what came of that, and
// what happened there.
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import { isUnderWay } from '@gatehouse/contract/access/commands'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link, type To } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { DoorActions } from './door-actions.tsx'
import { DoorAlarm } from './door-alarm.tsx'
import { DoorCommands } from './door-commands.tsx'
import { DoorEvents } from './door-events.tsx'
import { Lasting } from './lasting.tsx'
import './door-lists.live.ts'
import { UnderLockdown } from './under-lockdown.tsx'
import { placeOf } from './door-parts.ts'
import { durationWords, isBatteryLow, outcomeOf, viewOf } from './door-view.ts'

const DoorSettings = later(async () => (await import('./door-settings.tsx')).DoorSettings)

const askEveryMs = 2_000

interface DoorSheetProps {
  readonly id: string
  readonly closed: To
  /** What other rooms have to say of this door. */
  readonly children?: ReactNode
}

export const DoorSheet = ({ id, closed, children }: DoorSheetProps) => {
  const address = useUrlFilters()
  const asked = useQuery({
    ...queryOf(doors.byId, { doorId: id }),
    refetchOnMount: 'always',
    // Events bring it; this is for when they do not.
    refetchInterval: ({ state }) =>
      state.data?.door.command && isUnderWay(state.data.door.command) ? askEveryMs : false,
  })
  const door = asked.data?.door
  return (
    <AnswerSheet
      op={doors.byId}
      query={asked}
      title={door?.name ?? 'Door'}
      subtitle={door && placeOf(door)}
      rows={10}
      failed="The door could not be loaded"
      gone={{
        title: 'There is no such door',
        says: 'It may have been retired, or it is hidden from you by a label.',
        next: <Link to={closed}>Go to the doors</Link>,
      }}
      closed={closed}
    >
      {({ door: found }) => (
        <>
          <Reported door={found} />
          <DoorAlarm door={found} />
          <UnderLockdown door={found} />
          <Standing door={found} />
          <DoorActions
            door={found}
            asks={address.get('ask') === 'unlock'}
            onAsk={(asks) => address.set({ ask: asks ? 'unlock' : '' })}
          />
          {children}
          <About door={found} />
          <DoorCommands doorId={id} />
          <DoorEvents doorId={id} />
          <Can op={doors.update}>
            <Suspense fallback={<SkeletonRows rows={3} />}>
              <DoorSettings door={found} closed={closed} />
            </Suspense>
          </Can>
        </>
      )}
    </AnswerSheet>
  )
}

const Reported = ({ door }: { readonly door: Door }) => {
  const { state, word, icon, remarks, contact, at } = viewOf(door)
  const since = door.state?.contactSince
  return (
    <div className="grid gap-1 rounded border border-line bg-sunken p-4" data-testid="reported">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-xl">
        <StatusWord state={state} word={word} icon={icon} live />
        <span className="text-md text-muted">
          {at === null ? (
            'It has never reported anything'
          ) : (
            <>
              reported <Lasting since={at} /> ago
            </>
          )}
        </span>
      </p>
      {remarks.length > 0 && <p>{remarks.join(' · ')}</p>}
      {door.state && contact === 'Unknown' && (
        <p className="text-muted">It reports no contact: whether it stands open is not known.</p>
      )}
      {door.state && contact !== 'Unknown' && (
        <p className="flex items-center gap-1">
          <Icon name={contact === 'Open' ? 'open' : 'closed'} /> Contact {contact.toLowerCase()}
          {since && (
            <>
              {' '}
              for <Lasting since={since} />
            </>
          )}
        </p>
      )}
      {door.command && isUnderWay(door.command) && (
        <p>
          <StatusWord state="information" icon="stale" word={outcomeOf(door.command).word} /> asked for by{' '}
          {door.command.by}
        </p>
      )}
    </div>
  )
}

const Standing = ({ door: { hold, maintenance } }: { readonly door: Door }) => (
  <>
    {hold && (
      <p className="mt-3 rounded border-s-4 border-s-information bg-sunken px-4 py-3">
        Held open by {hold.by}, <When at={hold.since} />
        {hold.reason !== null && <>: “{hold.reason}”</>}
      </p>
    )}
    {maintenance && (
      <p className="mt-3 rounded border-s-4 border-s-information bg-sunken px-4 py-3">
        In maintenance by {maintenance.by}, <When at={maintenance.since} />: “{maintenance.reason}”. Nobody is told of
        its alarms meanwhile.
      </p>
    )}
  </>
)

const About = ({ door }: { readonly door: Door }) => (
  <div className="mt-4 [&>dl]:p-0">
    <Facts>
      <Fact label="Leads">
        {(door.fromZone ?? door.toZone)
          ? `from ${door.fromZone ?? 'outside'} to ${door.toZone ?? 'outside'}`
          : 'Nobody has said from where to where'}
      </Fact>
      <Fact label="Connection">
        {door.online === null ? (
          <StatusWord state="unknown" word="Never connected" />
        ) : (
          <StatusWord state={door.online ? 'normal' : 'offline'} word={door.online ? 'Online' : 'Offline'} live />
        )}
        {door.lastSeenAt && (
          <span className="text-muted">
            {' '}
            heard <Lasting since={door.lastSeenAt} /> ago
          </span>
        )}
      </Fact>
      {door.battery !== null && (
        <Fact label="Battery">
          {isBatteryLow(door) ? (
            <StatusWord state="warning" word={`${Math.round(door.battery)} %, low`} />
          ) : (
            `${Math.round(door.battery)} %`
          )}
        </Fact>
      )}
      <Fact label="Held-open time limit">{durationWords(door.settings.openTooLongSeconds)}</Fact>
      <Fact label="Watched by">{door.settings.watchedBy === 'server' ? 'Gatehouse' : 'its controller'}</Fact>
      <Fact label="Key">
        <code>{door.key}</code>
      </Fact>
    </Facts>
  </div>
)
