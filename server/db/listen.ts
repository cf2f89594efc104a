// What the database tells every node: access, devices or names changed, there is mail or a notification, or something was
// done with one. Losing the connection counts as being told.
import type pg from 'pg'
import type { Logger } from 'pino'
import { clock, type Timer } from '../kit/clock.ts'
import type { Store } from './pool.ts'

export type Topic =
  | 'access'
  | 'devices'
  | 'names'
  | 'mail'
  | 'notifications'
  | 'inbox'
  | 'deliveries'
  | 'schedules'
  | 'commands'
  | 'rules'
  | 'alarm_rules'

export interface Listening {
  /** At once: nothing remembered may be believed any more. `said`: its words; undefined where some may have been missed. */
  forget(topic: Topic, message?: string): void
  /** Then, one at a time per topic, and again until it succeeds: a change that was missed would be missed for good. */
  follow(topic: Topic): Promise<void>
}

export const topics = [
  'access',
  'devices',
  'names',
  'mail',
  'notifications',
  'inbox',
  'deliveries',
  'schedules',
  'commands',
  'rules',
  'alarm_rules',
] as const satisfies Topic[]
const retryMs = 500

export const listen = (store: Store, log: Logger, listening: Listening) => {
  let client: pg.Client | undefined
  let timer: Timer | undefined
  const stop = new AbortController()
  const stopped = () => stop.signal.aborted

  const followers = new Map(topics.map((topic) => [topic, createFollower(topic)]))
  function createFollower(topic: Topic) {
    let behind = false
    let working = false
    const work = async () => {
      working = true
      while (behind && !stopped()) {
        behind = false
        await listening.follow(topic).catch(async (error: unknown) => {
          behind = true
          if (!stopped()) log.warn({ error, topic }, 'a change could not be followed; trying again')
          await clock.sleep(retryMs, stop.signal)
        })
      }
      working = false
    }
    return () => {
      behind = true
      if (!working) void work()
    }
  }

  const notified = (topic: Topic, message?: string) => {
    listening.forget(topic, message)
    followers.get(topic)?.()
  }

  const connect = async () => {
    let mine: pg.Client | undefined
    try {
      mine = await store.connect()
      client = mine
      mine.on('notification', ({ channel, payload }) => {
        const topic = topics.find((t) => t === channel)
        if (topic) notified(topic, payload ?? '')
      })
      for (const topic of topics) await mine.query(`listen ${topic}`)
      // Not before it listens: a loss on the way here is seen by the query that it breaks.
      mine.once('end', again)
      for (const topic of topics) notified(topic)
    } catch (error) {
      log.debug({ error }, 'waiting to listen')
      void mine?.end().catch(() => undefined)
      again()
    }
    if (stopped()) await mine?.end().catch(() => undefined)
  }
  const again = () => {
    if (!stopped()) timer = clock.after(retryMs, connect)
  }
  void connect()

  return {
    async stop() {
      stop.abort()
      timer?.cancel()
      await client?.end()
    },
  }
}
