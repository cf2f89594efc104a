// Whose building this is, its time, and whether what is shown is of this moment.
import type { Building } from '@gatehouse/contract/site/tour'
import { ageText } from '../../kit/age.ts'
import { shortTime } from '../../kit/time.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import styles from './tour.module.css'
import { type Connection, lastSeen } from './connection.ts'

interface FreshnessProps {
  readonly building: Building
  readonly answeredAt: string
  readonly freshness: Connection
  readonly now: number
}

export const Freshness = ({ building, answeredAt, freshness, now }: FreshnessProps) => (
  <div className={styles.freshness}>
    <p className="flex flex-wrap items-baseline gap-x-3 [grid-area:building] [&_strong]:text-lg [&_strong]:font-[650]">
      <strong>{building.name}</strong>
      <span className="text-muted">
        local time <time>{shortTime(new Date(now).toISOString(), building.timeZone, now)}</time>
      </span>
    </p>
    <output
      className="flex flex-wrap items-baseline gap-x-2 gap-y-1 [grid-area:state]"
      data-testid="tour-hearing"
      data-hearing={freshness}
    >
      {freshness === 'live' ? (
        <StatusWord state="normal" word="Live" pill />
      ) : (
        <>
          <StatusWord state="stale" word="Stale" pill />
          <span>{silence(building, answeredAt, freshness, now)}</span>
        </>
      )}
    </output>
    <p className="justify-self-end whitespace-nowrap text-muted [grid-area:age]">
      answered <span data-testid="tour-age">{ageText(answeredAt, now)}</span> ago
    </p>
  </div>
)

const silence = (building: Building, answeredAt: string, freshness: Connection, now: number): string => {
  if (freshness === 'server-silent')
    return `No answer from the server since ${shortTime(answeredAt, building.timeZone, now)}. What you see is from then.`
  const last = lastSeen(building)
  return last === null
    ? 'The building has not been heard yet.'
    : `The building has been silent since ${shortTime(last, building.timeZone, now)}. What you see is from then.`
}
