import { isObject } from '#web/api/json.ts'
import { createObjectStore, keysStartingWith } from '../object-store.ts'

/** Who drafts belong to. */
interface DraftOwner {
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
  countByOwner(owner: DraftOwner): Promise<number>
  removeByOwner(owner: DraftOwner): Promise<void>
  /** of every user; `matches` gets each draft unparsed */
  removeWhere(matches: (draft: unknown) => boolean): Promise<void>
}

const toKey = ({ accountId, userId, kind, id }: DraftKey): IDBValidKey => [accountId, userId, kind, id]

/** A stored record: the draft with its id. */
const toEntry = (record: unknown): [string, unknown][] =>
  isObject(record) && typeof record.id === 'string' ? [[record.id, record.draft]] : []

/** Deletes each record that matches while a cursor goes over them. */
const deleteWhere = (
  store: IDBObjectStore,
  matches: (draft: unknown) => boolean,
): IDBRequest<IDBCursorWithValue | null> => {
  const request = store.openCursor()
  request.onsuccess = () => {
    const cursor = request.result
    if (cursor === null) return
    const record: unknown = cursor.value
    if (isObject(record) && matches(record.draft)) cursor.delete()
    cursor.continue()
  }
  return request
}

/** Opens the database with the first call. */
export const createDraftDatabase = (): DraftDatabase => {
  const { run } = createObjectStore({ database: 'cuvee-drafts', store: 'drafts' })
  return {
    put: async (key, draft) => void (await run('readwrite', (store) => store.put({ id: key.id, draft }, toKey(key)))),
    remove: (key) => run('readwrite', (store) => store.delete(toKey(key))),
    list: async ({ accountId, userId }, kind) => {
      const records: readonly unknown[] = await run('readonly', (store) =>
        store.getAll(keysStartingWith(accountId, userId, kind)),
      )
      return new Map(records.flatMap(toEntry))
    },
    countByOwner: ({ accountId, userId }) =>
      run('readonly', (store) => store.count(keysStartingWith(accountId, userId))),
    removeWhere: async (matches) => void (await run('readwrite', (store) => deleteWhere(store, matches))),
    removeByOwner: ({ accountId, userId }) =>
      run('readwrite', (store) => store.delete(keysStartingWith(accountId, userId))),
  }
}
