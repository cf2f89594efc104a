// Scenario: searching in a million documents of two companies, by people who may see all, some and only what happened.
import { mostCounted } from '@gatehouse/contract/search'
import { Client } from 'pg'
import { z } from 'zod'
import type { Context } from './context.ts'
import { signIn, startGatehouse } from './gatehouse.ts'
import { atMost, medianOf, type Outcome, type Row } from './results.ts'
import { million, type SearchWorld, times, writeSearchWorld } from './search-data.ts'
import { type Query, queriesFor } from './search-queries.ts'
import { type Truth, truthFor } from './search-truth.ts'
import { median } from './stats.ts'

const answer = z.object({
  results: z.array(z.object({ id: z.string(), type: z.string(), title: z.string() })),
  total: z.int(),
  totalIsAtLeast: z.literal(true).optional(),
  close: z.literal(true).optional(),
})

/** SEARCH_TENFOLD=1 searches in ten million. */
const sizeOf = ({ quick }: Context) =>
  times(million, process.env['SEARCH_TENFOLD'] ? 10 : Number(process.env['SEARCH_FACTOR'] ?? (quick ? 0.02 : 1)))

export const search = async (context: Context): Promise<Outcome> => {
  const { cluster, say, rounds } = context
  const size = sizeOf(context)
  const documents = Object.values(size).reduce((sum, one) => sum + one, 0)
  const url = await cluster.create('gatehouse_search')
  const first = await startGatehouse({ url, name: 'search' })
  await first.running.stop()
  say(`search: writing ${documents} documents`)
  const begun = performance.now()
  const world = await writeSearchWorld(url, size)
  say(`search: written in ${Math.round((performance.now() - begun) / 1000)} s`)
  const { address, running } = await startGatehouse({ url, name: 'search' })
  const store = new Client(url)
  // A scenario that fails ends the cluster under it.
  store.on('error', () => undefined)
  await store.connect()
  const queries = await queriesFor(url, world)
  const rows: Row[] = []
  const raw: number[] = []
  const own: number[] = []
  for (const who of ['admin', 'guard', 'desk'] as const) {
    const email = world.callers[who]
    const token = await signIn(address, email, world.password)
    const ask = async (q: string) => {
      const response = await fetch(`${address}/api/search?${new URLSearchParams({ q }).toString()}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!response.ok) throw new Error(`search for ${q}: ${response.status} ${await response.text()}`)
      return answer.parse(await response.json())
    }
    say(`search: comparing what the ${who} finds`)
    await check(queries, ask, await truthFor(store, world, who))
    await store.query(`drop table truth_${who}`)
    const byKind = new Map<string, number[]>()
    for (const callers of [1, 8]) {
      const taken: number[][] = []
      for (let round = 0; round <= rounds; round++) {
        const each: number[] = []
        await Promise.all(
          Array.from({ length: callers }, async (_, n) => {
            // Together they ask each once.
            for (let i = n; i < queries.length; i += callers) {
              const query = queries[i]
              if (!query) continue
              const since = performance.now()
              await ask(query.q)
              const took = performance.now() - since
              each.push(took)
              if (callers === 1 && round > 0) byKind.set(query.kind, [...(byKind.get(query.kind) ?? []), took])
            }
          }),
        )
        // The first is for warming up.
        if (round > 0) taken.push(each.toSorted((x, y) => x - y))
      }
      if (callers === 1) own.push(...taken.flat())
      rows.push({
        scenario: 'search',
        who: `${who}, ${callers} at once, ${documents / 1e6}M`,
        unit: 'ms',
        better: 'less',
        rounds: taken.map(median),
        p99: taken.map((one) => one[Math.floor(one.length * 0.99)] ?? Number.NaN),
        note: `${queries.length} searches of ${byKind.size} kinds, some of each compared with reading everything; slowest: ${slowest(byKind)}`,
      })
    }
  }
  for (let round = 0; round <= rounds; round++)
    for (const { q } of queries) {
      const since = performance.now()
      await bySql(store, world, q)
      if (round > 0) raw.push(performance.now() - since)
    }
  rows.push({
    scenario: 'search',
    who: `SQL by hand, ${documents / 1e6}M`,
    unit: 'ms',
    better: 'less',
    rounds: [median(raw)],
    note: 'one statement: the first 20 of each source and their number, all rights, no slips forgiven',
  })
  await store.end()
  await running.stop()
  const p99 = Math.max(
    ...rows.filter(({ who }) => who.includes(' 1 at once')).map(({ p99: each = [] }) => median(each)),
  )
  return {
    rows,
    reach: [
      atMost(`search: p99 over ${documents / 1e6}M documents`, p99, documents > 5e6 ? 60 : 30, 'ms'),
      atMost('search: of SQL by hand', median(own) / medianOf(rows.at(-1)), 5, 'x'),
    ],
  }
}

const slowest = (byKind: ReadonlyMap<string, readonly number[]>): string =>
  [...byKind]
    .map(([kind, taken]) => ({ kind, worst: taken.toSorted((x, y) => x - y)[Math.floor(taken.length * 0.99)] ?? 0 }))
    .toSorted((x, y) => y.worst - x.worst)
    .slice(0, 3)
    .map(({ kind, worst }) => `${kind} ${worst.toFixed(0)} ms`)
    .join(', ')

// Of each kind so many are compared with what reading everything finds.
const compared = 4

/** What is found, in its order, and how many: the same as whoever reads everything finds. */
const check = async (queries: readonly Query[], ask: (q: string) => Promise<z.output<typeof answer>>, truth: Truth) => {
  const asked = new Map<string, number>()
  for (const { kind, q } of queries) {
    const n = asked.get(kind) ?? 0
    asked.set(kind, n + 1)
    if (n >= compared) continue
    const expected = await truth(q, mostCounted)
    const { results, total, close = false } = await ask(q)
    const found = { first: results.map(({ type, id }) => `${type} ${id}`), total, close }
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(`search for ${q}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
  }
}

// One statement as one writes it by hand who knows the indices: all rights, no slips forgiven, the rows of the log by the
// people and doors of the longest word, or the newest first where it is said of every other row.
const bySql = (store: Client, { company }: SearchWorld, q: string) => {
  const words = q.split(' ')
  const [longest = ''] = words.toSorted((x, y) => y.length - x.length)
  const first = words.indexOf(longest) + 1
  const happened = (table: string, columns: readonly string[], said: string, often: string) => {
    const fits = words.map((_, n) =>
      [
        ...columns.map((of) => `l.${of} in (select source_id from named where n = ${n + 1})`),
        `position(($2::text[])[${n + 1}] in ${said}) > 0`,
      ].join(' or '),
    )
    const arms = often.includes(longest)
      ? ['true']
      : [
          ...columns.map((of) => `l.${of} = any (array(select source_id from named where n = ${first}))`),
          `(${fits
            .at(first - 1)
            ?.split(' or ')
            .at(-1)} and ${table === 'event' ? 'true' : "l.result = 'denied'"})`,
        ]
    return `select * from (${arms
      .map(
        (
          arm,
        ) => `select l.* from ${table} l where l.company_id = $1 and ${arm} and ${fits.map((one) => `(${one})`).join(' and ')}
          ${table === 'event' ? "and severity in ('high', 'critical')" : ''}`,
      )
      .join(' union ')}) l order by at desc, id desc limit ${mostCounted + 1}`
  }
  return store.query(
    `with named as materialized (
        select w.n, d.source_id from unnest($2::text[]) with ordinality w (word, n), unnest('{1,2,3,4,5,6,9,10}'::smallint[]) t (type), lateral (
          select * from search_document d
          where search_grams(d.scope, d.type, d.title_key, d.name_key, d.text) @> search_keys($1, t.type, true, array[w.word])
            and d.scope = $1 and d.type = t.type and position(w.word in d.name_key) > 0 offset 0) d
      ), line as materialized (
        select d.id, d.title, d.title_key, d.order_key
        from unnest('{1,2,3,4,5,6,8}'::smallint[]) t (type), lateral (select case when t.type = 8 then $3 else $1 end as scope offset 0) s, lateral (
          select * from search_document d
          where search_grams(d.scope, d.type, d.title_key, d.name_key, d.text) @> search_keys(s.scope, t.type, false, $2)
            and d.scope = s.scope and d.type = t.type and d.text like all ($4) offset 0) d
      ), passage as materialized (
        ${happened('entry_exit_log', ['user_id', 'door_id'], "case when l.result = 'denied' then 'was denied ' || l.reason when l.type = 'entry' then 'entered' else 'left' end", 'entered left')}
      ), incident as materialized (
        ${happened('event', ['device_id'], "translate(l.type, '.-', '  ') || ' ' || l.severity", 'high critical')}
      )
      select * from (select id::text, title, (select count(*) from line) from line
        order by title_key = $5 desc, starts_with(title_key, $5) desc, order_key limit 20) l
      union all select * from (select l.id::text, concat_ws(' ', p.title, d.title), (select count(*) from passage)
        from (select * from passage order by at desc limit 20) l left join search_document p on p.source_id = l.user_id
          left join search_document d on d.source_id = l.door_id) p
      union all select * from (select l.id::text, d.title, (select count(*) from incident)
        from (select * from incident order by at desc limit 20) l join search_document d on d.source_id = l.device_id) i`,
    [company, words, '00000000-0000-0000-0000-000000000000', words.map((word) => `%${word}%`), q],
  )
}
