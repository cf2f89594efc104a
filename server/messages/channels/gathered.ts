// What waited for the end of quiet hours or for a digest: told together, in one letter and one word on the screen. Each
// person in a transaction of its own, by one node at a time: a restart tells nothing twice and forgets nothing.
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, rowsOf, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock, type Loop } from '../../kit/clock.ts'
import type { Poster } from '../mail/mail.ts'
import { type Shown, stillThere } from './shown.sql.ts'

interface Parts {
  readonly db: Db
  readonly mail: Poster
}

const askEveryMs = 20_000
const mostNamed = 100

export const sendDigests = async (parts: Parts, now: Date): Promise<void> => {
  while (await sendNext(parts, now)) {
    // One after another.
  }
}

/** Tells the one whose turn it is; false where nobody's is, or another node is at it. */
const sendNext = ({ db, mail }: Parts, now: Date): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const [isOurs] = await valuesOf<boolean>(tx)`select pg_try_advisory_xact_lock(hashtext('gathered notifications'))`
    if (!isOurs) return false
    const first = await firstOf<{ userId: string; channel: 'email' | 'push'; targetId: string | null }>(tx)`
      select user_id as "userId", channel, target_id as "targetId" from delivery
      where status = 'queued' and waits is not null and part_of is null and mail_id is null and next_try_at <= ${now}
      order by next_try_at limit 1
    `
    if (!first) return false
    const rows = await gatheredOf(tx, first)
    const known = await stillThere(
      tx,
      rows.flatMap(({ notificationId }) => notificationId ?? []),
    )
    const delivered: { row: Gathered; about: Shown }[] = []
    for (const row of rows) {
      const about = row.notificationId === null ? undefined : known.get(row.notificationId)
      if (!about || about.read)
        await settle(tx, row.id, 'seen', about ? 'Read before it was told.' : 'Deleted before it was told.')
      else if (!about.shown) await settle(tx, row.id, 'failed', noLonger)
      else delivered.push({ row, about })
    }
    if (delivered.length === 0) return true
    const ids = delivered.map(({ row }) => row.id)
    const abouts = delivered.map(({ about }) => about)
    if (first.channel === 'email') {
      const mailId = await postDigest(tx, mail, first.userId, abouts)
      await execute(tx)`update delivery set mail_id = ${mailId} where id = any (${ids}::uuid[])`
    } else {
      const whole = await writeSummary(tx, rows[0])
      await execute(tx)`update delivery set part_of = ${whole} where id = any (${ids}::uuid[])`
    }
    return true
  })

/** Why something is not sent to who may not read it any more. */
export const noLonger = 'It may not be shown to this person any more.'

interface Gathered {
  readonly id: string
  readonly notificationId: string | null
  readonly companyId: string | null
  readonly userId: string
  readonly targetId: string | null
  readonly target: string
}

// All that waits for them there, also what came a moment ago: two words one after another are one too many.
const gatheredOf = (
  tx: Db,
  { userId, channel, targetId }: { userId: string; channel: string; targetId: string | null },
): Promise<readonly Gathered[]> =>
  rowsOf<Gathered>(tx)`
    select id, notification_id as "notificationId", company_id as "companyId", user_id as "userId",
      target_id as "targetId", target
    from delivery where user_id = ${userId} and channel = ${channel} and target_id is not distinct from ${targetId}
      and status = 'queued' and waits is not null and part_of is null and mail_id is null
    order by created_at, id for update
  `

const settle = (tx: Db, id: string, status: 'seen' | 'failed', reason: string) =>
  execute(tx)`update delivery set status = ${status}, reason = ${reason},
    seen_at = case when ${status} = 'seen' then ${instant()} end where id = ${id}`

const postDigest = async (tx: Db, mail: Poster, userId: string, abouts: readonly Shown[]): Promise<string> => {
  const person = await firstOf<{ email: string; name: string; companyId: string | null; zone: string }>(tx)`
    select u.email, u.first_name as name, u.company_id as "companyId",
      coalesce(u.notification_preferences ->> 'timeZone', c.time_zone, 'UTC') as zone
    from users u left join company c on c.id = u.company_id where u.id = ${userId}
  `
  const id = uuid()
  if (!person) return id
  const { email, name, companyId, zone } = person
  await mail.post(tx, {
    id,
    to: email,
    userId,
    companyId,
    letter: 'notifications',
    values: {
      name,
      total: abouts.length,
      items: abouts.slice(0, mostNamed).map(({ title, message, createdAt }) => ({
        heading: title,
        body: message,
        at: createdAt.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }),
      })),
    },
  })
  return id
}

// What is in it is said when it is sent: by then it may have been read, or may not be told any more.
const writeSummary = async (tx: Db, to: Gathered | undefined): Promise<string> => {
  const id = uuid()
  const now = clock.now()
  await execute(tx)`
    insert into delivery (id, company_id, user_id, channel, target_id, target, kind, next_try_at, created_at)
    values (${id}, ${to?.companyId ?? null}, ${to?.userId ?? null}, 'push', ${to?.targetId ?? null}, ${to?.target ?? ''},
      ${summary}, ${now}, ${now})
  `
  return id
}

/** The kind of a delivery that tells of many. */
export const summary = 'summary'

/** What is still to be told by such a one; null where nothing is. */
export const digestFor = async (
  db: Db,
  id: string,
): Promise<Pick<Shown, 'title' | 'message' | 'path' | 'priority'> | null> => {
  const ids = await valuesOf<string>(db)`
    select notification_id from delivery where part_of = ${id} and notification_id is not null
    order by created_at, id`
  const known = await stillThere(db, ids)
  const abouts = ids.flatMap((one) => known.get(one) ?? []).filter(({ shown, read }) => shown && !read)
  const [only] = abouts
  if (!only || abouts.length === 1) return only ?? null
  return {
    title: `${abouts.length} notifications while it was quiet`,
    message: summaryOf(abouts),
    path: '/notifications',
    priority: 'medium',
  }
}

const summaryOf = (abouts: readonly Shown[]): string => {
  const newest = abouts.slice(-3).toReversed()
  const more = abouts.length - newest.length
  return [...newest.map(({ title }) => title), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/** Asks until stopped; woken by nobody: quiet hours and digests end by the clock. */
export const runDigests = (parts: Parts, log: Logger): Loop =>
  clock.every(askEveryMs, () => sendDigests(parts, clock.now()), {
    log,
    level: 'debug',
    failure: 'what was gathered waits for the store',
  })
