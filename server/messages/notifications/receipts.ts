// What became of a notification in the product itself: told to a browser, seen there, acted on. Each is kept once, the
// first time; what is done about it later counts more.
import type { notificationActionShape } from '@gatehouse/contract/realtime'
import type { z } from 'zod'
import { instant } from '../../db/instant.ts'
import { type Db, execute } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { notFound } from '../../kit/errors.ts'
import { shownTo } from './notifications.sql.ts'

const flushMs = 200

export type Acted = z.output<typeof notificationActionShape>

/** Of one's own only; whom the message says it is of is not believed. */
export const recordAction = async (
  db: Db,
  { notificationId, action }: Acted,
  caller: Caller,
): Promise<{ success: true }> => {
  const acted = action === 'seen' ? null : action
  const now = instant()
  const changed = await execute(db)`
    update notification n set seen_at = coalesce(n.seen_at, ${now}), sent_at = coalesce(n.sent_at, ${now}),
      acted_at = case when ${acted}::text is null then n.acted_at else ${now} end,
      action_taken = coalesce(${acted}, n.action_taken)
    where n.id = ${notificationId} and ${shownTo(caller)}
  `
  if (changed !== 1) throw notFound('This notification')
  return { success: true }
}

/** Keeps that these were told, several at a time; what is lost of it is made good by whoever says that it was seen. */
export const createSentReceipts = (db: Db, failed: (error: unknown) => void) => {
  let waiting: string[] = []
  const flush = () => {
    const ids = waiting
    waiting = []
    // What somebody is about to change or take away is left to them: nobody waits for the other.
    return execute(db)`
      update notification set sent_at = ${instant()} where id in (
        select id from notification where id = any (${ids}::uuid[]) and sent_at is null for update skip locked)
    `.catch(failed)
  }
  const flushing = clock.throttle(flushMs, flush)
  return {
    add(id: string) {
      waiting.push(id)
      flushing.call()
    },
    stop() {
      if (flushing.stop()) void flush()
    },
  }
}
