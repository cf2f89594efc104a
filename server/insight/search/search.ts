// Search over all that the caller may see, in one index that is written with what it tells of: filtered before anything is
// ranked or counted. See docs/search.md.
import { personPath } from '@gatehouse/contract/identity/person-path'
import { readPermission } from '@gatehouse/contract/building/devices'
import type { Output } from '@gatehouse/contract/operation'
import * as search from '@gatehouse/contract/insight/search'
import type { Db } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { admits, admitting, doorToUnlock, findCards, findGateways, personToAdmit, unlocking } from './directly.ts'
import { kindOf, kinds, pageOf, types, typesFor } from './document-rules.sql.ts'
import { findClose, findLines, type Line } from './documents.sql.ts'
import { findHappenings, type Happening, type Happenings } from './happenings.sql.ts'
import { findPlaces, type PlaceFound } from './pages.ts'
import { byRank, type Seeker, seekerOf, usual } from './seeker.ts'
import { forgiven, rangesOf, tokensOf } from '../../kit/folded-words.ts'

export const serveSearch = (serve: Serve, db: Db) => {
  serve(search.find, (input, caller) => find(db, caller, input))
}

/** What the caller may see and fits: the same by whatever way they ask. */
export const find = async (db: Db, caller: Caller, asked: Asked, limits = usual): Promise<Answer> => {
  const [found, direct] = await Promise.all([
    findAll(db, caller, asked, limits),
    findDirectly(db, caller, asked, limits),
  ])
  if (direct.length === 0) return found
  const { close: _, ...sure } = found
  return {
    ...(found.close ? sure : found),
    results: [...direct, ...(found.close ? [] : found.results)].slice(0, asked.limit),
    total: Math.min((found.close ? 0 : found.total) + direct.length, limits.counted),
  }
}

const findAll = async (db: Db, caller: Caller, { q, limit }: Asked, limits: typeof usual): Promise<Answer> => {
  const seeker = seekerOf(caller, q, limits)
  const found = await findAs(db, seeker, false, limit)
  if (found.total > 0 || !mayBeMeant(seeker)) return found
  const close = await findAs(db, seeker, true, limit)
  return close.total > 0 ? { ...close, close: true } : found
}

const findDirectly = async (
  db: Db,
  caller: Caller,
  { q }: Asked,
  limits: typeof usual,
): Promise<search.SearchResult[]> => {
  const person = personToAdmit(q)
  if (person !== null)
    return admits.every((permission) => can(caller, permission))
      ? admitting((await findAll(db, caller, { q: person, limit: 20 }, limits)).results)
      : []
  const door = doorToUnlock(q)
  if (door === null) {
    const [cards, gateways] = await Promise.all([
      findCards(db, caller, q),
      findGateways(db, caller, seekerOf(caller, q, limits).words),
    ])
    return [...cards, ...gateways]
  }
  if (!can(caller, 'operate_doors') || !can(caller, 'read_doors') || caller.companyId === null) return []
  if (door !== '') return unlocking((await findAll(db, caller, { q: door, limit: 20 }, limits)).results)
  // Every door has the word of its kind.
  const { lines } = await findLines(db, seekerOf(caller, 'door', limits), [kinds.door], 20)
  return unlocking(lines.map((line) => resultOf(caller, line)))
}

export interface Asked {
  readonly q: string
  readonly limit: number
}

type Answer = Output<typeof search.find>

/** With signs between the letters it is an address or a name of a thing, which nobody means another by. */
const mayBeMeant = ({ words, caller }: Seeker) =>
  caller.userId !== '' && words.every((word) => tokensOf(word).length === 1) && words.some((word) => forgiven(word) > 0)

const findAs = async (db: Db, seeker: Seeker, close: boolean, limit: number): Promise<Answer> => {
  const places = findPlaces(seeker, close)
  // What is close is seldom so much that it would fill the page.
  const [found, early] = close
    ? await Promise.all([findClose(db, seeker, pageFor(limit)), findHappenings(db, seeker, true, limit)])
    : [await findLines(db, seeker, typesFor(seeker.caller).filter(isNoArticle), pageFor(limit)), null]
  const [lines, closeArticles] = [found.lines.filter(({ type }) => isNoArticle(type)), found.lines.filter(isArticle)]
  const first = [
    ...lines.map((line) => ({ ...line, result: () => resultOf(seeker.caller, line) })),
    ...places.map((place) => ({ ...place, result: () => placeResult(place) })),
  ]
    .toSorted(byRank)
    .slice(0, limit)
  const counted = found.total + places.length
  // What happened comes after all that one works with: with the page full and counting over, it need not be asked for.
  const needless = (room: number, total: number) =>
    (room <= 0 && total > seeker.limits.counted) || seeker.words.length === 0
  const happenings: Happenings =
    early ??
    (needless(limit - first.length, counted)
      ? { rows: [], total: 0, atLeast: found.atLeast }
      : await findHappenings(db, seeker, false, limit))
  const happened = happenings.rows.slice(0, limit - first.length)
  // To be read, and nothing that one works with: last of all.
  const room = limit - first.length - happened.length
  const articles =
    close || needless(room, counted + happenings.total)
      ? { lines: closeArticles, total: 0 }
      : await findLines(db, seeker, [types.article], pageFor(limit))
  const results = [
    ...first.map(({ result }) => result()),
    ...happened.map(happeningResult),
    ...articles.lines.slice(0, room).map((line) => resultOf(seeker.caller, line)),
  ]
  const total = counted + happenings.total + articles.total
  return {
    results: results.map((result) => marked(result, seeker.words, close)),
    total: Math.min(total, seeker.limits.counted),
    ...(total > seeker.limits.counted ? { totalIsAtLeast: true as const } : {}),
  }
}

const isNoArticle = (type: number) => type !== types.article
const isArticle = ({ type }: Line) => type === types.article

// Statements stay prepared: one for each length that somebody may ask for would fill the store's memory.
const pageFor = (limit: number) => (limit <= 20 ? 20 : Math.max(limit, 50))

const marked = (result: search.SearchResult, words: readonly string[], close: boolean): search.SearchResult => {
  const title = rangesOf(result.title, words, close)
  const description = rangesOf(result.description, words, close)
  return title.length + description.length === 0 ? result : { ...result, marks: { title, description } }
}

const placeResult = ({ place: { type, title, description, path, needed } }: PlaceFound): search.SearchResult => ({
  id: path,
  type,
  title,
  description,
  priority: 'low',
  path,
  requiredPermissions: [...needed],
})

const happeningResult = (one: Happening): search.SearchResult => {
  const { id, type, at, title, description, high, severity, path, required } = one
  return {
    id,
    type,
    title,
    description,
    priority: high ? 'high' : 'low',
    path,
    requiredPermissions: [...required],
    timestamp: at.toISOString(),
    ...(severity === null ? {} : { severity }),
  }
}

const resultOf = (caller: Caller, line: Line): search.SearchResult => {
  const { id, title, description, at } = line
  const shown = { id, title, description, ...(at === null ? {} : { timestamp: at.toISOString() }) }
  const kind = kindOf(line.type)
  if (kind) {
    const page = pageOf(kind, caller)
    return {
      ...shown,
      type: kind === 'door' ? 'door' : 'device',
      priority: line.high ? 'high' : 'medium',
      path: (page?.path ?? '').replace('{id}', id),
      requiredPermissions: [readPermission[kind], ...(page?.needed ?? [])],
    }
  }
  if (line.type === types.person) {
    const path = personPath(line.page ?? '')
    return { ...shown, type: 'person', priority: 'low', path, requiredPermissions: ['read_staff_details'] }
  }
  if (line.type === types.company) {
    const requiredPermissions = ['manage_companies', 'read_company_details']
    return {
      ...shown,
      type: 'company',
      priority: 'low',
      path: `/company/${encodeURIComponent(title)}`,
      requiredPermissions,
    }
  }
  return {
    ...shown,
    type: 'article',
    priority: 'low',
    description: line.state === null ? description : [line.state, description].join(' · '),
    path: line.state === null ? `/blog/${line.page}` : `/blog/edit/${id}`,
    requiredPermissions: line.state === null ? [] : ['edit_blog'],
  }
}
