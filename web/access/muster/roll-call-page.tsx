// One roll-call: everybody on its list, marked by as many wardens as are there, with or without a connection.
import * as contract from '@gatehouse/contract/access/muster'
import type { Status } from '@gatehouse/contract/access/muster'
import Button from '@mui/material/Button'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { useSession } from '../../kit/session/session-state.ts'
import { local } from '../../kit/data/storage.ts'
import { later, useFetchedAhead } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { HandBar } from './hand-bar.tsx'
import { CountWord } from './inside-zones.tsx'
import { evaluationAt, home, toHome } from './muster-links.ts'
import { kindWords, titleOf } from './muster-words.ts'
import { ReEnteredNotice } from './re-entered-notice.tsx'
import { Progress } from './progress.tsx'
import { matching, type RollCall, type Shown, shownOf, tallyOf, zonesOf } from './roll-call.ts'
import { RollCallFilters } from './roll-call-filters.tsx'
import { RollCallList } from './roll-call-list.tsx'
import { RollCallMenu } from './roll-call-menu.tsx'
import { StartNotice } from './start-notice.tsx'
import { outbox, useWaiting } from './sending.ts'
import { useRollCall } from './use-roll-call.ts'
import { WaitingNotice } from './waiting-notice.tsx'

const PersonSheet = later(async () => (await import('./person-sheet.tsx')).PersonSheet, 'over')
const AddSheet = later(async () => (await import('./add-sheet.tsx')).AddSheet, 'over')

export const RollCallPage = ({ musterId }: { readonly musterId: string }) => {
  const query = useRollCall(musterId)
  // They have to be there when the connection is not.
  useFetchedAhead(PersonSheet)
  useFetchedAhead(AddSheet)
  if (isStatus(query.error, 404))
    return (
      <>
        <PageHeader title="Roll-call" breadcrumbs={toHome} />
        <Empty title="There is no such roll-call">
          <p>The link may be incomplete, or all of it is hidden from you by labels.</p>
          <Link to={home}>Go to the roll-calls</Link>
        </Empty>
      </>
    )
  return (
    <View op={contract.people} query={query} rows={12} failed="The roll-call could not be loaded">
      {(rollCall) => <Running rollCall={rollCall} isOld={query.isError} />}
    </View>
  )
}

const Running = ({ rollCall, isOld }: { readonly rollCall: RollCall; readonly isOld: boolean }) => {
  const { muster, people, counts } = rollCall
  const { user } = useSession()
  const waiting = useWaiting()
  const mine = useMemo(() => waiting.filter((one) => one.musterId === muster.id), [waiting, muster.id])
  const filters = useUrlFilters(['person', 'add'])
  const person = useSheetAddress('person')
  const adding = useSheetAddress('add')
  const mayMark = useMissing(contract.marks).length === 0 && muster.endedAt === null
  const name = user?.displayName ?? ''
  const everybody = useMemo(() => shownOf(people, mine, name), [people, mine, name])
  const q = useDeferredValue(filters.get('q'))
  const status = statusIn(filters.get('status'))
  const zone = filters.get('zone')
  const found = useMemo(() => matching(everybody, { status, zone, q }), [everybody, status, zone, q])
  const inZone = useMemo(() => matching(everybody, { status: '', zone, q: '' }), [everybody, zone])
  const [place, setPlace] = usePlaceOf(muster.id, muster.assemblyPoints)
  const [last, setLast] = useState<LastMark | null>(null)
  const mark = useCallback(
    (one: Marked, message: contract.NewMark['status'], more: MarkMore = {}) => {
      const at = message === 'safe' && place !== '' ? { place } : {}
      outbox().add(muster.id, { personId: one.id, status: message, seq: one.seq, ...at, ...more }, one.name)
      setLast({ id: one.id, name: one.name, status: message, before: one })
    },
    [muster.id, place],
  )
  // Back to what was said before, and not to nothing: whoever was missing is missing again.
  const takeBack = ({ id, name: called, before }: LastMark) => {
    const { status: message, place: at, note } = before
    // Only a door can say that somebody has left.
    const again = message === 'left' ? 'unaccounted' : message
    outbox().add(muster.id, { personId: id, status: again, place: at, note }, called)
    setLast(null)
  }
  const shown = everybody.find(({ id }) => id === person.id)
  const hostId = shown?.visitor?.hostId
  const host = hostId ? everybody.find(({ userId }) => userId === hostId) : undefined
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3 below-md:[--touch:48px] [&>header]:mb-0" data-kind={muster.kind}>
      <PageHeader
        title={titleOf(muster)}
        lead={
          <>
            {kindWords[muster.kind]} at {muster.site} ·{' '}
            {muster.endedAt === null ? (
              <>
                begun <When at={muster.startedAt} /> by {muster.startedBy}
              </>
            ) : (
              <>
                ended <When at={muster.endedAt} /> by {muster.endedBy}
              </>
            )}
          </>
        }
        breadcrumbs={toHome}
        action={<RollCallMenu rollCall={rollCall} waiting={mine.length} filters={{ status, zone, q }} />}
      />
      {muster.endedAt === null ? (
        <StartNotice muster={muster} isMarked={everybody.some(isMarkedByHand)} />
      ) : (
        <p className="rounded border border-line bg-surface px-4 py-3">
          {muster.mistaken ? 'This roll-call was started by mistake, and has ended.' : 'This roll-call has ended.'}{' '}
          <Link to={evaluationAt(muster.id)}>See how it went</Link>
        </p>
      )}
      <Progress tally={tallyOf(inZone)} />
      <CountWord count={counts.get(zone) ?? null} />
      <RollCallFilters
        tally={tallyOf(inZone)}
        status={status}
        zone={zone}
        zones={zonesOf(everybody)}
        onChange={filters.set}
      />
      {everybody.length === 0 ? (
        <Empty title="Nobody was inside as it began">
          <p>Whoever comes in now is put on the list by the door; visitors without a pass are put on it by hand.</p>
        </Empty>
      ) : found.length === 0 ? (
        <Empty
          title={status === 'unaccounted' && q === '' ? 'Nobody is left to be seen' : 'Nobody like that is on the list'}
        >
          <p>{q === '' ? 'Everybody here has been accounted for or is looked for.' : `Nobody is called “${q}”.`}</p>
          {(q !== '' || status !== '' || zone !== '') && (
            <Button variant="outlined" onClick={filters.clear}>
              Show everybody
            </Button>
          )}
        </Empty>
      ) : (
        <RollCallList people={found} to={person.to} onMark={mayMark ? mark : null} />
      )}
      <HandBar
        q={filters.get('q')}
        onSearch={(words) => filters.set({ q: words })}
        points={muster.assemblyPoints}
        place={place}
        onPlace={setPlace}
        add={mayMark ? adding.to('new') : null}
        last={mayMark ? last : null}
        onUndo={() => {
          if (last) takeBack(last)
        }}
      >
        <div className="grid gap-2 [&:not(:has(p))]:hidden">
          {muster.endedAt === null && <ReEnteredNotice people={everybody} />}
          <WaitingNotice waiting={mine} isOld={isOld} />
        </div>
      </HandBar>
      {adding.id !== null && mayMark ? (
        <AddSheet
          musterId={muster.id}
          zones={zonesOf(everybody)}
          place={place}
          name={filters.get('q')}
          onAdded={setLast}
          closed={adding.closed}
        />
      ) : person.id !== null ? (
        <PersonSheet
          key={person.id}
          musterId={muster.id}
          personId={person.id}
          person={shown ?? null}
          hostOnList={host ?? null}
          toHost={host ? person.to(host.id) : null}
          points={muster.assemblyPoints}
          place={place}
          onMark={mayMark ? mark : null}
          closed={person.closed}
        />
      ) : null}
    </div>
  )
}

/** Whom a mark is about, with what was said of them before. */
type Marked = Pick<Shown, 'id' | 'name' | 'status' | 'place' | 'note' | 'seq'>

export interface LastMark {
  readonly id: string
  readonly name: string
  readonly status: Status
  /** What held before. */
  readonly before: Pick<Shown, 'status' | 'place' | 'note'>
}

type MarkMore = Pick<contract.NewMark, 'place' | 'note'>

export type OnMark = (one: Marked, message: contract.NewMark['status'], more?: MarkMore) => void

/** Where this warden stands: chosen once for a roll-call, and remembered. */
const usePlaceOf = (musterId: string, points: readonly string[]) => {
  const key = `muster-place:${musterId}`
  const [place, setPlace] = useState(() => local.get(key) ?? points[0] ?? '')
  return [
    place,
    (chosen: string) => {
      local.set(key, chosen)
      setPlace(chosen)
    },
  ] as const
}

const all: readonly Status[] = ['unaccounted', 're-entered', 'missing', 'safe', 'left', 'not-here']

const isMarkedByHand = ({ status }: Shown) => status === 'safe' || status === 'missing' || status === 'not-here'

const statusIn = (text: string): Status | '' => all.find((one) => one === text) ?? ''
