// The passes that this browser carries, in its own database: each with a key that signs and that nobody can read again.
// They outlive the session, and the network: a door does not wait for either.
import type { PassKey } from '@gatehouse/contract/access/mobile-pass'
import { singleton } from '../../kit/application.ts'
import { createDatabase } from '../../kit/data/database.ts'

export interface StoredPass {
  readonly credentialId: string
  readonly userId: string
  readonly label: string
  readonly key: PassKey
}

const createPassDatabase = () =>
  createDatabase('gatehouse-passes', (database) => {
    database.createObjectStore('passes', { keyPath: 'credentialId' }).createIndex('of', 'userId')
  })

const passDatabase = singleton(createPassDatabase)

const within = <T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  passDatabase().within('passes', mode, work)

/** Those of this person on this phone. */
export const storedPasses = (userId: string): Promise<StoredPass[]> =>
  within<StoredPass[]>('readonly', (rows) => rows.index('of').getAll(userId)).catch(() => [])

export const keepPass = async (pass: StoredPass): Promise<void> => {
  await within('readwrite', (rows) => rows.put(pass))
}

export const dropPass = async (credentialId: string): Promise<void> => {
  await within('readwrite', (rows) => rows.delete(credentialId)).catch(() => undefined)
}

/** Without https a browser has no keys. */
export const canCarry = (): boolean => 'subtle' in crypto && 'indexedDB' in globalThis
