// Every door with what it last reported.
import { Age } from '../../ui/time/age.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import styles from './tour.module.css'
import { Guide } from './guide.tsx'
import { Lines } from './lines.tsx'
import { lineOfWorked } from './showing-view.ts'
import { doorsOf } from './view.ts'
import type { PanelProps } from './panels.ts'

export const DoorsPanel = ({ building, freshness, now }: PanelProps) => (
  <Guide title="What each door last reported" text={text}>
    <ul className="[container-type:inline-size]">
      {doorsOf(building, freshness, now).map(({ name, zone, state, word, icon, contact, remarks, at }) => (
        <li
          key={name}
          className={`${styles.door} grid items-baseline gap-x-3 border-t border-t-line py-3 first:border-t-0`}
          data-state={state}
          data-testid="tour-door"
        >
          <span className="grid font-semibold [grid-area:name]">
            {name} {zone !== null && <span className="text-sm font-normal text-muted">leads to: {zone}</span>}
          </span>
          <span className="inline-flex items-baseline gap-1 text-sm text-muted [grid-area:contact] [&>svg]:self-center">
            <Icon name={contact === 'Open' ? 'open' : 'closed'} />
            <span className="visually-hidden">Contact: </span>
            {contact}
          </span>
          <StatusWord state={state} word={word} icon={state === 'stale' ? undefined : icon} />
          <Age at={at} now={now} />
          {remarks.length > 0 && <span className="text-sm text-muted [grid-area:remarks]">{remarks.join(' · ')}</span>}
        </li>
      ))}
    </ul>
    <h3 className="mt-5 mb-1 text-sm font-semibold text-muted">Latest commands</h3>
    <Lines
      lines={building.worked.map((worked) => lineOfWorked(worked, freshness))}
      timeZone={building.timeZone}
      now={now}
      none="No command was sent yet: the first follows within seconds of somebody looking."
    />
  </Guide>
)

const text = [
  'A door shows its mode, its contact and its alarms as its controller reported them, never what somebody hoped. The age at the end is how long that has been so.',
  'Forced open, held open, tampering and faults push the ordinary state aside, in colour, sign and word together.',
  'While you look, a door is unlocked every eight seconds by the command that a guard would send. It is recorded before it leaves, and Confirmed is the answer of the door’s controller, which locks again by itself after five seconds.',
]
