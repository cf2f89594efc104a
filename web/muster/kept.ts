// What outlives the page, in the browser's own database: marks that wait, and the last that was known of a roll-call. It is
// of one person each, and not thrown away with the session: whoever signs in again finds their marks.
import { currentSession, subscribeSession } from '../kit/session-state.ts'
import type { Keep, Waiting } from './outbox.ts'
import type { RollCall } from './roll-call.ts'

interface KeptRollCall {
  readonly key: string
  readonly keptAt: number
  readonly rollCall: RollCall
}

const dayMs = 86_400_000
/** Names of people who were somewhere are not left on a phone for longer than a roll-call takes. */
const keptForMs = dayMs

let opening: Promise<IDBDatabase> | undefined

const open = (): Promise<IDBDatabase> =>
  (opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open('gatehouse-muster', 1)
    asked.addEventListener('upgradeneeded', () => {
      asked.result.createObjectStore('marks', { keyPath: 'mark.id' }).createIndex('of', 'userId')
      asked.result.createObjectStore('lists', { keyPath: 'key' })
    })
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => {
      opening = undefined
      reject(asked.error ?? new Error('refused'))
    })
  }))

const within = async <T>(
  name: 'marks' | 'lists',
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode)
    const asked = work(transaction.objectStore(name))
    transaction.addEventListener('complete', () => resolve(asked.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not kept')))
  })
}

export const keptMarks: Keep = {
  all: (userId) => within<Waiting[]>('marks', 'readonly', (rows) => rows.index('of').getAll(userId)),
  async put(waiting) {
    await within('marks', 'readwrite', (rows) => rows.put(waiting))
  },
  async remove({ mark }) {
    await within('marks', 'readwrite', (rows) => rows.delete(mark.id))
  },
}

export const keepRollCall = (key: string, rollCall: RollCall): void => {
  const kept: KeptRollCall = { key, keptAt: Date.now(), rollCall }
  void within('lists', 'readwrite', (rows) => rows.put(kept)).catch(() => undefined)
}

// Who signs out leaves no names behind; their marks stay until they are sent.
subscribeSession(() => {
  if (currentSession().status === 'out')
    void within('lists', 'readwrite', (rows) => rows.clear()).catch(() => undefined)
})

/** The last that was known, of this person's own; older ones and those of others are thrown away. */
export const keptRollCall = async (key: string): Promise<RollCall | undefined> => {
  try {
    const all = await within<KeptRollCall[]>('lists', 'readonly', (rows) => rows.getAll())
    const [owner] = key.split(' ')
    for (const old of all)
      if (!old.key.startsWith(`${owner} `) || old.keptAt < Date.now() - keptForMs)
        void within('lists', 'readwrite', (rows) => rows.delete(old.key)).catch(() => undefined)
    return all.find((one) => one.key === key)?.rollCall
  } catch {
    return undefined
  }
}
