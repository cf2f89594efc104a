// What was found: the zone as a whole, and each person with their stays and what was measured meanwhile.
import type { Measured, people, PersonExposed } from '@gatehouse/contract/safety/gas-exposure'
import type { Output } from '@gatehouse/contract/operation'
import type { ReactNode } from 'react'
import { channelName } from '../../kit/channel-name.ts'
import { useClock } from '../../kit/clock.ts'
import { counted } from '../../kit/counted.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import { betweenWords } from '../../ui/time/time-range.ts'
import {
  byWords,
  minutesText,
  reachedText,
  shareText,
  stayText,
  unitText,
  valueText,
  worstOf,
} from './exposure-words.ts'

interface ExposureFoundProps {
  readonly exposure: Output<typeof people>
  /** Another look is under way. */
  readonly isOld: boolean
  /** What may be done with it. */
  readonly children: ReactNode
}

export const ExposureFound = ({ exposure, isOld, children }: ExposureFoundProps) => {
  const { zone, detectors, channels, people: found, unidentified, timeZone } = exposure
  const now = useClock((at) => at - (at % 60_000))
  const span = { from: Date.parse(exposure.from), to: Date.parse(exposure.to) }
  return (
    <section
      className="grid grid-cols-1 gap-4 aria-busy:opacity-60"
      aria-busy={isOld || undefined}
      aria-labelledby="exposure-found"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="exposure-found">{zone.name}</h2>
          <p className="text-sm text-muted">
            {zone.site}, {betweenWords(span, now, timeZone)}
          </p>
        </div>
        {children}
      </header>
      {detectors.length === 0 ? (
        <p className="text-muted">No detector that you may see is in this zone: nothing was measured.</p>
      ) : (
        <ChannelTable label={`All of the time, ${counted(detectors.length, 'detector')}`} channels={channels} />
      )}
      {unidentified > 0 && (
        <p>
          <StatusWord state="warning" word={counted(unidentified, 'entry', 'entries')} /> by a credential that is
          nobody’s: these people are not in the list.
        </p>
      )}
      {found.length === 0 ? (
        <Empty title="Nobody was seen here">
          <p>No door of this zone that you may see reported an entry or exit that reaches into this time.</p>
        </Empty>
      ) : (
        <>
          <h3>{counted(found.length, 'person', 'people')}</h3>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,30rem),1fr))] gap-3">
            {found.map((person) => (
              <Person key={person.id} person={person} timeZone={timeZone} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const Person = ({ person, timeZone }: { readonly person: PersonExposed; readonly timeZone: string }) => {
  const { name, from, by, minutes, possibleMinutes, stays, channels } = person
  return (
    <li className="grid content-start gap-2 rounded border border-line bg-surface p-4 wrap-anywhere [&_h4]:m-0 [&_h4]:text-lg">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h4>{name}</h4>
        <span className="text-sm text-muted">{[from, byWords[by]].filter(Boolean).join(', ')}</span>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {minutes > 0 && <span className="font-[550]">{minutesText(minutes)} there</span>}
        {possibleMinutes > 0 && (
          <StatusWord state="unknown" word={`${minutesText(possibleMinutes)} possible`} icon="unknown" />
        )}
      </p>
      <ul className="grid gap-1 text-sm text-muted">
        {stays.map((stay) => (
          <li key={stay.from}>{stayText(stay, timeZone)}</li>
        ))}
      </ul>
      {channels.length > 0 && <ChannelTable label={`Measured while ${name} was there`} channels={channels} />}
    </li>
  )
}

const ChannelTable = ({ label, channels }: { readonly label: string; readonly channels: readonly Measured[] }) => (
  <ScrollRegion label={label} className="overflow-x-auto">
    <PlainTable
      heads={['Channel', 'Worst', 'Mean', 'At set points', 'Measured']}
      cell="px-2 py-1 text-start whitespace-nowrap"
      rows={channels.map((one) => {
        const unit = unitText(one.unit)
        const { word, value } = worstOf(one)
        const reached = reachedText(one)
        return {
          key: one.channel,
          cells: [
            channelName(one.channel),
            value === null ? 'Not measured' : `${word} ${valueText(value, unit)}`,
            valueText(one.mean, unit),
            reached ? <StatusWord key="reached" state="high" word={reached} /> : 'None',
            shareText(one.share),
          ],
        }
      })}
    />
  </ScrollRegion>
)
