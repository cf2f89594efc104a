// Sends what is posted: woken when something is, asking by itself now and then, trying again at longer and longer times.
import type { Logger } from 'pino'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, type Store, updateRow } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { createOutboxQueue, type OutboxQueue } from '../../kit/outbox-queue.ts'
import { type Carrier, type Posted, Unsent } from './carriers.ts'

/** After the first, second... failure; after one more the letter is given up. */
const pausesS = [30, 120, 600, 3600, 6 * 3600]
const askEveryMs = 10_000
const tidyEveryMs = 6 * 3_600_000
// Within this a letter is sent or has failed...
const patienceMs = 90_000
// ...and nobody else takes it meanwhile. A node that dies in the middle leaves it to the others after that.
const holdS = 180
// A letter under way at a stop is given the time to be answered for: cut off, it might go twice.
const stopPatienceMs = 2000
const keepDays = 90
const keepFailedDays = 7

export const sendQueued = (store: Store, carrier: Carrier, log: Logger): OutboxQueue => {
  const queue = createOutboxQueue({
    atOnce: carrier.atOnce,
    next: () => take(store.db),
    send: (letter: Posted & { tries: number }, cutOff) =>
      carrier.carry(letter, AbortSignal.any([AbortSignal.timeout(patienceMs), cutOff])).then(
        (receipt) => () => sent(store.db, letter.id, receipt),
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          const pause = error instanceof Unsent && error.forGood ? undefined : pausesS[letter.tries - 1]
          log.warn({ letter: letter.letter, reason, again: pause }, 'a letter was not taken')
          return () => failed(store.db, letter.id, reason, pause)
        },
      ),
    leaseMs: holdS * 1000,
    everyMs: askEveryMs,
    ready: () => store.ready(),
    stopPatienceMs,
    log,
    failure: 'the letters wait for the store',
  })

  const loop = clock.every(tidyEveryMs, () => tidy(store.db), {
    firstMs: 0,
    log,
    level: 'debug',
    failure: 'old letters stay for now',
  })

  return {
    wake: queue.wake,
    async stop() {
      void loop.stop()
      await queue.stop()
      await carrier.close()
    },
  }
}

/** Takes the letter that waits longest, for a while: whoever else asks gets another. */
const take = async (db: Db): Promise<(Posted & { tries: number }) | undefined> => {
  const now = instant()
  return firstOf<Posted & { tries: number }>(db)`
    update mail set tries = tries + 1, next_try_at = ${now} + make_interval(secs => ${holdS})
    where id = (select id from mail where sent_at is null and failed_at is null and next_try_at <= ${now}
      order by next_try_at limit 1 for update skip locked)
    returning id, recipient, letter, subject, coalesce(text, '') as text, coalesce(html, '') as html, reply_to, created_at, tries
  `
}

const sent = (db: Db, id: string, receipt: string) =>
  updateRow(db, 'mail', id, {
    sent_at: clock.now(),
    receipt: receipt.slice(0, 500),
    error: null,
    text: null,
    html: null,
  })

const failed = (db: Db, id: string, error: string, pauseS: number | undefined) =>
  updateRow(
    db,
    'mail',
    id,
    pauseS === undefined
      ? { error, failed_at: clock.now() }
      : { error, next_try_at: new Date(clock.ms() + pauseS * 1000) },
  )

const tidy = async (db: Db) => {
  await execute(db)`update mail set text = null, html = null
    where failed_at < ${instant()} - make_interval(days => ${keepFailedDays}) and text is not null`
  await execute(db)`delete from mail where created_at < ${instant()} - make_interval(days => ${keepDays})`
}
