// The rows of the report's files, in the words of its screen: the same rows in the same order, with the columns asked for.
import {
  type Column,
  columns,
  columnWords,
  methodWords,
  reasonTexts,
  resultWords,
  sourceWords,
  takenWords,
  typeWords,
} from '@gatehouse/contract/entry-exit-words'
import { CompiledQuery } from 'kysely'
import { escapeLiteral } from 'pg'
import { harmless, type Rows } from '../db/copy-out.ts'
import { conditionsOf, type LogFilter, plain } from './filters.sql.ts'

export const csvRows = (filter: LogFilter, wanted: readonly Column[]): Rows => ({
  of: ({ from, before }) =>
    compiled((given) => {
      const where = conditionsOf(filter, given)
      if (from !== null) where.push(`l.at >= ${given(from)}::timestamptz`)
      if (before !== null) where.push(`l.at < ${given(before)}::timestamptz`)
      const shown = wanted.map((column) => `${expressions[column]} as "${columnWords[column]}"`)
      return `select ${shown.join(', ')} from entry_exit_log l ${joinsOf(wanted)}
        where ${where.join(' and ')} order by l.at desc, l.id desc`
    }),
  // By the index alone: whatever else is asked for would have to be looked for in the rows.
  edge: (before, after) =>
    compiled((given) => {
      const { companyId, userId, doorId, from, to } = filter
      const where = conditionsOf({ companyId, userId, doorId, from, to, hidden: [] }, given)
      if (before !== null) where.push(`l.at < ${given(before)}::timestamptz`)
      return `select l.at::text as at from entry_exit_log l where ${where.join(' and ')}
        order by l.at desc, l.id desc offset ${after} limit 1`
    }),
})

/** All columns, unless some are asked for. */
export const columnsOf = (asked: string | undefined): readonly Column[] => {
  const wanted = asked?.split(',') ?? []
  const found = wanted.flatMap((name) => columns.find((column) => column === name) ?? [])
  return found.length > 0 ? found : columns
}

const compiled = (write: (given: (value: unknown) => string) => string): CompiledQuery => {
  const values: unknown[] = []
  const text = write((value) => `$${values.push(inText(value))}`)
  return CompiledQuery.raw(text, values)
}

// COPY takes no lists: written as the store writes them.
const inText = (value: unknown): unknown => (Array.isArray(value) ? `{${value.join(',')}}` : value)

const joinsOf = (wanted: readonly Column[]): string =>
  [
    wanted.includes('person')
      ? 'left join users u on u.id = l.user_id left join visitor_pass v on v.id = l.pass_id'
      : '',
    wanted.includes('door') ? 'left join device d on d.id = l.door_id' : '',
    wanted.includes('zone') ? 'left join zone z on z.id = l.zone_id' : '',
  ].join(' ')

const momentOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const wordsOf = (column: string, known: Readonly<Record<string, string>>, otherwise = column) =>
  `case ${column} ${Object.entries(known)
    .map(([value, word]) => `when ${escapeLiteral(value)} then ${escapeLiteral(word)}`)
    .join(' ')} else ${otherwise} end`

const expressions: Record<Column, string> = {
  time: momentOf('l.at'),
  person: harmless(`coalesce(u.first_name || ' ' || u.last_name, v.visitor_name)`),
  door: harmless('d.name'),
  zone: harmless('z.name'),
  type: wordsOf('l.type', typeWords),
  result: wordsOf('l.result', resultWords),
  reason: `case when l.reason is not null then ${wordsOf(plain('l.reason'), reasonTexts, harmless('l.reason'))} end`,
  method: wordsOf('l.method', methodWords),
  taken: `case when l.result = 'denied' then ${escapeLiteral(takenWords.denied)}
    when l.taken then ${escapeLiteral(takenWords.yes)} when not l.taken then ${escapeLiteral(takenWords.no)}
    else ${escapeLiteral(takenWords.unknown)} end`,
  source: wordsOf('l.source', sourceWords),
  deviceTime: momentOf('l.device_at'),
  serverTime: momentOf('l.received_at'),
  correlationId: 'l.correlation_id',
  id: 'l.id',
}
