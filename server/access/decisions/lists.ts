// Keeps the lists of doors new: told within a second or two of a change, and whenever a door says that it holds another.
import { setImmediate as breathe } from 'node:timers/promises'
import type { AccessListMessage } from '@gatehouse/contract/building/wire'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import { clock, type Timer } from '../../kit/clock.ts'
import { nothingToPublish, type Recorder } from '../../kit/recorders.ts'
import { type DoorList, listOf, partsOf } from './list-of-door.ts'
import type { Door, Rules } from './rules.ts'
import type { Snapshot } from './snapshot.ts'

/** Says a message to a door; whether it was there to hear it. */
export type SendList = (deviceId: string, message: AccessListMessage, expiresAt: string) => Promise<boolean>

export interface Lists {
  /** Doors say in their status which version they hold; one that never does takes no lists. */
  readonly recordStatuses: Recorder<'status'>
  /** What a door should hold now; null for one that is not among the rules. */
  wanted(companyId: string, doorId: string): DoorList | null
  begin(send: SendList): void
  stop(): Promise<void>
}

const gatherMs = 500
const againAfterMs = 10_000
const goodForMs = 60_000
const hourMs = 3_600_000

export const createLists = (store: Store, snapshot: Snapshot, log: Logger): Lists => {
  let send: SendList | undefined
  let gathering: Timer | undefined
  let remembering: Promise<void> | undefined
  let stopped = false
  /** What doors say they hold, and what they were last sent: those that take lists. */
  const held = new Map<string, string | null>()
  const sent = new Map<string, { readonly version: string; readonly at: number }>()
  let made = new WeakMap<Rules, Map<string, DoorList>>()
  let day = 0

  const listFor = (rules: Rules, door: Door): DoorList => {
    const today = Math.floor(clock.ms() / 86_400_000)
    if (today !== day) made = new WeakMap()
    day = today
    const known = made.get(rules) ?? new Map<string, DoorList>()
    made.set(rules, known)
    const list = known.get(door.id) ?? listOf(rules, door, clock.now())
    known.set(door.id, list)
    return list
  }

  const sendAll = async (publish: SendList, door: Door, parts: readonly AccessListMessage[], expiresAt: string) => {
    for (const part of parts) if (!(await publish(door.id, part, expiresAt))) return false
    return true
  }

  const bring = async (rules: Rules, door: Door) => {
    if (!send || !held.has(door.id)) return
    const list = listFor(rules, door)
    if (held.get(door.id) === list.version) return
    const before = sent.get(door.id)
    if (before?.version === list.version && clock.ms() - before.at < againAfterMs) return
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + goodForMs).toISOString()
    // Before it is waited for: whoever brings it meanwhile would bring it twice.
    const under = { version: list.version, at: now.getTime() }
    sent.set(door.id, under)
    let received = false
    try {
      received = await sendAll(send, door, partsOf(list, now), expiresAt)
    } finally {
      if (!received && sent.get(door.id) === under) sent.delete(door.id)
    }
    if (!received) return
    await store.pool.query(
      `insert into door_access_list (door_id, sent, sent_at) values ($1, $2, $3)
       on conflict (door_id) do update set sent = excluded.sent, sent_at = excluded.sent_at`,
      [door.id, list.version, now],
    )
  }

  const remember = async () => {
    const text = 'select door_id, held from door_access_list'
    const { rows } = await store.pool.query<{ door_id: string; held: string | null }>(text)
    for (const row of rows) if (!held.has(row.door_id)) held.set(row.door_id, row.held)
    soon()
  }

  const bringAll = async (over: AbortSignal) => {
    for (const rules of (await snapshot.current()).values()) {
      for (const door of rules.doors.values()) {
        if (over.aborted) return
        if (!held.has(door.id)) continue
        await bring(rules, door)
        // A list may be long, and others wait.
        await breathe()
      }
    }
  }

  const loop = clock.every(hourMs, bringAll, { log, failure: 'the lists of doors could not be brought' })
  const soon = () => {
    gathering?.cancel()
    if (!stopped) gathering = clock.after(gatherMs, loop.wake)
  }
  snapshot.onChange(() => {
    if (send) soon()
  })

  return {
    async recordStatuses(tx, batch) {
      const answered = new Map<string, { readonly received: (typeof batch)[number]; readonly version: string | null }>()
      for (const received of batch) {
        const { accessList } = received.message
        if (received.device.kind === 'door' && accessList !== undefined)
          answered.set(received.device.id, { received, version: accessList })
      }
      const news = [...answered].filter(([doorId, { version }]) => !held.has(doorId) || held.get(doorId) !== version)
      if (news.length > 0) {
        await tx.query({
          name: 'door-access-list',
          text: `insert into door_access_list (door_id, held, held_at)
                 select * from unnest($1::uuid[], $2::text[], $3::timestamptz[])
                 on conflict (door_id) do update set held = excluded.held, held_at = excluded.held_at`,
          values: [
            news.map(([doorId]) => doorId),
            news.map(([, { version }]) => version),
            news.map(([, { received }]) => received.receivedAt),
          ],
        })
      }
      if (answered.size === 0) return nothingToPublish
      return () => {
        for (const [doorId, { received, version }] of answered) {
          held.set(doorId, version)
          const rules = snapshot.known()?.get(received.device.companyId)
          const door = rules?.doors.get(doorId)
          if (rules && door && received.message.online)
            bring(rules, door).catch((error: unknown) => log.warn({ error, door: door.key }, 'a list was not brought'))
        }
      }
    },
    wanted(companyId, doorId) {
      const rules = snapshot.known()?.get(companyId)
      const door = rules?.doors.get(doorId)
      return rules && door ? listFor(rules, door) : null
    },
    begin(through) {
      send = through
      remembering = remember().catch((error: unknown) => log.warn({ error }, 'the lists of doors could not be read'))
    },
    async stop() {
      stopped = true
      await remembering
      gathering?.cancel()
      await loop.stop()
    },
  }
}
