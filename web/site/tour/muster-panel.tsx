// A roll-call as it goes: how many of each zone were found, and who is missing.
import { ageText } from '../../kit/age.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { Guide } from './guide.tsx'
import type { PanelProps } from './panels.ts'
import { tallyOf } from './showing-view.ts'
import styles from './tour.module.css'

export const MusterPanel = ({ building: { drill }, freshness, now }: PanelProps) => (
  <Guide title="Is everybody out?" text={text}>
    {drill === null ? (
      <p className="text-muted">No roll-call was held yet: the first begins within seconds of somebody looking.</p>
    ) : (
      <div className="grid gap-4" data-testid="tour-muster">
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <StatusWord {...stateOf(drill, freshness === 'live')} />
          <span className="text-muted">Drill, started {ageText(drill.startedAt, now)} ago</span>
        </p>
        <p className={styles.number} data-stale={freshness !== 'live' || undefined}>
          {tallyOf(drill).safe} <small>of {tallyOf(drill).people} accounted for</small>
        </p>
        <table className={`${styles.counters} border-collapse tabular-nums`}>
          <thead>
            <tr>
              <th scope="col">Zone</th>
              <th scope="col">Safe</th>
              <th scope="col">Missing</th>
            </tr>
          </thead>
          <tbody>
            {drill.zones.map(({ zone, people, safe, missing }) => (
              <tr key={zone}>
                <th scope="row">{zone}</th>
                <td>
                  {safe} of {people}
                </td>
                <td>{missing}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </Guide>
)

const stateOf = (drill: NonNullable<PanelProps['building']['drill']>, live: boolean) => {
  const { missing } = tallyOf(drill)
  if (!live) return { state: 'stale', word: 'Progress not known now' } as const
  if (drill.endedAt !== null) return { state: 'normal', word: 'Everybody accounted for' } as const
  if (missing > 0) return { state: 'critical', word: `${missing} missing` } as const
  return { state: 'information', word: 'Under way' } as const
}

const text = [
  'A roll-call lists whoever is inside at that moment. Wardens mark people on their phones, several at once, also without a connection: marks wait and are sent once.',
  'In your own building each person has a line with where and when they were last seen, and how far that may be believed.',
  'The people of this list are invented: of this building nobody is stored. The next drill begins half a minute after the end of this one.',
]
