// How many alarms are open, by severity, where other things that need attention are shown; the urgent ones stand in the bar.
import { counts } from '@gatehouse/contract/safety/alarm-counts'
import { useQuery } from '@tanstack/react-query'
import { counted } from '../../kit/counted.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Link } from '../../kit/place.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { severities, severityWords } from '../../ui/theme/severity.ts'
import './alarm-counts.live.ts'

export const AlarmSummary = () => {
  const { data } = useQuery(queryOf(counts, {}))
  if (!data) return null
  const open = Object.values(data.byState).reduce((sum, n) => sum + n, 0)
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-4">
      {severities.map((severity) => {
        const { word, ...look } = severityWords[severity]
        const count = data.bySeverity[severity]
        return (
          count > 0 && (
            // On a phone the bar and the number of all are enough.
            <span key={severity} className="below-md:hidden">
              <StatusWord {...look} word={`${count.toLocaleString('en-GB')} ${word.toLowerCase()}`} live />
            </span>
          )
        )
      })}
      <Link to="/alarms">{open === 0 ? 'No open alarms' : counted(open, 'open alarm')}</Link>
    </span>
  )
}
