// The columns of the doors' list.
import { isUnderWay } from '@gatehouse/contract/access/commands'
import type * as doors from '@gatehouse/contract/access/doors'
import type { Alarm, Door } from '@gatehouse/contract/access/doors'
import { Age } from '../../ui/time/age.tsx'
import type { Sort } from '../../ui/tables/data-pages.ts'
import type { LogColumn } from '../../ui/logs/log-row.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { AcknowledgeDoor } from './acknowledge-door.tsx'
import { placeOf } from './door-parts.ts'
import { alarmText } from './door-and-alarm.ts'
import { isBatteryLow, isUnacknowledged, outcomeOf, viewOf } from './door-view.ts'

/** In a cell: how a door is. */
export const StateOf = ({ door }: { readonly door: Door }) => {
  const { state, word, icon } = viewOf(door)
  return <StatusWord state={state} word={word} icon={icon} live />
}

const Remarks = ({ door }: { readonly door: Door }) => {
  const { remarks, contact } = viewOf(door)
  const held = door.hold ? [`kept unlocked by ${door.hold.by}`] : []
  const ofContact = `Contact: ${contact.toLowerCase()}`
  // Of a door that is offline it is only remembered, and its remarks say so.
  const isKnown = door.state !== null && door.online !== false
  const others = isKnown ? remarks.filter((remark) => remark !== ofContact) : remarks
  const more = [...held, ...(door.state ? others : ['Never connected'])]
  return (
    <>
      {door.alarm && <OfAlarm alarm={door.alarm} />}
      {isKnown && (
        <>
          {/* A card has no heads of columns. */}
          <span className="from-md:hidden">Contact: </span>
          {contact}
          {more.length > 0 && ' · '}
        </>
      )}
      {more.join(' · ')}
    </>
  )
}

const OfAlarm = ({ alarm: { title, count, since, returnedAt, acknowledged } }: { readonly alarm: Alarm }) => {
  if (acknowledged) {
    return (
      <>
        acknowledged by {acknowledged.by}, <When at={acknowledged.at} /> ·{' '}
      </>
    )
  }
  if (returnedAt === null && count === 1) return null
  return (
    <>
      {alarmText({ title, count })}, last <When at={since} /> ·{' '}
    </>
  )
}

/** In a cell: what to do about its alarm. */
export const Respond = ({ door }: { readonly door: Door }) =>
  door.alarm && isUnacknowledged(door) ? <AcknowledgeDoor door={door} alarm={door.alarm} /> : null

// What it is being told goes before what it was told: that stands in its sheet.
const UnderWay = ({ door: { command } }: { readonly door: Door }) =>
  command && isUnderWay(command) ? <StatusWord state="information" icon="stale" word={outcomeOf(command).word} /> : null

const Battery = ({ door }: { readonly door: Door }) => {
  if (door.battery === null) return <>–</>
  const left = `${Math.round(door.battery)} %`
  return isBatteryLow(door) ? <StatusWord state="warning" word={left} /> : <>{left}</>
}

export const doorColumns: readonly (LogColumn<Door> & { readonly sort?: Sort<typeof doors.list> })[] = [
  { title: 'Door', sort: 'name', width: 'minmax(9rem, 2fr)', card: 'title', render: ({ name }) => name },
  { title: 'State', sort: 'state', width: '15rem', card: 'state', render: (door) => <StateOf door={door} /> },
  { title: 'Contact', width: 'minmax(9rem, 2.5fr)', card: 'detail', render: (door) => <Remarks door={door} /> },
  { title: 'Response', width: '8rem', card: 'act', render: (door) => <Respond door={door} /> },
  { title: 'Pending command', width: '9rem', render: (door) => <UnderWay door={door} /> },
  { title: 'Location', sort: 'place', width: 'minmax(8rem, 2fr)', quiet: true, render: placeOf },
  { title: 'Battery', sort: 'battery', width: '6rem', quiet: true, render: (door) => <Battery door={door} /> },
  {
    title: 'Age',
    sort: 'reportedAt',
    descending: 'newest',
    width: '5rem',
    card: 'time',
    render: ({ state }) => <Age at={state?.at ?? null} />,
  },
]

export const doorMarks = (door: Door) => ({
  'data-door': door.key,
  'data-state': viewOf(door).state,
  ...(door.alarm && !door.outOfService ? { 'data-alarm': isUnacknowledged(door) ? 'waits' : 'acknowledged' } : {}),
})
