// What stands on a file of the report beside its rows: whose it is, what was asked for, when and by whom.
import type { exportCsv } from '@gatehouse/contract/access/entry-exit'
import {
  type Column,
  columnWords,
  methodWords,
  resultWords,
  passageWords,
  typeWords,
} from '@gatehouse/contract/access/entry-exit-words'
import type { Parsed } from '@gatehouse/contract/operation'
import { type Db, firstOf } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { columnsOf } from './report-rows.sql.ts'

export interface About {
  readonly company: string
  readonly timeZone: string
  readonly madeAt: string
  readonly madeBy: string
  /** The columns, by their names in the contract, and as they are shown. */
  readonly columns: readonly Column[]
  /** What was asked for, in words: ['Door', 'Main entrance']. */
  readonly filters: readonly (readonly [string, string])[]
}

export const aboutOf = async (
  db: Db,
  directory: Directory,
  caller: Caller,
  asked: Parsed<typeof exportCsv>,
): Promise<About> => {
  const known = await firstOf<{ company: string; timeZone: string; person: string | null; zone: string | null }>(db)`
    select c.name as company, c.time_zone as "timeZone",
      (select first_name || ' ' || last_name from users where id = ${asked.userId ?? null} and company_id = c.id) as person,
      (select name from zone where id = ${asked.zoneId ?? null} and company_id = c.id) as zone
    from company c where c.id = ${caller.companyId}
  `
  const { company = '', timeZone = 'UTC', person = null, zone = null } = known ?? {}
  const { from, to, userId, doorId, zoneId, type, result, reason, method, taken: passage, q } = asked
  const at = (moment: string) =>
    new Date(moment).toLocaleString('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const door = doorId === undefined ? undefined : directory.byId(doorId)
  const filters: [string, string | undefined][] = [
    ['From', from && at(from)],
    ['Until', to && at(to)],
    [columnWords.person, userId && (person ?? userId)],
    // What a label hides has no name here either.
    [columnWords.door, doorId && (door && directory.sees(caller, door.id) ? door.name : doorId)],
    [columnWords.zone, zoneId && (zone ?? zoneId)],
    [columnWords.type, type && typeWords[type]],
    [columnWords.result, result && resultWords[result]],
    [columnWords.reason, reason],
    [columnWords.method, method && methodWords[method]],
    [columnWords.taken, passage && passageWords[passage]],
    ['Person or door', q],
  ]
  return {
    company,
    timeZone,
    madeAt: at(clock.iso()),
    madeBy: `${caller.name} (${caller.email})`,
    columns: columnsOf(asked.columns),
    filters: filters.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  }
}
