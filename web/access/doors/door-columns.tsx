// The columns of the doors' list.
import { isUnderWay } from '@gatehouse/contract/access/commands'
import type { Door } from '@gatehouse/contract/access/doors'
import { Age } from '../../ui/time/age.tsx'
import type { LogColumn } from '../../ui/logs/log-row.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { placeOf } from './door-parts.ts'
import { isBatteryLow, outcomeOf, viewOf } from './door-view.ts'

const StateOf = ({ door }: { readonly door: Door }) => {
  const { state, word, icon } = viewOf(door)
  return <StatusWord state={state} word={word} icon={icon} live />
}

const Remarks = ({ door }: { readonly door: Door }) => {
  const { remarks, contact } = viewOf(door)
  const dealt = door.alarm?.acknowledged ? [`acknowledged by ${door.alarm.acknowledged.by}`] : []
  const held = door.hold ? [`held by ${door.hold.by}`] : []
  const message =
    remarks.length > 0 ? remarks : door.state ? [`Contact: ${contact.toLowerCase()}`] : ['Never connected']
  return <>{[...dealt, ...held, ...message].join(' · ')}</>
}

// What it is being told goes before what it was told: that stands in its sheet.
const UnderWay = ({ door: { command } }: { readonly door: Door }) =>
  command && isUnderWay(command) ? <StatusWord state="information" icon="stale" word={outcomeOf(command).word} /> : null

const Battery = ({ door }: { readonly door: Door }) => {
  if (door.battery === null) return <>–</>
  const left = `${Math.round(door.battery)} %`
  return isBatteryLow(door) ? <StatusWord state="warning" word={left} /> : <>{left}</>
}

export const doorColumns: readonly LogColumn<Door>[] = [
  { title: 'Door', width: 'minmax(9rem, 2fr)', card: 'title', render: ({ name }) => name },
  { title: 'State', width: '10rem', card: 'state', render: (door) => <StateOf door={door} /> },
  { title: 'Reported', width: 'minmax(9rem, 2.5fr)', card: 'detail', render: (door) => <Remarks door={door} /> },
  { title: 'Pending command', width: '9rem', render: (door) => <UnderWay door={door} /> },
  { title: 'Where', width: 'minmax(8rem, 2fr)', quiet: true, render: placeOf },
  { title: 'Battery', width: '6rem', quiet: true, render: (door) => <Battery door={door} /> },
  {
    title: 'Age',
    width: '5rem',
    card: 'time',
    render: ({ state }) => <Age at={state?.at ?? null} />,
  },
]

export const doorMarks = (door: Door) => ({ 'data-door': door.key, 'data-state': viewOf(door).state })
