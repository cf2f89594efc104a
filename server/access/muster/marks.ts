// A warden's marks on their way onto the list: each once, in the order of their clock, none lost to somebody else's.
import { type marks, messages } from '@gatehouse/contract/access/muster'
import type { Output, Parsed } from '@gatehouse/contract/operation'
import { sql } from 'kysely'
import { type Db, isAny, rowsOf, valuesOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { notFound } from '../../kit/errors.ts'
import type { Call } from '../../kit/http/serve.ts'
import { hold, type Held, keepWords, setSeq, type Word } from './mark.sql.ts'
import { readPeople, type Reader } from './muster.sql.ts'

type MarkInput = Parsed<typeof marks>
type Result = Output<typeof marks>['results'][number]

/** Longer than any call takes on its way: a clock that is further behind is wrong. */
const slowestCallMs = 60_000
/** Nothing arrives before it was sent: a clock that is ahead by more is wrong. */
const aheadMs = 2000

/** How far the sender's clock is to be put right, from what it showed as it sent. */
export const offsetOf = (sentAt: Date, now: Date): number => {
  const behind = now.getTime() - sentAt.getTime()
  return behind > slowestCallMs || behind < -aheadMs ? behind : 0
}

/** In a transaction. */
export const takeMarks = async (
  tx: Db,
  reader: Reader,
  caller: Caller,
  { musterId, sentAt, marks: given }: MarkInput,
  record: Call['record'],
): Promise<Output<typeof marks>> => {
  const held = await hold(tx, musterId)
  if (!held) throw notFound('This roll-call')
  const now = clock.now()
  const known = await knownIds(tx, musterId, given)
  const results = new Map<string, Result>()
  const fresh = given.filter(({ id }, i) => {
    const again = known.marks.has(id) || given.findIndex((other) => other.id === id) < i
    if (again && !results.has(id)) results.set(id, { id, result: 'duplicate', because: null })
    return !again
  })
  const offset = offsetOf(new Date(sentAt), now)
  const timeOfMark = clockOf(held, now, offset, known.lastOfMine(caller.userId))
  const about = [...new Set(given.map(({ personId }) => personId))]
  const which = sql`p.id = any (${about}::uuid[])`
  const before = await readPeople(tx, reader, musterId, which)
  const seen = new Set(before.map(({ id }) => id))
  const added = new Set<string>()
  const words: Word[] = []
  const refuse = (id: string, because: string) => results.set(id, { id, result: 'refused', because })
  for (const mark of [...fresh].sort((a, b) => a.at.localeCompare(b.at))) {
    const at = timeOfMark(mark.personId, new Date(mark.at))
    if (held.endedAt && at > held.endedAt) refuse(mark.id, messages.ended)
    else if (mark.added && !known.people.has(mark.personId) && !added.has(mark.personId)) {
      const { zoneId } = mark.added
      if (zoneId !== null && !(await isOfSite(tx, reader, held, zoneId))) refuse(mark.id, 'This zone was not found.')
      else {
        await addPerson(tx, held, reader, caller, mark.personId, mark.added, at)
        added.add(mark.personId)
        words.push(wordOf(mark, at))
      }
    } else if (seen.has(mark.personId) || added.has(mark.personId)) words.push(wordOf(mark, at))
    else refuse(mark.id, messages.notListed)
  }
  await keepWords(tx, musterId, words, { how: 'warden', id: caller.userId, name: caller.name }, now, held.seq)
  if (words.length > 0) await setSeq(tx, musterId, held.seq)
  const people = await readPeople(tx, reader, musterId, which)
  await record(tx, {
    subject: [held.site, held.reason].filter(Boolean).join(': '),
    before: { people: before.map(({ name, status }) => ({ name, status })) },
    after: {
      people: people.map(({ name, status, place, note }) => ({ name, status, place, note })),
      stored: words.length,
    },
  })
  for (const { id } of words) results.set(id, { id, result: 'stored', because: null })
  return { results: [...results.values()], people }
}

const wordOf = (
  { id, personId, status, place, note, at: statedAt, seq }: MarkInput['marks'][number],
  at: Date,
): Word => ({
  id,
  personId,
  status,
  place: place === '' ? null : place,
  note: note === '' ? null : note,
  at,
  saidAt: new Date(statedAt),
  knownSeq: seq,
})

/** What one warden says of a person holds in the order of that warden's own clock, however late each of it arrives. */
const clockOf = (held: Held, now: Date, offset: number, last: ReadonlyMap<string, { at: Date; saidAt: Date }>) => {
  const newest = new Map(last)
  return (personId: string, statedAt: Date): Date => {
    const righted = statedAt.getTime() + offset
    const earlier = newest.get(personId)
    const floor = earlier && earlier.saidAt <= statedAt ? earlier.at.getTime() + 1 : 0
    const at = new Date(Math.max(held.startedAt.getTime(), floor, Math.min(righted, now.getTime())))
    if (!earlier || earlier.saidAt <= statedAt) newest.set(personId, { at, saidAt: statedAt })
    return at
  }
}

const knownIds = async (tx: Db, musterId: string, given: MarkInput['marks']) => {
  const persons = given.map(({ personId }) => personId)
  const marks = await rowsOf<{ id: string; personId: string; by: string | null; at: Date; saidAt: Date }>(tx)`
    select k.id, k.person_id as "personId", k.by_id as by, k.at, k.said_at as "saidAt" from muster_mark k
    where k.muster_id = ${musterId}
      and (k.id = any (${given.map(({ id }) => id)}::uuid[]) or k.person_id = any (${persons}::uuid[]))
    order by k.said_at
  `
  const people = await valuesOf<string>(tx)`
    select p.id from muster_person p where p.muster_id = ${musterId} and p.id = any (${persons}::uuid[])
  `
  return {
    marks: new Set(marks.map(({ id }) => id)),
    people: new Set(people),
    lastOfMine: (userId: string) =>
      new Map(marks.flatMap((mark) => (mark.by === userId ? [[mark.personId, mark] as const] : []))),
  }
}

const isOfSite = async (tx: Db, { hidden }: Reader, { siteId }: Held, zoneId: string): Promise<boolean> =>
  !hidden.zones.includes(zoneId) && isAny(tx)`select from zone where id = ${zoneId} and site_id = ${siteId}`

const addPerson = async (
  tx: Db,
  held: Held,
  { companyId }: Reader,
  caller: Caller,
  personId: string,
  { name, zoneId }: { readonly name: string; readonly zoneId: string | null },
  at: Date,
): Promise<void> => {
  await sql`
    insert into muster_person (muster_id, id, company_id, name, zone_id, zone, source, confidence, because, added_at,
      added_by_name, seq)
    select ${held.id}, ${personId}, ${companyId}::uuid, ${name}, z.id, z.name, 'warden', 'high', 'added', ${at},
      ${caller.name}, ${held.seq}
    from (select ${zoneId}::uuid as id) given left join zone z on z.id = given.id
  `.execute(tx)
}
