// What needs a person for those who answer alarms: whatever has an open alarm is answered in the bar and in the working list,
// and is not listed twice.
import { useMemo } from 'react'
import { AlarmSummary } from '../../safety/alarms/alarm-summary.tsx'
import { useAlarms } from '../../safety/alarms/use-alarms.ts'
import { AttentionCard, type AttentionCardProps } from './attention-card.tsx'
import { AttentionToCome } from './attention-to-come.tsx'

/** As the working list asks, which has them then. What more alarms than that are of is listed here as well. */
const atOnce = 200

export const AttentionBesideAlarms = (props: Omit<AttentionCardProps, 'apart'>) => {
  const { query, rows } = useAlarms({ state: 'open' }, { limit: atOnce })
  const devices = useMemo(() => new Set(rows.flatMap(({ device }) => device?.id ?? [])), [rows])
  return query.isPending ? (
    <AttentionToCome />
  ) : (
    <AttentionCard {...props} apart={{ devices, summary: <AlarmSummary /> }} />
  )
}
