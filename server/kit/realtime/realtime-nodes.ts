// Several nodes as one: what one publishes reaches the sockets of all, through a stream in Redis. While Redis is away
// every node goes on for its own sockets, and says so.
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'
import type { Server } from 'socket.io'
import { clock } from '../clock.ts'

export interface Nodes {
  /** Whether the other nodes can be reached. */
  readonly reached: () => boolean
  close(): void
}

const watchMs = 1000
const patienceMs = 1000
/** Some seconds of the busiest building; Redis forgets what is older. */
const longestStream = 5000

/** `again`: called when Redis is back, and what other nodes said meanwhile has been missed. */
export const joinNodes = (io: Server, url: string, log: Logger, again: () => void): Nodes => {
  const readers: Redis[] = []
  let reached = true
  let closed = false
  const lost = (error?: unknown) => {
    if (reached && !closed)
      log.error(error ? { error } : {}, 'Redis cannot be reached: every node goes on for its own sockets')
    reached = false
  }
  const options: RedisOptions = {
    // Readers wait for Redis however long it is away, and go on by themselves.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 100, 1000),
    connectTimeout: 2000,
    keepAlive: 10_000,
  }
  // Who publishes does not wait: what cannot go out now is of no use later, and would only pile up.
  const publisher = new Redis(url, { ...options, enableOfflineQueue: false })
  publisher.on('error', (error) => log.debug({ error }, 'Redis'))
  // However short it was: what was said meanwhile has been missed.
  publisher.on('close', () => lost())
  const reader = () => {
    const made = new Redis(url, options)
    made.on('close', () => lost())
    readers.push(made)
    return made
  }
  const adapter = createAdapter(Object.assign(publisher, { duplicate: reader }), {
    streamName: 'gatehouse:sockets',
    channelPrefix: 'gatehouse:sockets',
    maxLen: longestStream,
    blockTimeInMs: 2000,
  })
  io.adapter(adapter)

  const ping = async () => {
    try {
      await clock.within(patienceMs, publisher.ping())
    } catch (error) {
      // One that hangs would collect what is sent to it.
      if (publisher.status === 'ready') publisher.disconnect(true)
      throw error
    }
  }
  const ask = async () => {
    try {
      await ping()
      if (readers.some(({ status }) => status !== 'ready')) throw new Error('not listening yet')
      if (!reached) {
        log.warn('Redis is reachable again: the nodes act as one')
        reached = true
        again()
      }
    } catch (error) {
      lost(error)
    }
  }
  const watching = clock.every(watchMs, ask, { log, failure: 'Redis could not be asked' })
  return {
    reached: () => reached,
    close() {
      closed = true
      void watching.stop()
      for (const client of [publisher, ...readers]) client.disconnect()
    },
  }
}
