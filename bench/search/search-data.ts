// What is searched in: people, devices, articles and what happened, of two companies with labels, made by the same rule in
// every run.
import { systemRoles } from '@gatehouse/contract/permissions'
import { hash } from '@node-rs/argon2'
import { randomUUID } from 'node:crypto'
import { run } from '../cluster.ts'

export interface SearchSize {
  readonly people: number
  readonly devices: number
  readonly articles: number
  readonly logs: number
  readonly events: number
}

/** A million: nine of ten are what happened. */
export const million: SearchSize = { people: 100_000, devices: 20_000, articles: 1000, logs: 850_000, events: 29_000 }

export const times = (size: SearchSize, factor: number): SearchSize => ({
  people: size.people * factor,
  devices: size.devices * factor,
  articles: size.articles * factor,
  logs: size.logs * factor,
  events: size.events * factor,
})

export interface SearchWorld {
  readonly company: string
  readonly password: string
  /** Sees everything; sees what labels leave; sees only what happened. */
  readonly callers: { readonly admin: string; readonly guard: string; readonly desk: string }
  readonly labels: readonly string[]
}

// First and last names as syllables put together: as many different ones as a large company has, some very common.
const syllables = `array['an','be','co','da','el','fi','go','ha','is','jo','ka','li','mo','na','ol','pe','qui','ro','sa','te','ul','vi','wa','xe','yo','zu']`
const syllable = (n: string) => `(${syllables})[1 + (${n}) % 26]`
const mixed = (seed: string, salt: number) => `(hashint4((${seed})::int # ${salt}) & 2147483647)`
// The product of two: a few are frequent.
const skewed = (seed: string, salt: number, below: number) =>
  `((${mixed(seed, salt)} % ${below})::bigint * (${mixed(seed, salt + 1)} % ${below}) / ${below})::int`
const first = (i: string) =>
  `initcap((select ${syllable('k')} || ${syllable('k / 26 + 3')} from (select ${skewed(i, 11, 600)} as k) f))`
const family = (i: string) =>
  `initcap((select ${syllable('k')} || ${syllable('k / 26 + 7')} || ${syllable('k / 676 + k')} || 'son' from (select ${skewed(i, 21, 17_000)} as k) f))`

/** Writes all of it into an empty store of ours. */
export const writeSearchWorld = async (url: string, size: SearchSize): Promise<SearchWorld> => {
  const password = 'Search in 1 million'
  const hashed = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const [a, b] = [randomUUID(), randomUUID()]
  const labels = [randomUUID(), randomUUID()]
  await run(
    url,
    `insert into company (id, name, time_zone, publishes) values ('${a}', 'Meridian Works', 'Europe/Berlin', true),
    ('${b}', 'Harbour Mills', 'Europe/Berlin', true)`,
  )
  await run(
    url,
    `insert into site (id, company_id, name, time_zone)
    select gen_random_uuid(), c, 'Site ' || n, 'Europe/Berlin' from unnest(array['${a}','${b}']::uuid[]) c, generate_series(1, 10) n`,
  )
  await run(
    url,
    `insert into zone (id, company_id, site_id, name)
    select gen_random_uuid(), s.company_id, s.id, (array['Lobby','Archive','Laboratory','Canteen','Workshop'])[1 + n % 5] || ' ' || n
    from site s, generate_series(1, 20) n`,
  )
  await run(
    url,
    `insert into users (id, company_id, email, first_name, last_name, job, department)
    select gen_random_uuid(), case when i % 2 = 0 then '${a}'::uuid else '${b}'::uuid end,
      lower(f || '.' || l) || i || '@' || case when i % 2 = 0 then 'meridian' else 'harbour' end || '.example', f, l,
      (array['Engineer','Technician','Accountant','Cook','Guard'])[1 + i % 5], (array['Operations','Finance','Research'])[1 + i % 3]
    from (select i, ${first('i')} as f, ${family('i')} as l from generate_series(1, ${size.people}) i) p`,
  )
  await run(
    url,
    `insert into device (id, company_id, site_id, zone_id, key, kind, name, address)
    select gen_random_uuid(), z.company_id, z.site_id, z.id, 'dev-' || i, k, initcap(k) || ' ' || i, 'dev-' || i
    from (select i, (array['door','door','door','camera','gas','counter','intercom'])[1 + i % 7] as k
      from generate_series(1, ${size.devices}) i) d
      join (select *, row_number() over (order by id) as n, count(*) over () as all_zones from zone) z on z.n = 1 + d.i % z.all_zones`,
  )
  await run(
    url,
    `insert into label (id, company_id, name) values ('${labels[0]}', '${a}', 'Restricted'), ('${labels[1]}', '${a}', 'Secret')`,
  )
  await run(
    url,
    `insert into label_mark (label_id, zone_id) select '${labels[0]}', id from (select id, row_number() over (order by id) n
    from zone where company_id = '${a}') z where n % 5 = 0`,
  )
  await run(
    url,
    `insert into label_mark (label_id, device_id) select '${labels[1]}', id from (select id, row_number() over (order by id) n
    from device where company_id = '${a}') d where n % 50 = 0`,
  )
  await run(
    url,
    `with one as (select i, gen_random_uuid() as id,
      initcap((select string_agg(${syllable('k + n')} || ${syllable('k / 7 + n * n')}, ' ') from (select ${mixed('i', 5)} as k) s, generate_series(1, 5) n)) as title,
      (select string_agg(${syllable('w')} || ${syllable('w / 26')} || ${syllable('w / 676')}, ' ')
        from (select ${skewed('i * 1000 + n', 31, 9000)} as w from generate_series(1, 250) n) s) as body
      from generate_series(1, ${size.articles}) i), put as (
      insert into article (id, company_id, slug, publish_at, sought)
      select id, case when i % 2 = 0 then '${a}'::uuid else '${b}'::uuid end, 'article-' || i,
        case when i % 10 > 0 then now() - i * interval '1 hour' end, lower(title || ' ' || body) from one returning id)
    insert into article_revision (article_id, number, title, summary, markdown, tags, author, picture_ids, words, saved_by_name)
    select id, 1, title, 'About ' || lower(title), body, '{}', 'The desk', '{}', 250, '' from one`,
  )
  await cover(url, 'entry_exit_log')
  await cover(url, 'event')
  await run(
    url,
    `insert into entry_exit_log (id, company_id, user_id, door_id, zone_id, type, at, result, reason, method, taken, source,
      device_at, received_at, correlation_id)
    select gen_random_uuid(), u.company_id, case when h % 300 > 0 then u.id end, d.id, null, case when h % 2 = 0 then 'entry' else 'exit' end, at,
      case when h % 97 = 0 then 'denied' else 'granted' end, case when h % 97 = 0 then 'no access right' end, 'card', true, 'device', at, at,
      gen_random_uuid()
    from (select i, ${mixed('i', 41)} as h, now() - i * interval '1 second' * ${Math.floor((380 * 86_400) / size.logs)} as at
      from generate_series(1, ${size.logs}) i) l
      join (select id, company_id, row_number() over (order by id) as n from users where department is not null) u
        on u.n = 1 + ${mixed('l.i', 43)} % (select count(*) from users where department is not null)
      join (select company_id, array_agg(id order by id) as ids from device where kind = 'door' group by company_id) a
        on a.company_id = u.company_id
      cross join lateral (select a.ids[1 + ${mixed('l.i', 47)} % cardinality(a.ids)] as id) d`,
  )
  await run(
    url,
    `insert into event (id, company_id, device_id, type, severity, at, received_at, data, correlation_id)
    select gen_random_uuid(), d.company_id, d.id, (array['door.forced-open','device.tamper','gas.gas-detected'])[1 + i % 3],
      case when i % 3 = 2 then 'critical' else 'high' end, at, at, '{}', gen_random_uuid()
    from (select i, now() - i * interval '1 second' * ${Math.floor((380 * 86_400) / size.events)} as at from generate_series(1, ${size.events}) i) e
      join (select id, company_id, row_number() over (order by id) as n from device) d
        on d.n = 1 + ${mixed('e.i', 51)} % (select count(*) from device)`,
  )
  const callers = { admin: 'admin@bench.example', guard: 'guard@bench.example', desk: 'desk@bench.example' }
  await account(url, a, callers.admin, systemRoles.admin, hashed)
  await account(
    url,
    a,
    callers.guard,
    ['read_staff_details', 'read_doors', 'read_entry_exit_report', 'read_log_details'],
    hashed,
  )
  await account(url, a, callers.desk, ['read_entry_exit_report', 'read_log_details'], hashed)
  await run(
    url,
    `insert into user_label (user_id, label_id) select id, '${labels[0]}' from users where email = '${callers.guard}'`,
  )
  await run(url, 'vacuum analyze')
  return { company: a, password, callers, labels }
}

const account = (url: string, company: string, email: string, can: readonly string[], hashed: string) =>
  run(
    url,
    `insert into users (id, company_id, email, first_name, last_name, password_hash, verified, permissions)
     values (gen_random_uuid(), $1, $2, 'Bench', 'Account', $3, true, $4)`,
    [company, email, hashed, can],
  )

const dayMs = 86_400_000

/** The partitions of the past year, as the server would name them. */
const cover = async (url: string, series: string) => {
  const [row] = await run(url, 'select partition_days from retention where series = $1', [series])
  const length = Number(row?.['partition_days']) * dayMs
  const origin = Date.UTC(2020, 0, 6)
  for (
    let start = origin + Math.floor((Date.now() - 390 * dayMs - origin) / length) * length;
    start < Date.now();
    start += length
  ) {
    const [from, to] = [start, start + length].map((time) => new Date(time).toISOString())
    await run(
      url,
      `create table if not exists ${series}_${from?.slice(0, 10).replaceAll('-', '')} partition of ${series}
       for values from ('${from}') to ('${to}')`,
    )
  }
}
