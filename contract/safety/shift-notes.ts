// The shift log: what one shift hands over to the next, written, read, and on the record.
import { z } from 'zod'
import { command, event, query, type DomainFacts } from '../operation.ts'
import { id, moment, next, page } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Shift log' }

export const note = z.object({
  id,
  at: moment,
  by: z.string(),
  text: z.string(),
  /** Who has read it, in the order in which they did. */
  readBy: z.array(z.object({ name: z.string(), at: moment })),
  /** Whether the caller wrote it or has read it. */
  isRead: z.boolean(),
})
export type ShiftNote = z.output<typeof note>

export const list = query('shiftNotes.list', 'GET /shift-notes', 'read_dashboard', {
  summary: 'What was handed over, newest first',
  input: page,
  output: z.object({ notes: z.array(note), next }),
})

export const write = command('shiftNotes.write', 'POST /shift-notes', 'acknowledge_alarms', {
  sentence: ['Wrote', 'in the shift log'],
  summary: 'Hand over to whoever comes next',
  input: z.object({ text: z.string().trim().min(1, 'Write what the next shift needs to know').max(4000) }),
  output: z.object({ note }),
  status: 201,
})

export const read = command('shiftNotes.read', 'POST /shift-notes/{id}/read', 'read_dashboard', {
  sentence: ['Read', 'the shift log'],
  summary: 'Confirm that one has read a note of the shift log',
  output: z.object({ note }),
})

export const changed = event('shiftNotes.changed', z.object({ at: moment }), {
  permission: 'read_dashboard',
  scope: 'company',
  touches: true,
})
