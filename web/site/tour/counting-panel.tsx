// How many are inside, and the counters and hours it is known from.
import { shortTime } from '../../kit/time.ts'
import { Age } from '../../ui/time/age.tsx'
import styles from './tour.module.css'
import { Guide } from './guide.tsx'
import { HoursChart } from './hours-chart.tsx'
import type { PanelProps } from './panels.ts'

export const CountingPanel = ({ building, freshness, now }: PanelProps) => {
  const { inside, counters, hours, timeZone } = building
  const since = shortTime(inside.since, timeZone, Date.parse(inside.since)).slice(0, 5)
  return (
    <Guide title="How many are inside, and how that is known" text={text(since)}>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-5" data-stale={freshness !== 'live' || undefined}>
        <p className="grid flex-[0_0_8rem] text-muted">
          <span
            className={`${freshness === 'live' ? 'font-[650] text-text' : 'font-medium text-stale'} text-[3.5rem] leading-none tracking-[-0.03em] tabular-nums`}
          >
            {inside.people}
          </span>
          <span>inside now</span>
        </p>
        <table className={`${styles.counters} flex-[1_1_17rem] border-collapse tabular-nums`}>
          <caption className="visually-hidden">Counters today</caption>
          <thead>
            <tr>
              <th scope="col">Counter</th>
              <th scope="col">In</th>
              <th scope="col">Out</th>
              <th scope="col">Last count</th>
            </tr>
          </thead>
          <tbody>
            {counters.map(({ name, inToday, outToday, at }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{inToday}</td>
                <td>{outToday}</td>
                <td>{at === null ? 'none today' : <Age at={at} now={now} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3 className="mt-6 mb-2 text-sm font-semibold text-muted">In and out by the hour, today</h3>
      <HoursChart hours={hours} />
    </Guide>
  )
}

const text = (since: string) => [
  'Counters at both entrances report ins and outs by the minute.',
  `At ${since} only the night guard is inside. From there on everybody who comes is added and everybody who goes is taken away.`,
  'A counter sees visitors, who carry no card; the log of a door sees cards. Neither is made to agree with the other.',
]
