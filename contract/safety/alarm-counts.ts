// How many alarms are open: what pages need that show no more of alarms than that.
import { z } from 'zod'
import { query } from '../operation.ts'
import { severity, state } from './alarm-states.ts'

export const counts = query('alarms.counts', 'GET /alarms/counts', 'acknowledge_alarms', {
  summary:
    'How many alarms the caller may see are open, by severity and by state, and how many came within ten minutes',
  output: z.object({
    bySeverity: z.record(severity, z.int()),
    byState: z.record(state.exclude(['cleared']), z.int()),
    inTenMinutes: z.int(),
  }),
})
