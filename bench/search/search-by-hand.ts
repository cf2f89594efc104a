// The same search as one writes it in SQL by hand who knows the indices: one statement, all rights, no slips forgiven.
import { mostCounted } from '@gatehouse/contract/insight/search'
import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { SearchWorld } from './search-data.ts'

interface Log {
  readonly rows: string
  /** Whose names are sought in it. */
  readonly columns: readonly string[]
  /** What else is said of a row, and which words are said of every other one. */
  readonly text: string
  readonly often: string
  /** Those of which something else is said than is often said. */
  readonly odd: string
}

const passages: Log = {
  rows: 'entry_exit_log',
  columns: ['user_id', 'door_id'],
  text: `case when l.result = 'denied' then 'was denied ' || l.reason when l.type = 'entry' then 'entered' else 'left' end`,
  often: 'entered left',
  odd: `l.result = 'denied' and (position(($2::text[])[$n] in 'was denied') > 0
    or exists (select from search_told t where t.company_id = $1 and t.of = 'reason' and position(($2::text[])[$n] in t.told) > 0))`,
}

const incidents: Log = {
  rows: `(select * from event where severity in ('high', 'critical'))`,
  columns: ['device_id'],
  text: `translate(l.type, '.-', '  ') || ' ' || l.severity`,
  often: 'high critical',
  odd: `exists (select from search_told t where t.company_id = $1 and t.of = 'event'
    and position(($2::text[])[$n] in translate(t.told, '.-', '  ')) > 0)`,
}

/** The rows of a log by the people and doors of the longest word; the newest first where it is said of every other row. */
const happened = ({ rows, columns, text: report, often, odd }: Log, words: readonly string[]): string => {
  const [longest = ''] = words.toSorted((x, y) => y.length - x.length)
  const n = words.indexOf(longest) + 1
  const fits = words.map(
    (_, i) => `(${columns.map((of) => `l.${of} in (select source_id from named where n = ${i + 1})`).join(' or ')}
      or position(($2::text[])[${i + 1}] in ${report}) > 0)`,
  )
  // `is not distinct from` keeps the plan from taking the company's index where the person's or the door's is meant.
  const arms = often.includes(longest)
    ? ['l.company_id = $1']
    : [
        ...columns.map(
          (of) => `l.company_id is not distinct from $1
            and l.${of} = any (array(select source_id from named where n = ${n}))`,
        ),
        `l.company_id = $1 and ${odd.replaceAll('$n', String(n))}`,
      ]
  const found = arms.map((arm) => `select l.* from ${rows} l where ${[arm, ...fits].join(' and ')}`)
  return `select * from (${found.join(' union ')}) l order by at desc, id desc limit ${mostCounted + 1}`
}

const statement = (words: readonly string[]): string => `
  with named as materialized (
    select w.n, d.source_id
    from unnest($2::text[]) with ordinality w (word, n), unnest('{1,2,3,4,5,6,9,10}'::smallint[]) t (type), lateral (
      select * from search_document d
      where search_grams(d.scope, d.type, d.title_key, d.name_key, d.text) @> search_keys($1, t.type, true, array[w.word])
        and d.scope = $1 and d.type = t.type and position(w.word in d.name_key) > 0 offset 0
    ) d
  ), line as materialized (
    select d.id, d.title, d.title_key, d.order_key
    from unnest('{1,2,3,4,5,6,8}'::smallint[]) t (type), lateral (
      select case when t.type = 8 then '00000000-0000-0000-0000-000000000000' else $1 end as scope offset 0
    ) s, lateral (
      select * from search_document d
      where search_grams(d.scope, d.type, d.title_key, d.name_key, d.text) @> search_keys(s.scope, t.type, false, $2)
        and d.scope = s.scope and d.type = t.type and d.text like all ($3) offset 0
    ) d
  ), passage as materialized (${happened(passages, words)}), incident as materialized (${happened(incidents, words)})
  select * from (
    select id::text, title, (select count(*) from line) from line
    order by title_key = $4 desc, starts_with(title_key, $4) desc, order_key limit 20
  ) l
  union all select * from (
    select l.id::text, concat_ws(' ', p.title, d.title), (select count(*) from passage)
    from (select * from passage order by at desc limit 20) l
      left join search_document p on p.source_id = l.user_id left join search_document d on d.source_id = l.door_id
  ) p
  union all select * from (
    select l.id::text, d.title, (select count(*) from incident)
    from (select * from incident order by at desc limit 20) l join search_document d on d.source_id = l.device_id
  ) i`

/** Prepared once for each number of words, as the product's statements are. */
export const searchByHand = async (store: Client, { company }: SearchWorld, q: string): Promise<void> => {
  const words = q.split(' ')
  const text = statement(words)
  const values = [company, words, words.map((word) => `%${word}%`), q]
  await store.query({ name: createHash('sha1').update(text).digest('hex'), text, values })
}
