// Sends what is posted: woken when something is, asking by itself now and then, trying again at longer and longer times.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { instant } from '../../db/instant.ts'
import type { Db, Store } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { type Carrier, type Posted, Unsent } from './carriers.ts'

/** After the first, second... failure; after one more the letter is given up. */
const pausesS = [30, 120, 600, 3600, 6 * 3600]
const askEveryMs = 10_000
// Within this a letter is sent or has failed...
const patienceMs = 90_000
// ...and nobody else takes it meanwhile. A node that dies in the middle leaves it to the others after that.
const holdS = 180
// A letter under way at a stop is given the time to be answered for: cut off, it might go twice.
const stopPatienceMs = 2000
const keepDays = 90
const keepFailedDays = 7

export interface Sending {
  wake(): void
  stop(): Promise<void>
}

export const sendQueued = (store: Store, carrier: Carrier, log: Logger): Sending => {
  const cutOff = new AbortController()
  const stopping = new AbortController()
  const stopped = () => stopping.signal.aborted
  const lanes = new Set<Promise<void>>()
  let tidiedAt = 0
  let woken = false

  const wake = () => {
    if (stopped()) return
    woken = true
    if (lanes.size >= carrier.atOnce) return
    const lane = work()
      .catch((error: unknown) => log.debug({ error }, 'the letters wait for the store'))
      .finally(() => {
        lanes.delete(lane)
        // Posted while this one found nothing any more.
        if (woken) wake()
      })
    lanes.add(lane)
  }

  const work = async () => {
    while (!stopped()) {
      woken = false
      const letter = await take(store.db)
      if (!letter) return
      // There may be more, and this one may take long.
      wake()
      await send(letter)
    }
  }

  const send = async (letter: Posted & { tries: number }) => {
    const settle = await carrier.carry(letter, AbortSignal.any([AbortSignal.timeout(patienceMs), cutOff.signal])).then(
      (receipt) => () => sent(store.db, letter.id, receipt),
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        const pause = error instanceof Unsent && error.forGood ? undefined : pausesS[letter.tries - 1]
        log.warn({ letter: letter.letter, reason, again: pause }, 'a letter was not taken')
        return () => failed(store.db, letter.id, reason, pause)
      },
    )
    // What was taken must not be sent again because the store was away: ask until it knows.
    for (const until = clock.ms() + holdS * 1000; clock.ms() < until; await clock.sleep(500)) {
      const known = await settle().then(
        () => true,
        () => false,
      )
      if (known || (stopped() && !store.ready())) return
    }
  }

  const ask = async () => {
    if (!store.ready()) return
    wake()
    if (clock.ms() - tidiedAt <= 6 * 3_600_000) return
    tidiedAt = clock.ms()
    await tidy(store.db).catch((error: unknown) => log.debug({ error }, 'old letters stay for now'))
  }
  const asking = clock.every(askEveryMs, ask, { firstMs: 0 })

  return {
    wake,
    async stop() {
      void asking.stop()
      stopping.abort()
      for (const patience of [stopPatienceMs, stopPatienceMs / 2]) {
        if (lanes.size > 0) await Promise.race([Promise.all(lanes), sleep(patience)])
        cutOff.abort(new Error('the server stopped'))
      }
      await carrier.close()
    },
  }
}

/** Takes the letter that waits longest, for a while: whoever else asks gets another. */
const take = async (db: Db): Promise<(Posted & { tries: number }) | undefined> => {
  const now = instant()
  const { rows } = await sql<Posted & { tries: number }>`
    update mail set tries = tries + 1, next_try_at = ${now} + make_interval(secs => ${holdS})
    where id = (select id from mail where sent_at is null and failed_at is null and next_try_at <= ${now}
      order by next_try_at limit 1 for update skip locked)
    returning id, recipient, letter, subject, coalesce(text, '') as text, coalesce(html, '') as html, reply_to, created_at, tries
  `.execute(db)
  return rows[0]
}

const sent = (db: Db, id: string, receipt: string) =>
  db
    .updateTable('mail')
    .set({ sent_at: clock.now(), receipt: receipt.slice(0, 500), error: null, text: null, html: null })
    .where('id', '=', id)
    .execute()

const failed = (db: Db, id: string, error: string, pauseS: number | undefined) =>
  db
    .updateTable('mail')
    .set(
      pauseS === undefined
        ? { error, failed_at: clock.now() }
        : { error, next_try_at: new Date(clock.ms() + pauseS * 1000) },
    )
    .where('id', '=', id)
    .execute()

const tidy = async (db: Db) => {
  await sql`update mail set text = null, html = null
    where failed_at < ${instant()} - make_interval(days => ${keepFailedDays}) and text is not null`.execute(db)
  await sql`delete from mail where created_at < ${instant()} - make_interval(days => ${keepDays})`.execute(db)
}
