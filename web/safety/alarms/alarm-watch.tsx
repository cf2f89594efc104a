// On every page: the bar of alarms is loaded once an alarm asks for a response.
import * as alarms from '@gatehouse/contract/safety/alarms'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import './alarm-counts.live.ts'

const AlarmBar = later(async () => (await import('./alarm-bar.tsx')).AlarmBar, 'silent')

export const AlarmWatch = () => {
  const { data } = useQuery(queryOf(alarms.counts, {}))
  const waiting = data ? data.byState.unacknowledged + data.byState['returned-unacknowledged'] : 0
  return waiting > 0 ? <AlarmBar /> : null
}
