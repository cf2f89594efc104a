// Search as one would write it who had all the time in the world: every row of every source, read and compared, without
// the index. What is found and in which order must be the same; only ties beyond the title are told by the index itself.
import { kind, readPermission } from '@gatehouse/contract/building/devices'
import { destinationsFor } from '@gatehouse/contract/pages'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { inHandsOf, isPublic } from '../../site/blog/blog.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { fold } from '../../kit/folded-words.ts'

interface Candidate {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly at: Date | null
  readonly event: boolean
  readonly high: boolean
  /** Of an alarm that is open: before the other events. */
  readonly open?: boolean
  readonly tie: number | string
}

export interface Expected {
  readonly keys: readonly string[]
  readonly total: number
  readonly close: boolean
}

/** All of it, in order. */
export const searchNaively = async (db: Db, caller: Caller, q: string): Promise<Expected> => {
  const all = await visibleTo(db, caller)
  const words = fold(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)
  const found = all
    .filter(({ text }) => words.every((word) => fold(text).includes(word)))
    .map((one) => ({ one, rank: rank(one, words.join(' ')) }))
  if (words.length === 0) return { keys: [], total: 0, close: false }
  if (found.length > 0) return { keys: inOrder(found), total: found.length, close: false }
  if (!words.every((word) => /^([^!-/:-@[-`{-~\u2000-\u206f]+|.)$/u.test(word)))
    return { keys: [], total: 0, close: false }
  const close = all.flatMap((one) => {
    const slips = words.map((word) => slipsTo(word, one.text))
    if (slips.some((each) => each === Infinity)) return []
    const inTitle = words.every((word) => slipsTo(word, one.title) < Infinity)
    const last = isArticle(one.key) ? articles : 0
    return [
      {
        one,
        rank: one.event ? (one.open ? 1e6 - 1 : 1e6) : last + 10 * slips.reduce((a, b) => a + b, 0) + (inTitle ? 3 : 4),
      },
    ]
  })
  return { keys: inOrder(close), total: close.length, close: close.length > 0 }
}

const rank = ({ key, title, event, open }: Candidate, phrase: string): number => {
  const value = fold(title).replaceAll(/\s+/g, ' ').trim()
  if (event) return open ? 5 : 6
  const readLast = isArticle(key) ? articles : 0
  return readLast + rankIn(value, phrase)
}

const isArticle = (key: string) => key.startsWith('article ')
// After what happened.
const articles = 1e7

const rankIn = (value: string, phrase: string): number => {
  if (value === phrase) return 0
  if (value.startsWith(phrase)) return 1
  if (value.includes(` ${phrase}`)) return 2
  return value.includes(phrase) ? 3 : 4
}

const inOrder = (found: readonly { one: Candidate; rank: number }[]): string[] =>
  found
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        (b.one.at?.getTime() ?? -Infinity) - (a.one.at?.getTime() ?? -Infinity) || // NaN where both have no moment
        Number(b.one.high && !b.one.event) - Number(a.one.high && !a.one.event) ||
        (a.one.event ? 0 : compare(fold(a.one.title).slice(0, 60), fold(b.one.title).slice(0, 60))) ||
        compare(a.one.tie, b.one.tie) * (a.one.event ? -1 : 1),
    )
    .map(({ one }) => one.key)

const compare = <T extends number | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

const slipsTo = (word: string, text: string): number => {
  const folded = fold(text)
  if (folded.includes(word)) return 0
  const most = /^[a-z]{4,22}$/.test(word) ? (word.length < 8 ? 1 : 2) : 0
  const least = Math.min(
    Infinity,
    ...(folded.match(/[a-z0-9]+/g) ?? []).flatMap((token) => {
      if (token[0] !== word[0] && !(token[0] === word[1] && token[1] === word[0])) return []
      return Array.from({ length: token.length + 1 }, (_, n) => distance(word, token.slice(0, n)))
    }),
  )
  return least <= most ? least : Infinity
}

/** By definition: the last step of the shortest way, tried out. */
const distance = (a: string, b: string, known = new Map<string, number>()): number => {
  if (a === '' || b === '') return a.length + b.length
  const key = `${a} ${b}`
  const remembered = known.get(key)
  if (remembered !== undefined) return remembered
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)]
  const ways = [
    distance(x, y, known) + (a.at(-1) === b.at(-1) ? 0 : 1),
    distance(x, b, known) + 1,
    distance(a, y, known) + 1,
  ]
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1))
    ways.push(distance(a.slice(0, -2), b.slice(0, -2), known) + 1)
  const least = Math.min(...ways)
  known.set(key, least)
  return least
}

const visibleTo = async (db: Db, caller: Caller): Promise<Candidate[]> => {
  const rows = async (query: RawBuilder<Candidate>) => (await query.execute(db)).rows
  const company = caller.companyId
  const open = (...needed: Parameters<typeof can>[1][]) => needed.every((one) => can(caller, one))
  const seen = labelScope(caller).places('d.id', 'd.zone_id', 'd.site_id')
  const found: Candidate[] = destinationsFor(caller.permissions, company !== null).map((place, n) => ({
    key: `${place.type} ${place.path}`,
    title: place.title,
    text: `${place.title} ${place.description} ${place.words}`,
    at: null,
    event: false,
    high: false,
    tie: n,
  }))
  const tie = sql`(select i.id from search_document i where i.source_id = x.id and i.type not in (9, 10))`
  if (open('read_staff_details'))
    found.push(
      ...(await rows(sql`select 'person ' || x.id as key, coalesce(x.display_name, x.first_name || ' ' || x.last_name) as title,
        concat_ws(' ', x.first_name, x.last_name, x.display_name, x.email, x.job, x.department) as text, null as at,
        false as event, false as high, ${tie} as tie from users x where x.company_id = ${company}`)),
    )
  for (const one of kind.options) {
    if (!open(readPermission[one]) || !(open('admin_access') || open('read_dashboard') || one === 'door')) continue
    const word = {
      door: 'Door',
      camera: 'Camera',
      intercom: 'Intercom',
      gas: 'Gas detector',
      counter: 'People counter',
      actuator: 'Actuator',
    }[one]
    found.push(
      ...(await rows(sql`select ${one === 'door' ? 'door ' : 'device '} || x.id as key, x.name as title,
        concat_ws(' ', x.name, x.key, ${word}::text, z.name, s.name, case when not k.online then 'offline' end) as text, null as at,
        false as event, coalesce(not k.online, false) as high, ${tie} as tie
      from device x join device d on d.id = x.id join site s on s.id = x.site_id left join zone z on z.id = x.zone_id
        left join device_status k on k.device_id = x.id
      where x.company_id = ${company} and x.kind = ${one} and x.retired_at is null and ${seen}`)),
    )
  }
  if (open('manage_companies', 'read_company_details'))
    found.push(
      ...(await rows(sql`select 'company ' || x.id as key, x.name as title, x.name as text, null as at, false as event,
        false as high, ${tie} as tie from company x where not x.tour`)),
    )
  const own = open('edit_blog') ? inHandsOf(caller) : sql`false`
  found.push(
    ...(await rows(sql`select 'article ' || x.id as key, r.title, a.sought as text, a.publish_at as at, false as event,
      false as high, ${tie} as tie from article x join article a on a.id = x.id
      join article_revision r on r.article_id = a.id and r.number = a.revision where ${isPublic()} or ${own}`)),
  )
  if (company !== null && open('read_entry_exit_report', 'read_log_details'))
    found.push(
      ...(await rows(sql`select 'event ' || l.id as key, '' as title, concat_ws(' ',
          coalesce(u.first_name || ' ' || u.last_name, 'Somebody unknown'), case when l.result = 'denied' then 'was denied'
            when l.type = 'entry' then 'entered' else 'left' end, d.name,
          case when l.result = 'denied' then l.reason end) as text, l.at, true as event, false as high, l.id::text as tie
        from entry_exit_log l left join users u on u.id = l.user_id left join device d on d.id = l.door_id
        where l.company_id = ${company} and (l.door_id is null or (d.company_id = ${company} and ${seen}))`)),
    )
  if (company !== null && open('admin_access', 'read_dashboard'))
    found.push(
      ...(await rows(sql`select 'event ' || e.id as key, '' as title, concat_ws(' ', d.name,
          translate(split_part(e.type, '.', 2), '-_', '  '), e.severity) as text, e.at, true as event, false as high,
          e.id::text as tie
        from event e join device d on d.id = e.device_id
        where e.company_id = ${company} and e.severity in ('high', 'critical') and d.retired_at is null
          and d.kind = any (${kind.options.filter((one) => open(readPermission[one]))}::text[]) and ${seen}`)),
    )
  if (company !== null && open('acknowledge_alarms'))
    found.push(
      ...(await rows(sql`select 'alarm ' || a.id as key, '' as title, concat_ws(' ', a.title, a.severity, d.name,
          u.first_name || ' ' || u.last_name, (select string_agg(t.note, ' ' order by t.n) from alarm_transition t
            where t.alarm_id = a.id and t.what in ('commented', 'acknowledged'))) as text,
          a.raised_at as at, true as event, a.cleared_at is null as open, false as high, a.id::text as tie
        from alarm a left join device d on d.id = a.device_id left join users u on u.id = a.assignee_id
        where a.company_id = ${company} and ((a.device_id is null and ${open('view_activity_logs')})
          or (d.kind = any (${kind.options.filter((one) => open(readPermission[one]))}::text[]) and ${seen}))`)),
    )
  return found
}
