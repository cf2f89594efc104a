// Notifications to browsers: each once and in order, to those who may see it; what was missed first.
// A node reads the numbers in their order and hands what is new to its own sockets. A socket that has something to catch
// up with, or to be told of another browser, is busy with that; what comes meanwhile it reads from the store itself.
import {
  caughtUp,
  type InboxChange,
  inboxChanged,
  type Notified,
  notificationDelivered,
} from '@gatehouse/contract/realtime'
import type { Logger } from 'pino'
import type { Db } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { type Guest } from '../../kit/realtime/realtime.ts'
import { parseInboxMessage } from './inbox.ts'
import { standingOf } from './notifications.sql.ts'
import type { Numbering } from './numbering.ts'
import { createSentReceipts } from './receipts.ts'
import { type Addressed, lastGiven, missedOf, newestOf, newSince } from './delivered.sql.ts'

export interface Delivery {
  /** A browser on `/notifications`. */
  welcome(guest: Guest): void
  /** There may be new ones: numbers them, and tells what is new. */
  follow(): Promise<void>
  /** What a node said of the notifications of a person; undefined: some of it may have been missed. */
  receive(message: string | undefined): void
  stop(): void
}

interface Parts {
  readonly db: Db
  readonly numbering: Numbering
  /** Whether the device is known, and no label hides it; as in lists. */
  readonly sees: (caller: Caller, deviceId: string) => boolean
  readonly log: Logger
}

interface Listener {
  readonly guest: Guest
  /** The last number that it has been told, or that was not for it; undefined before it begins. */
  last: number | undefined
  /** To be told how far it is, and how many are unread. */
  greet: boolean
  changes: InboxChange['change'][]
  busy: boolean
  again: boolean
}

// For what nobody told of: a node that was killed between its steps.
const tickMs = 5000
const retryMs = 500
const newAtOnce = 500
const missedAtOnce = 200

export const createDelivery = ({ db, numbering, sees, log }: Parts): Delivery => {
  const listeners = new Map<string, Set<Listener>>()
  const receipts = createSentReceipts(db, (error) => log.debug({ error }, 'that notifications were told is not kept'))
  const stopping = new AbortController()
  const stopped = () => stopping.signal.aborted
  /** The last number that this node has read; begins with the newest there is, when all have one. */
  let position: number | undefined
  let beginning: Promise<number> | undefined
  const begin = async () => {
    try {
      await numbering.numberAll()
      return (position ??= await newestOf(db))
    } finally {
      beginning = undefined
    }
  }
  const begun = () => (beginning ??= begin())

  const deliver = ({ guest }: Listener, one: Notified) => {
    guest.socket.emit(notificationDelivered, one)
    if (!guest.caller.viewer) receipts.add(one.id)
  }

  const attend = async (one: Listener): Promise<void> => {
    one.again = true
    if (one.busy) return
    one.busy = true
    while (one.again && one.guest.socket.connected && !stopped()) {
      one.again = false
      await bringUpToDate(one).catch(async (error: unknown) => {
        log.warn({ error }, 'a browser could not be told its notifications; trying again')
        one.again = true
        await clock.sleep(retryMs)
      })
    }
    one.busy = false
  }

  const bringUpToDate = async (one: Listener): Promise<void> => {
    const { caller } = one.guest
    const read = position ?? (await begun())
    one.last ??= await firstOf(one.guest, read)
    const upTo = Math.max(read, one.last)
    const changes = one.changes.length
    const may = can(caller, 'read_notifications')
    if (may && one.last < upTo) {
      const missed = await missedOf(db, caller, one.last, upTo, missedAtOnce)
      // Other rights meanwhile: asked for anew.
      if (one.guest.caller !== caller) return void (one.again = true)
      for (const delivered of missed) deliver(one, delivered)
      const rest = missed.length === missedAtOnce ? missed.at(-1) : undefined
      one.last = rest?.seq ?? upTo
      if (rest) return void (one.again = true)
    }
    one.last = upTo
    if (!one.greet && changes === 0) return
    // Of what it has been told so far, so that the count and what comes next add up.
    const { unread: unreadCount, newest } = may ? await standingOf(db, caller, upTo) : { unread: 0, newest: 0 }
    if (one.greet) one.guest.socket.emit(caughtUp, { seq: newest, unreadCount })
    one.greet = false
    for (const change of one.changes.splice(0, changes)) one.guest.socket.emit(inboxChanged, { change, unreadCount })
  }

  const firstOf = async ({ after }: Guest, read: number): Promise<number> => {
    if (after === undefined) return read
    // Another node may have told more than this one has read; a store that was set back has given none of it.
    return after <= read || after <= (await lastGiven(db)) ? after : read
  }

  const offer = (one: Listener, { notification: delivered, companyId, deviceIds }: Addressed) => {
    if (one.busy || one.last === undefined) one.again = true
    else if (delivered.seq > one.last) offerInOrder(one, { notification: delivered, companyId, deviceIds })
  }

  const offerInOrder = (
    one: Listener,
    { notification: delivered, companyId, deviceIds }: Omit<Addressed, 'userId'>,
  ) => {
    const { caller } = one.guest
    const may =
      can(caller, 'read_notifications') &&
      (companyId === null || companyId === caller.companyId) &&
      delivered.requiredPermissions.every((permission) => caller.permissions.has(permission))
    // Of a device that is hidden, or not known here: the store says which.
    if (may && !deviceIds.every((id) => sees(caller, id))) void attend(one)
    else {
      one.last = delivered.seq
      if (may) deliver(one, delivered)
    }
  }

  const distribute = async () => {
    position ??= await begun()
    for (;;) {
      if (listeners.size === 0) {
        const newest = await newestOf(db)
        // Unless one came meanwhile.
        if (listeners.size === 0) {
          position = Math.max(position, newest)
          return
        }
      }
      const news = await newSince(db, position, newAtOnce)
      for (const one of news) {
        position = one.notification.seq
        for (const listener of listeners.get(one.userId) ?? []) offer(listener, one)
      }
      if (news.length < newAtOnce) return
    }
  }

  let behind = false
  let following: Promise<void> | undefined
  const catchUp = async () => {
    try {
      while (behind && !stopped()) {
        behind = false
        await numbering.number()
        await distribute()
      }
    } finally {
      following = undefined
    }
  }
  const follow = () => {
    behind = true
    return (following ??= catchUp())
  }
  const loop = clock.every(tickMs, follow, { log, level: 'debug', failure: 'notifications could not be followed' })

  return {
    welcome(guest) {
      const { userId } = guest.caller
      const listener = { guest, last: undefined, greet: true, changes: [], busy: false, again: false }
      const theirs = listeners.get(userId) ?? new Set()
      listeners.set(userId, theirs.add(listener))
      guest.changed = () => {
        listener.greet = true
        void attend(listener)
      }
      guest.socket.on('disconnect', () => {
        theirs.delete(listener)
        if (theirs.size === 0) listeners.delete(userId)
      })
      void attend(listener)
    },
    follow,
    receive(message) {
      const word = message === undefined ? undefined : parseInboxMessage(message)
      if (word === null) return
      if (!word) {
        for (const listener of [...listeners.values()].flatMap((all) => [...all])) {
          listener.greet = true
          void attend(listener)
        }
        return
      }
      for (const listener of listeners.get(word.userId) ?? []) {
        listener.changes.push(word.change)
        void attend(listener)
      }
    },
    stop() {
      stopping.abort()
      void loop.stop()
      receipts.stop()
    },
  }
}
