// Scenario: occupancy. A thousand zones, each with a counter at its border and a limit: what one event of a counter costs until
// it is stored, added up in its zone, its floor and its site, judged by the limits and published.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { count, run } from '../cluster.ts'
import type { Context } from '../context.ts'
import { change, signIn, startInWorld } from '../gatehouse.ts'
import { atMost, type Outcome, type Row, voided } from '../kit/results.ts'
import { median } from '../kit/stats.ts'

const size = { role: 'admin', companies: 1, doors: 1, detectors: 1, people: 1 } as const
const zones = 1000
const who = `${zones.toLocaleString('en')} zones, each with a counter and a limit`
/** Of one request, one from each counter. */
const perBatch = zones
const pollMs = 20
const patienceMs = 120_000

export const occupancy = async (context: Context): Promise<Outcome> => {
  const { cluster, quick, log } = context
  log('occupancy: preparing')
  const { url, gatehouse, companies, password } = await startInWorld(cluster, 'gatehouse_occupancy', size)
  const [company] = companies
  if (!company) throw new Error('no company')
  const counters = await writeCounters(url, company.id)
  // The server learns of new devices by itself.
  await sleep(2000)
  const { address } = gatehouse
  const token = await signIn(address, company.email, password)
  const [first] = counters
  // Whatever stands at borders is added up as of now.
  await change(address, token, 'PUT', `/api/people-count/borders/${first?.id}`, { toZoneId: first?.zoneId })
  const key = apiKey.parse(await change(address, token, 'POST', '/api/api-keys', { name: 'Counters' })).secret
  const batches = quick ? 2 : 10
  const rows: Row[] = []
  try {
    let entered = 0
    const turn = async (events: number): Promise<number> => {
      const began = performance.now()
      for (let left = events; left > 0; left -= perBatch)
        await send(address, key, counters.slice(0, Math.min(left, perBatch)))
      entered += events
      const patience = performance.now() + patienceMs
      while ((await addedUp(url)) < entered) {
        if (performance.now() > patience) throw new Error(`${entered} entered, ${await addedUp(url)} are added up`)
        await sleep(pollMs)
      }
      return performance.now() - began
    }
    const turns = async (events: number) => {
      await turn(events)
      const all: number[] = []
      for (let round = 0; round < context.rounds; round++) all.push((await turn(events)) / events)
      return all
    }
    rows.push(
      {
        scenario: 'occupancy',
        who,
        unit: 'ms per event',
        rounds: await turns(batches * perBatch),
        better: 'less',
        note: 'from the first request until all are added up and judged; every zone has exactly who came in, and their site the sum',
      },
      {
        scenario: 'occupancy',
        who: `${who}: one event by itself`,
        unit: 'ms',
        rounds: await turns(1),
        better: 'less',
        note: 'until its figure has changed; what is new is looked for every half second',
      },
    )
    await checkShown(address, token, entered)
  } catch (error) {
    rows.push(voided('occupancy', who, error))
  }
  const [many] = rows
  return {
    rows,
    reach: [
      atMost(
        'occupancy: an event among 1,000 zones, at most 1 ms',
        many?.rounds.length ? median(many.rounds) : Number.NaN,
        1,
        'ms',
      ),
    ],
  }
}

const apiKey = z.object({ secret: z.string() })

interface Counter {
  readonly id: string
  readonly key: string
  readonly zoneId: string
}

const writeCounters = async (url: string, companyId: string): Promise<readonly Counter[]> => {
  const floorId = randomUUID()
  await run(url, `insert into floor (id, company_id, site_id, name, level) select $1, $2, id, 'Hall', 0 from site`, [
    floorId,
    companyId,
  ])
  const counters = Array.from({ length: zones }, (_, n) => ({
    id: randomUUID(),
    key: `counter-${n}`,
    zoneId: randomUUID(),
  }))
  const [ids, keys, zoneIds] = [counters.map(({ id }) => id), counters.map((c) => c.key), counters.map((c) => c.zoneId)]
  await run(
    url,
    `insert into zone (id, company_id, site_id, floor_id, name)
     select z, $2, s.id, $3, 'Zone ' || n from unnest($1::uuid[]) with ordinality t (z, n), site s`,
    [zoneIds, companyId, floorId],
  )
  await run(
    url,
    `insert into device (id, company_id, site_id, zone_id, key, kind, name, address)
     select d, $4, s.id, z, k, 'counter', k, k from unnest($1::uuid[], $2::uuid[], $3::text[]) t (d, z, k), site s`,
    [ids, zoneIds, keys, companyId],
  )
  await run(
    url,
    `insert into count_border (id, company_id, device_id, to_zone_id, created_at)
     select gen_random_uuid(), $3, d, z, now() from unnest($1::uuid[], $2::uuid[]) t (d, z)`,
    [ids, zoneIds, companyId],
  )
  await run(
    url,
    `insert into occupancy_limit (id, company_id, place_id, site_id, zone_id, people, basis)
     select gen_random_uuid(), $2, z, s.id, z, 100000, '{}' from unnest($1::uuid[]) z, site s`,
    [zoneIds, companyId],
  )
  return counters
}

/** One comes in at each. */
const send = async (address: string, key: string, counters: readonly Counter[]): Promise<void> => {
  const at = new Date().toISOString()
  const answer = await fetch(`${address}/api/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(
      counters.map((counter) => ({ device: counter.key, kind: 'count', id: randomUUID(), at, in: 1, out: 0 })),
    ),
  })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`POST /api/ingest: ${answer.status} ${body.slice(0, 300)}`)
  const stored = body.split('"stored"').length - 1
  if (stored !== counters.length) throw new Error(`${stored} of ${counters.length} stored: ${body.slice(0, 300)}`)
}

const addedUp = (url: string) =>
  count(url, `select coalesce(sum(o.net), 0) from occupancy o join zone z on z.id = o.place_id`)

const figures = z.object({
  zones: z.array(z.object({ occupancy: z.number() })),
  sites: z.array(z.object({ occupancy: z.number() })),
})

const checkShown = async (address: string, token: string, entered: number): Promise<void> => {
  const answer = await fetch(`${address}/api/people-count/zones`, { headers: { Authorization: `Bearer ${token}` } })
  const shown = figures.parse(await answer.json())
  const inZones = shown.zones.reduce((sum, { occupancy: people }) => sum + people, 0)
  if (shown.zones.length < zones || inZones !== entered || shown.sites[0]?.occupancy !== entered)
    throw new Error(`${entered} entered; ${inZones} shown in ${shown.zones.length} zones`)
}
