// What a door is told to do, and what came of it: on the record before it leaves, settled by what the door says.
import { z } from 'zod'
import { commandFacts, status, step } from '../building/command-life.ts'
import { query, type DomainFacts } from '../operation.ts'

export { isUnderWay, status, type Status, step, type Step } from '../building/command-life.ts'

export const domain: DomainFacts = { title: 'Commands to doors' }

/** What is said on the wire. */
export const action = z.enum(['unlock', 'lock', 'hold-unlocked', 'lockdown', 'release-lockdown'])
export type Action = z.output<typeof action>

/** What a person or a schedule wanted. */
export const asked = z.enum(['unlock', 'lock', 'hold', 'release', 'lockdown', 'release-lockdown'])
export type Asked = z.output<typeof asked>

/** A command as it stands; its seconds are those of an unlock. */
export const standing = z.object({ ...commandFacts, asked, action })
export type Standing = z.output<typeof standing>

export const command = standing.extend({ door: z.string(), steps: z.array(step) })
export type Command = z.output<typeof command>

export const byId = query('commands.byId', 'GET /commands/{commandId}', 'read_doors', {
  summary: 'What came of a command: its status and each step of its way',
  output: z.object({ command, status, steps: z.array(step) }),
})
