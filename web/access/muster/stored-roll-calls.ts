// What outlives the page, in the browser's own database: marks that wait, and the last that was known of a roll-call. It is
// of one person each, and not thrown away with the session: whoever signs in again finds their marks.
import { singleton } from '../../kit/application.ts'
import { createDatabase, type Database } from '../../kit/data/database.ts'
import { type SessionState, sessionState } from '../../kit/session/session-state.ts'
import type { Keep, Waiting } from './outbox.ts'
import type { RollCall } from './roll-call.ts'

interface StoredRollCall {
  readonly key: string
  readonly keptAt: number
  readonly rollCall: RollCall
}

const dayMs = 86_400_000
/** Names of people who were somewhere are not left on a phone for longer than a roll-call takes. */
const retainedForMs = dayMs

export interface MusterStore {
  readonly marks: Keep
  readonly keepRollCall: (key: string, rollCall: RollCall) => void
  /** The last that was known, of this person's own; older ones and those of others are thrown away. */
  readonly rollCall: (key: string) => Promise<RollCall | undefined>
}

export const createMusterStore = (database: Database, session: SessionState): MusterStore => {
  const { within } = database

  // Who signs out leaves no names behind; their marks stay until they are sent.
  session.subscribe(() => {
    if (session.get().status === 'out') void within('lists', 'readwrite', (rows) => rows.clear()).catch(() => undefined)
  })

  return {
    marks: {
      all: (userId) => within<Waiting[]>('marks', 'readonly', (rows) => rows.index('of').getAll(userId)),
      async put(waiting) {
        await within('marks', 'readwrite', (rows) => rows.put(waiting))
      },
      async remove({ mark }) {
        await within('marks', 'readwrite', (rows) => rows.delete(mark.id))
      },
    },
    keepRollCall: (key, rollCall) => {
      const stored: StoredRollCall = { key, keptAt: Date.now(), rollCall }
      void within('lists', 'readwrite', (rows) => rows.put(stored)).catch(() => undefined)
    },
    rollCall: async (key) => {
      try {
        const all = await within<StoredRollCall[]>('lists', 'readonly', (rows) => rows.getAll())
        const [owner] = key.split(' ')
        for (const old of all)
          if (!old.key.startsWith(`${owner} `) || old.keptAt < Date.now() - retainedForMs)
            void within('lists', 'readwrite', (rows) => rows.delete(old.key)).catch(() => undefined)
        return all.find((one) => one.key === key)?.rollCall
      } catch {
        return undefined
      }
    },
  }
}

const createMusterDatabase = () =>
  createDatabase('gatehouse-muster', (database) => {
    database.createObjectStore('marks', { keyPath: 'mark.id' }).createIndex('of', 'userId')
    database.createObjectStore('lists', { keyPath: 'key' })
  })

export const musterStore = singleton((use) => createMusterStore(createMusterDatabase(), use(sessionState)))

// From now on, whether or not a roll-call is opened: an earlier page may have left names behind.
musterStore()
