/** Whether a stored or received value is an object whose fields can be read. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Who drafts belong to. */
export interface DraftOwner {
  readonly accountId: number
  readonly userId: string
}

/** A draft of a user, such as the unsaved layout of the dashboard with this slug. */
export interface DraftKey extends DraftOwner {
  readonly kind: 'dashboard'
  readonly id: string
}

/** Drafts in IndexedDB, which survive a crash of the page. Every call rejects if the browser blocks storage or it is full. */
export interface DraftDatabase {
  put(key: DraftKey, draft: unknown): Promise<void>
  remove(key: DraftKey): Promise<void>
  /** by id, unparsed */
  list(owner: DraftOwner, kind: DraftKey['kind']): Promise<ReadonlyMap<string, unknown>>
  countOf(owner: DraftOwner): Promise<number>
  removeOf(owner: DraftOwner): Promise<void>
}

const DATABASE = 'cuvee-drafts'
const STORE = 'drafts'

const toKey = ({ accountId, userId, kind, id }: DraftKey): IDBValidKey => [accountId, userId, kind, id]

/** All keys that start with these parts: an array sorts after every text. */
const startingWith = (...parts: readonly (string | number)[]): IDBKeyRange =>
  IDBKeyRange.bound([...parts], [...parts, []])

/** A stored record: the draft with its id. */
const toEntry = (record: unknown): [string, unknown][] =>
  isObject(record) && typeof record.id === 'string' ? [[record.id, record.draft]] : []

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opens the database with the first call. */
export const createDraftDatabase = (): DraftDatabase => {
  let opening: Promise<IDBDatabase> | null = null
  const forget = (): void => {
    opening = null
  }
  const open = async (): Promise<IDBDatabase> => {
    const database = await openDatabase()
    database.onclose = forget
    database.onversionchange = () => {
      database.close()
      forget()
    }
    return database
  }
  /** Resolves once the transaction is complete. */
  const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    opening ??= open()
    opening.catch(forget)
    const transaction = (await opening).transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  return {
    put: async (key, draft) => void (await run('readwrite', (store) => store.put({ id: key.id, draft }, toKey(key)))),
    remove: (key) => run('readwrite', (store) => store.delete(toKey(key))),
    list: async ({ accountId, userId }, kind) => {
      const records: readonly unknown[] = await run('readonly', (store) =>
        store.getAll(startingWith(accountId, userId, kind)),
      )
      return new Map(records.flatMap(toEntry))
    },
    countOf: ({ accountId, userId }) => run('readonly', (store) => store.count(startingWith(accountId, userId))),
    removeOf: ({ accountId, userId }) => run('readwrite', (store) => store.delete(startingWith(accountId, userId))),
  }
}
