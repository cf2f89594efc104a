// Scenario: searching in a million documents of two companies, by people who may see all, some and only what happened.
import { mostCounted } from '@gatehouse/contract/insight/search'
import { Client } from 'pg'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { signIn, startGatehouse } from '../gatehouse.ts'
import { atMost, medianOf, type Outcome, type Row } from '../kit/results.ts'
import { million, times, writeSearchWorld } from './search-data.ts'
import { searchByHand } from './search-by-hand.ts'
import { type Query, queriesFor } from './search-queries.ts'
import { type Truth, truthFor } from './search-truth.ts'
import { median } from '../kit/stats.ts'

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
  const { cluster, log, rounds } = context
  const size = sizeOf(context)
  const documents = Object.values(size).reduce((sum, one) => sum + one, 0)
  const url = await cluster.create('gatehouse_search')
  const first = await startGatehouse({ url, name: 'search' })
  await first.running.stop()
  log(`search: writing ${documents} documents`)
  const begun = performance.now()
  const world = await writeSearchWorld(url, size)
  log(`search: written in ${Math.round((performance.now() - begun) / 1000)} s`)
  const { address, running } = await startGatehouse({ url, name: 'search' })
  const store = new Client(url)
  // A scenario that fails ends the cluster under it.
  store.on('error', () => undefined)
  await store.connect()
  await store.query('set plan_cache_mode = force_generic_plan')
  const queries = await queriesFor(url, world)
  const rows: Row[] = []
  const raw: number[] = []
  const own: number[] = []
  for (const who of ['admin', 'guard', 'desk'] as const) {
    const email = world.callers[who]
    const token = await signIn(address, email, world.password)
    const askText = async (q: string) => {
      const response = await fetch(`${address}/api/search?${new URLSearchParams({ q }).toString()}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`search for ${q}: ${response.status} ${text}`)
      return text
    }
    const ask = async (q: string) => answer.parse(JSON.parse(await askText(q)))
    log(`search: comparing what the ${who} finds`)
    await check(queries, ask, await truthFor(store, world, who))
    await store.query(`drop table truth_${who}`)
    // What was written for comparing is not to be on its way to the disk while searches are timed.
    await store.query('checkpoint')
    const byKind = new Map<string, number[]>()
    for (const callers of [1, 8]) {
      const measured: number[][] = []
      for (let round = 0; round <= rounds; round++) {
        const each: number[] = []
        await Promise.all(
          Array.from({ length: callers }, async (_, n) => {
            // Together they ask each once.
            for (let i = n; i < queries.length; i += callers) {
              const query = queries[i]
              if (!query) continue
              const since = performance.now()
              await askText(query.q)
              const took = performance.now() - since
              each.push(took)
              if (callers === 1 && round > 0) byKind.set(query.kind, [...(byKind.get(query.kind) ?? []), took])
            }
          }),
        )
        // The first is for warming up.
        if (round > 0) measured.push(each.toSorted((x, y) => x - y))
      }
      if (callers === 1) own.push(...measured.flat())
      rows.push({
        scenario: 'search',
        who: `${who}, ${callers} at once, ${documents / 1e6}M`,
        unit: 'ms',
        better: 'less',
        rounds: measured.map(median),
        p99: measured.map((one) => one[Math.floor(one.length * 0.99)] ?? Number.NaN),
        note: `${queries.length} searches of ${byKind.size} kinds, some of each compared with reading everything; slowest: ${slowest(byKind)}`,
      })
    }
  }
  for (let round = 0; round <= rounds; round++)
    for (const { q } of queries) {
      const since = performance.now()
      await searchByHand(store, world, q)
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
    .map(([kind, measured]) => ({
      kind,
      worst: measured.toSorted((x, y) => x - y)[Math.floor(measured.length * 0.99)] ?? 0,
    }))
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
