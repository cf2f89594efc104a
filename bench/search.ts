// Scenario: searching in a million documents of two companies, by people who may see all, some and only what happened.
import { z } from 'zod'
import { count, run } from './cluster.ts'
import type { Context } from './context.ts'
import { signIn, startGatehouse } from './gatehouse.ts'
import { atMost, medianOf, type Outcome, type Row } from './results.ts'
import { million, type SearchWorld, times, writeSearchWorld } from './search-data.ts'
import { median } from './stats.ts'

const answer = z.object({
  results: z.array(z.object({ id: z.string(), type: z.string(), title: z.string() })),
  total: z.int(),
  totalIsAtLeast: z.literal(true).optional(),
})
const counted = 1000

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
  const { address } = await startGatehouse({ url, name: 'search' })
  const queries = await queriesFor(url, world)
  const rows: Row[] = []
  const raw: number[] = []
  const own: number[] = []
  for (const [who, email] of Object.entries(world.callers)) {
    const token = await signIn(address, email, world.password)
    const ask = async (q: string) => {
      const response = await fetch(`${address}/api/search?${new URLSearchParams({ q }).toString()}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!response.ok) throw new Error(`search for ${q}: ${response.status} ${await response.text()}`)
      return answer.parse(await response.json())
    }
    await check(url, world, who, queries, ask)
    for (const callers of [1, 8]) {
      const taken: number[][] = []
      for (let round = 0; round <= rounds; round++) {
        const each: number[] = []
        await Promise.all(
          Array.from({ length: callers }, async (_, n) => {
            for (let i = 0; i < queries.length; i++) {
              const q = queries[(i + n * 3) % queries.length] ?? ''
              const since = performance.now()
              await ask(q)
              each.push(performance.now() - since)
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
        note: `${queries.length} queries; totals compared with those of reading everything`,
      })
    }
  }
  for (let round = 0; round <= rounds; round++)
    for (const q of queries) {
      const since = performance.now()
      await bySql(url, world, q)
      if (round > 0) raw.push(performance.now() - since)
    }
  rows.push({
    scenario: 'search',
    who: `SQL by hand, ${documents / 1e6}M`,
    unit: 'ms',
    better: 'less',
    rounds: [median(raw)],
    note: 'the first 20 lines and their number, all rights, no events, a connection for each',
  })
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

/** Frequent, rare, begun, misspelt, several, in vain. */
const queriesFor = async (url: string, { company }: SearchWorld): Promise<string[]> => {
  const [person] = await run(
    url,
    `select first_name, last_name from users where company_id = $1 and job is not null order by id limit 1`,
    [company],
  )
  const [given, family] = [String(person?.['first_name']), String(person?.['last_name'])]
  const swapped = family.replace(/^(..)(.)(.)/, '$1$3$2')
  return [
    'a',
    'jo',
    'kaj',
    'zu',
    'son',
    'engineer',
    'meridian',
    'door',
    'door 77',
    'lobby',
    'camera',
    'denied',
    'entered',
    'tamper',
  ].concat([given, family, `${given} ${family}`, `${given} entered`, swapped, 'roles', 'new article', 'xyzzyq', 'zq'])
}

/** Totals of reading every row of every source, by who sees everything of the company. */
const check = async (
  url: string,
  { company }: SearchWorld,
  who: string,
  queries: readonly string[],
  ask: (q: string) => Promise<z.output<typeof answer>>,
) => {
  if (who !== 'desk') return
  for (const q of queries) {
    const words = q.split(' ').map((word) => `%${word}%`)
    const expected = await count(
      url,
      `select count(*) from entry_exit_log l left join users u on u.id = l.user_id left join device d on d.id = l.door_id
       where l.company_id = $1 and not exists (select from label_mark m where m.device_id = d.id or m.zone_id = d.zone_id)
         and concat_ws(' ', coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown'), case when l.result = 'denied'
         then 'was denied' when l.type = 'entry' then 'entered' else 'left' end, d.name, l.reason) ilike all ($2)`,
      [company, words],
    )
    const { total, results } = await ask(q)
    const happened = results.filter(({ type }) => type === 'event').length
    const others = results.length - happened
    if (
      expected > 0 &&
      (total < Math.min(expected, counted) || (total < counted && others < 20 && total > expected + 200))
    )
      throw new Error(`search for ${q}: ${total} of ${expected} entries and exits`)
  }
}

const bySql = (url: string, { company }: SearchWorld, q: string) =>
  run(
    url,
    `with found as (
       select d.* from (select distinct p.document from search_ending e join search_posting p on p.word = e.word
         where e.scope = $1 and e.ending >= $2 collate "C" and e.ending < $2 || chr(1114111) collate "C" limit 3000) p
       join search_document d on d.id = p.document where d.text like all ($3))
     select id, title, (select count(*) from (select from found limit 1001) x) from found
     order by starts_with(title_key, $4) desc, order_key limit 20`,
    [
      company,
      q
        .toLowerCase()
        .split(' ')
        .toSorted((x, y) => y.length - x.length)[0],
      q
        .toLowerCase()
        .split(' ')
        .map((w) => `%${w}%`),
      q.toLowerCase(),
    ],
  )
