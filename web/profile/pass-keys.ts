// The passes that this browser carries, in its own database: each with a key that signs and that nobody can read again.
// They outlive the session, and the network: a door does not wait for either.
import type { PassKey } from '@gatehouse/contract/mobile-pass'

export interface KeptPass {
  readonly credentialId: string
  readonly userId: string
  readonly label: string
  readonly key: PassKey
}

let opening: Promise<IDBDatabase> | undefined

const open = (): Promise<IDBDatabase> =>
  (opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open('gatehouse-passes', 1)
    asked.addEventListener('upgradeneeded', () => {
      asked.result.createObjectStore('passes', { keyPath: 'credentialId' }).createIndex('of', 'userId')
    })
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => {
      opening = undefined
      reject(asked.error ?? new Error('refused'))
    })
  }))

const within = async <T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('passes', mode)
    const asked = work(transaction.objectStore('passes'))
    transaction.addEventListener('complete', () => resolve(asked.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not kept')))
  })
}

/** Those of this person on this telephone. */
export const keptPasses = (userId: string): Promise<KeptPass[]> =>
  within<KeptPass[]>('readonly', (rows) => rows.index('of').getAll(userId)).catch(() => [])

export const keepPass = async (pass: KeptPass): Promise<void> => {
  await within('readwrite', (rows) => rows.put(pass))
}

export const dropPass = async (credentialId: string): Promise<void> => {
  await within('readwrite', (rows) => rows.delete(credentialId)).catch(() => undefined)
}

/** Without https a browser has no keys. */
export const canCarry = (): boolean => 'subtle' in crypto && 'indexedDB' in globalThis
