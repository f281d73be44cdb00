interface StoreOptions {
  readonly database: string
  readonly store: string
  /** fields by which records can be found besides their key */
  readonly indexes?: readonly string[]
}

/** One object store of IndexedDB. Every call rejects if the browser blocks storage or it is full. */
export interface ObjectStore {
  /** Resolves with the result of the returned request once the transaction is complete. */
  run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T>
}

/** All keys that start with these parts: an array sorts after every text. */
export const keysStartingWith = (...parts: readonly (string | number)[]): IDBKeyRange =>
  IDBKeyRange.bound([...parts], [...parts, []])

const openDatabase = ({ database, store, indexes = [] }: StoreOptions): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => {
      const created = request.result.createObjectStore(store)
      for (const field of indexes) created.createIndex(field, field)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opens the database with the first call. */
export const createObjectStore = (options: StoreOptions): ObjectStore => {
  let opening: Promise<IDBDatabase> | null = null
  const forget = (): void => {
    opening = null
  }
  const open = async (): Promise<IDBDatabase> => {
    const database = await openDatabase(options)
    database.onclose = forget
    database.onversionchange = () => {
      database.close()
      forget()
    }
    return database
  }
  return {
    run: async (mode, work) => {
      opening ??= open()
      opening.catch(forget)
      const transaction = (await opening).transaction(options.store, mode)
      const request = work(transaction.objectStore(options.store))
      return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    },
  }
}
