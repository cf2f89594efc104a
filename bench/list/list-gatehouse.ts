// Our own list: the rows written straight into the store, then asked for like anybody would.
import { z } from 'zod'
import { type Cluster, run } from '../cluster.ts'
import { startGatehouse, signIn } from '../gatehouse.ts'
import { companies, type Data, doorsPerCompany, peoplePerCompany, rowsOf } from './list-data.ts'
import type { ListServer } from './list-server.ts'
import { type World, writeWorld } from '../world.ts'

const listed = z.object({ logs: z.array(z.object({ doorId: z.string(), timestamp: z.string() })) })

export interface ListGatehouse extends ListServer {
  readonly url: string
  readonly companyIds: readonly string[]
}

export const startListGatehouse = async (
  cluster: Cluster,
  data: Data,
  name: string,
  nodeFlags: readonly string[] = [],
): Promise<ListGatehouse> => {
  const url = await cluster.create(name)
  // Once for its schema; stopped while the rows go in, so that its rollups do not count them meanwhile.
  const first = await startGatehouse({ url, name })
  const world = await writeWorld(url, {
    role: 'guard',
    companies,
    doors: doorsPerCompany,
    people: peoplePerCompany,
    detectors: 0,
  })
  await first.running.stop()
  await writeLogs(url, world, data)
  const gatehouse = await startGatehouse({ url, name, nodeFlags })
  const callers: ListServer['callers'][number][] = []
  for (const { email } of world.companies) {
    const token = await signIn(gatehouse.address, email, world.password)
    callers.push({ path: '/api/entry-exit/logs?limit=20', headers: { Authorization: `Bearer ${token}` } })
  }
  const companyOfDoor = new Map(world.companies.flatMap((c, n) => c.doors.map((door) => [door.id, n] as const)))
  return {
    name: 'Gatehouse',
    url,
    companyIds: world.companies.map((c) => c.id),
    port: gatehouse.port,
    running: gatehouse.running,
    callers,
    foreign: (company) => `/api/entry-exit/logs?limit=20&doorId=${world.companies[company]?.doors[0]?.id}`,
    read: (body) =>
      listed.parse(body).logs.map((log) => ({ company: companyOfDoor.get(log.doorId) ?? -1, at: log.timestamp })),
  }
}

const writeLogs = async (url: string, world: World, data: Data) => {
  await coverYear(url, 'entry_exit_log')
  await run(
    url,
    `insert into entry_exit_log (id, company_id, user_id, door_id, zone_id, type, at, result, reason, method, taken,
       source, device_at, received_at, correlation_id)
     select gen_random_uuid(), ($1::uuid[])[1 + company], ($2::uuid[])[1 + company * ${peoplePerCompany} + person],
       ($3::uuid[])[1 + company * ${doorsPerCompany} + door], null, type, at, result,
       case when result = 'denied' then 'outside schedule' end, 'card', result = 'granted', 'device', at, at,
       gen_random_uuid()
     from ${rowsOf(data)}`,
    [
      world.companies.map((c) => c.id),
      world.companies.flatMap((c) => c.people),
      world.companies.flatMap((c) => c.doors.map((door) => door.id)),
    ],
  )
  await run(url, 'vacuum analyze entry_exit_log')
  // Lists do not read the rollups: begin them after these rows instead of working them off during the rounds.
  await run(
    url,
    `insert into rollup_position (series, tx) values ('entry_exit_log', pg_current_xact_id())
     on conflict (series) do update set tx = excluded.tx`,
  )
}

const dayMs = 86_400_000

/** The partitions of the past year, with the bounds and names that the server itself would give them. */
export const coverYear = async (url: string, series: string) => {
  const [row] = await run(url, 'select partition_days from retention where series = $1', [series])
  const length = Number(row?.partition_days) * dayMs
  const origin = Date.UTC(2020, 0, 6)
  const first = Date.now() - 370 * dayMs
  for (let start = origin + Math.floor((first - origin) / length) * length; start < Date.now(); start += length) {
    const [from, to] = [start, start + length].map((time) => new Date(time).toISOString())
    await run(
      url,
      `create table if not exists ${series}_${from?.slice(0, 10).replaceAll('-', '')} partition of ${series}
       for values from ('${from}') to ('${to}')`,
    )
  }
}
