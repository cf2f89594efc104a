// What a search has to find, told by reading every row that the caller may see: of the sources themselves, without anything
// that the product writes for searching but the numbers by which it settles ties.
import { type Permission, systemRoles } from '@gatehouse/contract/permissions'
import { destinationsFor } from '@gatehouse/contract/pages'
import type { Client } from 'pg'
import type { SearchWorld } from './search-data.ts'
import { slipsTo } from './slips.ts'

export interface Expected {
  readonly first: readonly string[]
  readonly total: number
  readonly close: boolean
}

export type Truth = (q: string, most: number) => Promise<Expected>

interface Found {
  readonly key: string
  readonly happened: boolean
  readonly rank: number
  readonly at: Date | null
  readonly high: boolean
  readonly title: string
  readonly tie: string
  readonly total: string
}

/** What each may do whom the world of the bench has. */
export const held: Readonly<Record<keyof SearchWorld['callers'], readonly Permission[]>> = {
  admin: systemRoles.admin,
  guard: ['read_staff_details', 'read_doors', 'read_entry_exit_report', 'read_log_details'],
  desk: ['read_entry_exit_report', 'read_log_details'],
}

/** Reads everything that one of them may see into a table. */
export const truthFor = async (
  store: Client,
  { company, labels }: SearchWorld,
  who: keyof SearchWorld['callers'],
): Promise<Truth> => {
  const table = `truth_${who}`
  const own = who === 'guard' ? labels.slice(0, 1) : []
  await store.query(`create unlogged table ${table} (key text, happened boolean, title text collate "C", text text collate "C",
    at timestamptz, high boolean, tie text, words text[])`)
  const people = `select 'person ' || u.id, false, u.first_name || ' ' || u.last_name,
    concat_ws(' ', u.first_name, u.last_name, u.email, u.job, u.department), null::timestamptz, false, u.id
    from users u where u.company_id = $1`
  const devices = `select case d.kind when 'door' then 'door ' else 'device ' end || d.id, false, d.name,
    concat_ws(' ', d.name, d.key, case d.kind when 'gas' then 'Gas detector' when 'counter' then 'People counter' else d.kind end,
      z.name, s.name), null, false, d.id
    from d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id`
  const articles = (shown: string) => `select 'article ' || a.id, false, r.title, a.sought, a.publish_at, false, a.id
    from article a join article_revision r on r.article_id = a.id and r.number = a.revision where ${shown}`
  const passages = `select 'event ' || l.id, true, '', concat_ws(' ', coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown'),
      case when l.result = 'denied' then 'was denied' when l.type = 'entry' then 'entered' else 'left' end, d.name,
      case when l.result = 'denied' then l.reason end), l.at, false, l.id
    from entry_exit_log l left join users u on u.id = l.user_id join d on d.id = l.door_id where l.company_id = $1`
  const incidents = `select 'event ' || e.id, true, '', concat_ws(' ', d.name, translate(split_part(e.type, '.', 2), '-_', '  '),
      e.severity), e.at, false, e.id
    from event e join d on d.id = e.device_id where e.company_id = $1 and e.severity in ('high', 'critical')`
  const sources = {
    admin: [people, devices, articles('a.publish_at <= now() or a.company_id = $1'), passages, incidents],
    guard: [people, `${devices} where d.kind = 'door'`, articles('a.publish_at <= now()'), passages],
    desk: [articles('a.publish_at <= now()'), passages],
  }[who]
  await store.query(
    `with hidden as (select coalesce(zone_id, device_id) as id from label_mark where not label_id = any ($2) and not $3),
      d as (select * from device where company_id = $1 and id not in (select id from hidden) and zone_id not in (select id from hidden))
    insert into ${table}
    select x.key, x.happened, lower(x.title), lower(x.text), x.at, x.high, case when x.happened then x.id::text else i.id::text end,
      regexp_split_to_array(lower(x.text), '[^a-z0-9]+')
    from (${sources.join(' union all ')}) x (key, happened, title, text, at, high, id)
      left join search_document i on i.source_id = x.id and not x.happened`,
    [company, own, who === 'admin'],
  )
  await store.query(`create index on ${table} using gin (words)`)
  await store.query(`analyze ${table}`)
  const { rows } = await store.query<{ word: string }>(`select distinct unnest(words) as word from ${table}`)
  const known = rows.map(({ word }) => word)
  const pages = destinationsFor(new Set(held[who]), true).map((place, n) => ({
    key: `${place.type} ${place.path}`,
    title: place.title.toLowerCase(),
    text: `${place.title} ${place.description} ${place.words}`.toLowerCase(),
    happened: false,
    at: null,
    high: false,
    tie: String(n),
    total: '0',
  }))

  const inOrder = async (fit: string, values: unknown[]): Promise<Found[]> => {
    const { rows: found } = await store.query<Found>(
      `with fit as materialized (${fit})
      (select f.*, count(*) over () as total from fit f where not happened and not starts_with(key, 'article ')
        order by rank, at desc nulls last, high desc, left(title, 60), tie::bigint limit 20)
      union all (select f.*, count(*) over () as total from fit f where starts_with(key, 'article ')
        order by rank, at desc nulls last, left(title, 60), tie::bigint limit 20)
      union all (select f.*, count(*) over () as total from fit f where happened order by at desc, tie desc limit 20)`,
      values,
    )
    return found
  }

  const measured = (found: readonly Found[], places: readonly Found[], close: boolean, most: number): Expected => {
    const happened = found.filter((one) => one.happened)
    const toRead = found.filter(isArticle)
    const lines = found.filter((one) => !one.happened && !isArticle(one))
    const ordered = [...[...lines, ...places].toSorted(byRank), ...happened, ...toRead]
    const first = ordered.slice(0, 20).map(({ key }) => key)
    const total = [lines, happened, toRead].reduce((sum, [one]) => sum + Number(one?.total ?? 0), places.length)
    return { first, total: Math.min(total, most), close }
  }

  return async (q, most) => {
    const phrase = q.toLowerCase()
    const words = phrase.split(' ')
    const rank = (title: string) =>
      title === phrase
        ? 0
        : title.startsWith(phrase)
          ? 1
          : title.includes(` ${phrase}`)
            ? 2
            : title.includes(phrase)
              ? 3
              : 4
    const exact = measured(
      await inOrder(
        `select key, happened, case when title = $2 then 0 when starts_with(title, $2) then 1
          when title like '% ' || $2 || '%' then 2 when title like '%' || $2 || '%' then 3 else 4 end as rank, at, high, title, tie
        from ${table} where text like all ($1)`,
        [words.map((word) => `%${word}%`), phrase],
      ),
      pages
        .filter(({ text }) => words.every((word) => text.includes(word)))
        .map((page) => ({ ...page, rank: rank(page.title) })),
      false,
      most,
    )
    if (exact.total > 0 || !words.every((word) => /^[a-z0-9]+$/.test(word))) return exact
    const meant = words.map((word) => known.flatMap((token) => slipsTo(word, token) ?? []))
    const near = words.map((word) => known.filter((token) => slipsTo(word, token) !== null))
    const params = near.flatMap((tokens, n) => [tokens, meant[n]])
    const all = (of: string) => near.map((_, n) => `${of} && $${2 * n + 1}::text[]`).join(' and ')
    const slips = near.map(
      (_, n) => `(select min(s.slips) from unnest($${2 * n + 1}::text[], $${2 * n + 2}::int[]) s (token, slips)
        where s.token = any (words))`,
    )
    const close = measured(
      await inOrder(
        `select key, happened, 10 * (${slips.join(' + ')}) + case when ${all(`regexp_split_to_array(title, '[^a-z0-9]+')`)} then 3
          else 4 end as rank, at, high, title, tie from ${table} where ${all('words')}`,
        params,
      ),
      pages.flatMap((page) => {
        const least = (text: string) =>
          words.map((word) => Math.min(...text.split(/[^a-z0-9]+/).map((token) => slipsTo(word, token) ?? Infinity)))
        const sum = least(page.text).reduce((a, b) => a + b, 0)
        return sum === Infinity ? [] : [{ ...page, rank: 10 * sum + (least(page.title).includes(Infinity) ? 4 : 3) }]
      }),
      true,
      most,
    )
    return close.total > 0 ? close : exact
  }
}

const isArticle = ({ key }: Found) => key.startsWith('article ')

const byRank = (a: Found, b: Found): number =>
  a.rank - b.rank ||
  (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0) ||
  Number(b.high) - Number(a.high) ||
  (a.title === b.title ? Number(a.tie) - Number(b.tie) : a.title < b.title ? -1 : 1)
