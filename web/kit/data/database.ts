// One database of the browser's own: opened when something of it is first wanted, and tried anew after it was refused.
export interface Database {
  /** What `work` asks for of the rows of that name, in one transaction. */
  readonly within: <T>(
    name: string,
    mode: IDBTransactionMode,
    work: (rows: IDBObjectStore) => IDBRequest<T>,
  ) => Promise<T>
}

export const createDatabase = (name: string, lay: (database: IDBDatabase) => void): Database => {
  let opening: Promise<IDBDatabase> | undefined

  const open = (): Promise<IDBDatabase> =>
    (opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.addEventListener('upgradeneeded', () => lay(request.result))
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => {
        opening = undefined
        reject(request.error ?? new Error('refused'))
      })
    }))

  return {
    within: async (rows, mode, work) => {
      const database = await open()
      return new Promise((resolve, reject) => {
        const transaction = database.transaction(rows, mode)
        const request = work(transaction.objectStore(rows))
        transaction.addEventListener('complete', () => resolve(request.result))
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not stored')))
      })
    },
  }
}
