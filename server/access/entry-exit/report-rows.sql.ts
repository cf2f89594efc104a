// The rows of the report's files, in the words of its screen: the same rows in the same order, with the columns asked for.
import {
  type Column,
  columns,
  columnWords,
  methodWords,
  reasonTexts,
  resultWords,
  sourceWords,
  passageWords,
  typeWords,
} from '@gatehouse/contract/access/entry-exit-words'
import { CompiledQuery } from 'kysely'
import { escapeLiteral } from 'pg'
import type { CsvRows } from '../../db/csv/copy-out.ts'
import { cell, type CsvCell, selectOf } from '../../db/csv/csv-columns.ts'
import { conditionsOf, type LogFilter, plain } from './filters.sql.ts'

export const csvRows = (filter: LogFilter, wanted: readonly Column[]): CsvRows => {
  const values: unknown[] = []
  // COPY takes no lists: written as the store writes them.
  const given = (value: unknown) => `$${values.push(Array.isArray(value) ? `{${value.join(',')}}` : value)}`
  const where = conditionsOf(filter, given)
  const shown = wanted.map((column) => ({ name: columnWords[column], ...cells[column] }))
  return {
    columns: shown,
    statement: CompiledQuery.raw(
      `select ${selectOf(shown)} from entry_exit_log l ${joinsOf(wanted)}
        where ${where.join(' and ')} order by l.at desc, l.id desc`,
      values,
    ),
  }
}

/** All columns, unless some are asked for. */
export const columnsOf = (asked: string | undefined): readonly Column[] => {
  const wanted = asked?.split(',') ?? []
  const found = wanted.flatMap((name) => columns.find((column) => column === name) ?? [])
  return found.length > 0 ? found : columns
}

/** What something of `of` was called then, where that was before its newest name: looked for there alone. */
const formerName = (of: string) =>
  `case when l.at < ${of}.renamed_at
    then (select f.name from former_name f where f.id = ${of}.id and f.since <= l.at and l.at < f.until) end`

const joinsOf = (wanted: readonly Column[]): string =>
  [
    wanted.includes('person')
      ? `left join users u on u.id = l.user_id left join visitor_pass v on v.id = l.pass_id`
      : '',
    wanted.includes('door') ? 'left join device d on d.id = l.door_id' : '',
    wanted.includes('zone') ? 'left join zone z on z.id = l.zone_id' : '',
  ].join(' ')

const wordsOf = (column: string, known: Readonly<Record<string, string>>, otherwise = column) =>
  `case ${column} ${Object.entries(known)
    .map(([value, word]) => `when ${escapeLiteral(value)} then ${escapeLiteral(word)}`)
    .join(' ')} else ${otherwise} end`

const cells: Record<Column, CsvCell> = {
  time: cell.moment('l.at'),
  person: cell.written(`coalesce(${formerName('u')}, u.first_name || ' ' || u.last_name, v.visitor_name)`),
  door: cell.written(`coalesce(${formerName('d')}, d.name)`),
  zone: cell.written(`coalesce(${formerName('z')}, z.name)`),
  type: cell.text(wordsOf('l.type', typeWords)),
  result: cell.text(wordsOf('l.result', resultWords)),
  reason: cell.written(
    `case when l.reason is not null then ${wordsOf(plain('l.reason'), reasonTexts, 'l.reason')} end`,
  ),
  method: cell.text(wordsOf('l.method', methodWords)),
  taken: cell.text(`case when l.result = 'denied' then ${escapeLiteral(passageWords.denied)}
    when l.taken then ${escapeLiteral(passageWords.yes)} when not l.taken then ${escapeLiteral(passageWords.no)}
    else ${escapeLiteral(passageWords.unknown)} end`),
  source: cell.text(wordsOf('l.source', sourceWords)),
  deviceTime: cell.moment('l.device_at'),
  serverTime: cell.moment('l.received_at'),
  correlationId: cell.id('l.correlation_id'),
  id: cell.id('l.id'),
}
