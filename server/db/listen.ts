// What the database tells every node: that access or devices changed. Losing the connection counts as being told.
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Store } from './pool.ts'

export type Topic = 'access' | 'devices'

const topics = ['access', 'devices'] as const satisfies Topic[]
const retryMs = 500

export const listen = (store: Store, log: Logger, told: (topic: Topic) => void) => {
  let client: pg.Client | undefined
  let stopped = false
  const everything = () => {
    for (const topic of topics) told(topic)
  }
  const connect = async () => {
    if (stopped) return
    try {
      client = await store.connect()
      client.on('notification', ({ channel }) => {
        const topic = topics.find((t) => t === channel)
        if (topic) told(topic)
      })
      client.on('end', again)
      for (const topic of topics) await client.query(`listen ${topic}`)
      everything()
    } catch (error) {
      log.debug({ error }, 'waiting to listen')
      again()
    }
  }
  const again = () => {
    if (!stopped) setTimeout(connect, retryMs)
  }
  const started = connect()
  return {
    started,
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}
