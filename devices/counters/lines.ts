// Which of a camera's counting rules count people in and which out, as the installer set it; and how a total becomes a message.
import { counterLines } from '@gatehouse/contract/building/devices'
import { configOf, remembered } from '../config.ts'
import { type CommandMessage } from '@gatehouse/contract/building/wire'
import { type Json, type JsonObject, type Outgoing, type Registered, Undecodable, Unencodable } from '../driver.ts'
import { reasonOf } from '../gatehouse.ts'
import type { Report } from '../report.ts'

/** A line of it as its maker calls it, its total since it was reset, and when that was, where the camera tells. */
export interface LineTotal {
  readonly line: string
  readonly total: number
  readonly since: string | null
}

/** A total of a line that nobody has set is refused with what to do: it may count either way, or vehicles. */
export const totalOf = (device: Registered, { line, total, since }: LineTotal, report: Report): void => {
  if (device.kind !== 'counter') return
  const lines = linesOf(device)
  const direction = lines.in.includes(line) ? 'in' : lines.out.includes(line) ? 'out' : null
  if (direction === null) return report.refuse(unsetReason(line))
  report.total(line, { [direction]: total, ...(since === null ? {} : { since }) })
}

/** Why a total of a line that nobody has set is refused. */
export const unsetReason = (line: string): string =>
  `Set whether "${line}" of this counter counts people in or out, then replay this message`

/** The line of such a reason, whatever stands before it; null: it is another reason. */
export const unsetLineOf = (reason: string): string | null =>
  /Set whether "(.+)" of this counter counts people in or out, then replay/s.exec(reason)?.[1] ?? null

/** Cameras write numbers as numbers, and as text. */
export const wholeOf = (value: Json | undefined): number => {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0)
    throw new Undecodable('The count is no whole number from 0 on')
  return number
}

export const objectIn = (value: Json | undefined, field: string): JsonObject => {
  if (typeof value !== 'object' || value === null || isList(value)) throw new Undecodable(`${field}: missing`)
  return value
}

const isList = (value: JsonObject | readonly Json[]): value is readonly Json[] => Array.isArray(value)

/** A counting camera is told nothing. */
export const encodeNothing = ({ action }: CommandMessage): Outgoing[] => {
  throw new Unencodable(`A counting camera cannot "${action}"`)
}

const none = { in: [], out: [] }

/** Wrong settings count nobody the wrong way. */
const linesOf = remembered((device) => {
  const given = configOf(device).settings['lines']
  if (given === undefined) return none
  const parsed = counterLines.safeParse(given)
  if (!parsed.success) throw new Undecodable(`The lines of ${device.key} are wrong: ${reasonOf(parsed.error)}`)
  return parsed.data
})
