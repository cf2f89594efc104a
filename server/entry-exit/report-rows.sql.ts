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
import type { CsvRows } from '../db/copy-out.ts'
import type { Kind } from '../db/csv-writer.ts'
import { conditionsOf, type LogFilter, plain } from './filters.sql.ts'

export const csvRows = (filter: LogFilter, wanted: readonly Column[]): CsvRows => {
  const values: unknown[] = []
  // COPY takes no lists: written as the store writes them.
  const given = (value: unknown) => `$${values.push(Array.isArray(value) ? `{${value.join(',')}}` : value)}`
  const where = conditionsOf(filter, given)
  const shown = wanted.map((column) => `${cells[column].is} as "${columnWords[column]}"`)
  return {
    columns: wanted.map((column) => ({ name: columnWords[column], kind: cells[column].kind })),
    statement: CompiledQuery.raw(
      `select ${shown.join(', ')} from entry_exit_log l ${joinsOf(wanted)}
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

const joinsOf = (wanted: readonly Column[]): string =>
  [
    wanted.includes('person')
      ? 'left join users u on u.id = l.user_id left join visitor_pass v on v.id = l.pass_id'
      : '',
    wanted.includes('door') ? 'left join device d on d.id = l.door_id' : '',
    wanted.includes('zone') ? 'left join zone z on z.id = l.zone_id' : '',
  ].join(' ')

const wordsOf = (column: string, known: Readonly<Record<string, string>>, otherwise = column) =>
  `case ${column} ${Object.entries(known)
    .map(([value, word]) => `when ${escapeLiteral(value)} then ${escapeLiteral(word)}`)
    .join(' ')} else ${otherwise} end`

interface Cell {
  readonly kind: Kind
  /** Its expression. */
  readonly is: string
}

const text = (is: string): Cell => ({ kind: 'text', is })
const written = (is: string): Cell => ({ kind: 'written', is })
const moment = (is: string): Cell => ({ kind: 'moment', is })
const id = (is: string): Cell => ({ kind: 'id', is })

const cells: Record<Column, Cell> = {
  time: moment('l.at'),
  person: written(`coalesce(u.first_name || ' ' || u.last_name, v.visitor_name)`),
  door: written('d.name'),
  zone: written('z.name'),
  type: text(wordsOf('l.type', typeWords)),
  result: text(wordsOf('l.result', resultWords)),
  reason: written(`case when l.reason is not null then ${wordsOf(plain('l.reason'), reasonTexts, 'l.reason')} end`),
  method: text(wordsOf('l.method', methodWords)),
  taken: text(`case when l.result = 'denied' then ${escapeLiteral(takenWords.denied)}
    when l.taken then ${escapeLiteral(takenWords.yes)} when not l.taken then ${escapeLiteral(takenWords.no)}
    else ${escapeLiteral(takenWords.unknown)} end`),
  source: text(wordsOf('l.source', sourceWords)),
  deviceTime: moment('l.device_at'),
  serverTime: moment('l.received_at'),
  correlationId: id('l.correlation_id'),
  id: id('l.id'),
}
