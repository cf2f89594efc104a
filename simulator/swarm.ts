// Very many doors over one gateway connection, for tests of reach: each obeys and answers, some do not; any of them can
// ask whether to let somebody through. Controllers of one kind, without a day to live.
import { atRest, commandMessage, decisionMessage, topicOf } from '@gatehouse/contract/building/wire'
import { Socket } from 'node:net'
import { connectAsync } from 'mqtt'
import { z } from 'zod'

export const swarmSettings = z.object({
  url: z.string(),
  username: z.string(),
  password: z.string(),
  keys: z.array(z.string()).min(1),
  /** Doors that hear and do not answer. */
  silent: z.array(z.string()).default([]),
  /** Milliseconds until an answer. */
  answerMs: z.number().default(0),
})
export type SwarmSettings = z.input<typeof swarmSettings>

/** A command as it came over the wire, at a moment of this machine's clock in milliseconds with fractions. */
export const onCommand = z.object({ key: z.string(), commandId: z.string(), action: z.string(), at: z.number() })
export type ReceivedCommand = z.output<typeof onCommand>

export const answered = z.object({
  id: z.string(),
  /** null: nobody answered in time. */
  result: z.enum(['granted', 'denied']).nullable(),
  reason: z.string().nullable(),
  ms: z.number(),
})
export type Answered = z.output<typeof answered>

export interface Swarm {
  /** Every door says how it is; resolves once all of it is acknowledged. */
  report(): Promise<void>
  /** One door says its state; the moment before it was said. */
  send(key: string, state: object): Promise<number>
  /** One question at a door; resolves with the answer and how long it took. */
  ask(key: string, credential: string): Promise<Answered>
  stop(): Promise<void>
}

const patienceMs = 10_000
/** How often each door says that it lives. */
const aliveMs = 20_000
const healthy = { online: true, battery: null, firmware: 'swarm' }
/** Messages under way at once, while everybody speaks. */
const atOnce = 100

const clock = () => performance.timeOrigin + performance.now()

export const startSwarm = async (
  given: SwarmSettings,
  received: (command: ReceivedCommand) => void,
): Promise<Swarm> => {
  const { url, username, password, keys, silent, answerMs } = swarmSettings.parse(given)
  const client = await connectAsync(url, { clientId: `swarm-${username}`, username, password, keepalive: 30 })
  // A thousand doors are one connection here: none of them is to wait for what another's word is acknowledged with.
  if (client.stream instanceof Socket) client.stream.setNoDelay()
  const mute = new Set(silent)
  const locks = new Map(keys.map((key) => [key, { mode: 'Locked', lock: 'Locked' }]))
  const born = Date.now().toString(36)
  let stated = 0
  const stamp = () => ({ id: `${born}-${++stated}`, at: new Date().toISOString() })
  const publish = (key: string, kind: 'state' | 'status' | 'ack' | 'ask', message: object) =>
    client.publishAsync(topicOf(key, kind), JSON.stringify({ ...stamp(), ...message }), { qos: 1 })
  const waiting = new Map<string, (answer: Omit<Answered, 'id' | 'ms'>) => void>()
  const unsent = (error: unknown) => console.error(`swarm: ${error instanceof Error ? error.message : String(error)}`)

  const obey = (key: string, commandId: string, action: string) => {
    const unlocked = action === 'unlock' || action === 'hold-unlocked'
    const mode = action === 'lockdown' ? 'LockedDown' : unlocked ? 'Unlocked' : 'Locked'
    const state = { mode, lock: unlocked ? 'Unlocked' : 'Locked' }
    locks.set(key, state)
    Promise.all([
      publish(key, 'ack', { commandId, result: 'done' }),
      publish(key, 'state', { ...atRest, ...state }),
    ]).catch(unsent)
  }

  client.on('message', (topic, payload) => {
    const at = clock()
    const [, , key = '', kind] = topic.split('/')
    const message: unknown = JSON.parse(payload.toString('utf8'))
    if (kind === 'decision') {
      const { askId, result, reason } = decisionMessage.parse(message)
      waiting.get(askId)?.({ result, reason: reason ?? null })
      return
    }
    const { commandId, action } = commandMessage.parse(message)
    received({ key, commandId, action, at })
    if (mute.has(key)) return
    if (answerMs === 0) obey(key, commandId, action)
    else setTimeout(() => obey(key, commandId, action), answerMs)
  })
  // Each door says that it lives, one after the other.
  let turn = 0
  const alive = setInterval(() => {
    const key = keys[turn++ % keys.length]
    if (key !== undefined) publish(key, 'status', healthy).catch(unsent)
  }, aliveMs / keys.length)
  await client.subscribeAsync([topicOf('+', 'command'), topicOf('+', 'decision')], { qos: 1 })

  return {
    report: async () => {
      const left = [...keys]
      const speak = async () => {
        for (let key = left.pop(); key !== undefined; key = left.pop()) {
          await publish(key, 'status', healthy)
          await publish(key, 'state', { ...atRest, ...locks.get(key) })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, speak))
    },
    send: async (key, state) => {
      const at = clock()
      await publish(key, 'state', { ...atRest, ...state })
      return at
    },
    ask: (key, credential) =>
      new Promise((resolve) => {
        const { id, at } = stamp()
        const began = performance.now()
        const done = (answer: Omit<Answered, 'id' | 'ms'>) => {
          clearTimeout(late)
          waiting.delete(id)
          resolve({ id, ...answer, ms: performance.now() - began })
        }
        const late = setTimeout(() => done({ result: null, reason: null }), patienceMs)
        waiting.set(id, done)
        publish(key, 'ask', { id, at, credential, direction: 'entry' }).catch(unsent)
      }),
    stop: () => {
      clearInterval(alive)
      return client.endAsync()
    },
  }
}
