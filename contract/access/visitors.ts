// Visitors at the front desk: checked in and out, and what a new pass begins with.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, named } from '../shapes.ts'
import { pass } from './passes.ts'

export const domain: DomainFacts = { title: 'Visitors' }

const needed = 'manage_visitors'

const visited = z.object({
  pass,
  /** The entry or exit that was logged. */
  logId: id,
})

export const checkIn = command('visitors.checkIn', 'POST /visitors/{passId}/check-in', needed, {
  sentence: ['Checked in', '{}', 'a visitor'],
  summary: 'Log the entry of an expected visitor, at the entrance that the pass opens; the host is notified',
  output: visited,
})

export const checkOut = command('visitors.checkOut', 'POST /visitors/{passId}/check-out', needed, {
  sentence: ['Checked out', '{}', 'a visitor'],
  summary: 'Log the exit of a visitor who is on site',
  output: visited,
})

/** A check-in or check-out may be undone for so long, by whoever did it. */
export const undoMinutes = 10

export const undo = command('visitors.undo', 'POST /visitors/{passId}/undo', needed, {
  sentence: ['Undid', 'a check-in or check-out of {}', 'a check-in or check-out'],
  summary: 'Undo one’s own check-in or check-out of the last ten minutes, with a log that corrects it',
  input: z.object({ passId: id, logId: id }),
  output: visited,
})

export const choices = query('visitors.choices', 'GET /visitors/choices', needed, {
  summary: 'The doors that the caller may choose for a pass, those usually chosen, and when business closes',
  input: z.object({
    /** The day of the visit, `2026-11-27`; today when absent. */
    day: z.iso.date().optional(),
  }),
  output: z.object({
    doors: z.array(named.extend({ zone: z.string().nullable() })),
    /** Those of the caller’s last pass, else of the company’s; before there is any, the entrances where they are few. */
    usual: z.array(id),
    day: z.iso.date(),
    /** By the clock of the company, `18:00`. */
    closes: z.string(),
  }),
})
