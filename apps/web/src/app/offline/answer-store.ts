import type { User } from '#contract/auth.ts'
import { isObject } from '#web/api/json.ts'
import { createObjectStore } from '../object-store.ts'

/** Who may see a stored answer again. */
export type AnswerOwner = Pick<User, 'id' | 'accountId'>

/** The body of an answer of the API, and when it arrived in epoch milliseconds. */
export interface StoredAnswer {
  readonly at: number
  readonly type: string
  readonly body: string
}

/** The last answers of the API in IndexedDB, for when it cannot be reached. Every call rejects if the browser blocks storage. */
export interface AnswerStore {
  put(owner: AnswerOwner, request: string, answer: StoredAnswer): Promise<void>
  get(owner: AnswerOwner, request: string): Promise<StoredAnswer | null>
  /** removes what belongs to anyone else */
  keepOnly(owner: AnswerOwner): Promise<void>
  removeAll(): Promise<void>
}

/** Enough for the dashboards and reports of a morning. */
const MOST_ANSWERS = 80

const isAnswer = (value: unknown): value is StoredAnswer =>
  isObject(value) && typeof value.at === 'number' && typeof value.type === 'string' && typeof value.body === 'string'

const toKey = ({ accountId, id }: AnswerOwner, request: string): IDBValidKey => [accountId, id, request]

/** Removes the oldest answers beyond the limit. */
const prune = (store: IDBObjectStore): void => {
  const count = store.count()
  count.onsuccess = () => {
    let excess = count.result - MOST_ANSWERS
    if (excess <= 0) return
    const oldest = store.index('at').openCursor()
    oldest.onsuccess = () => {
      if (excess <= 0 || oldest.result === null) return
      excess -= 1
      oldest.result.delete()
      oldest.result.continue()
    }
  }
}

export const createAnswerStore = (): AnswerStore => {
  const { run } = createObjectStore({ database: 'cuvee-answers', store: 'answers', indexes: ['at'] })
  return {
    put: async (owner, request, answer) =>
      void (await run('readwrite', (store) => {
        const put = store.put(answer, toKey(owner, request))
        prune(store)
        return put
      })),
    get: async (owner, request) => {
      const found: unknown = await run('readonly', (store) => store.get(toKey(owner, request)))
      return isAnswer(found) ? found : null
    },
    keepOnly: ({ accountId, id }) =>
      run('readwrite', (store) => {
        store.delete(IDBKeyRange.upperBound([accountId, id]))
        return store.delete(IDBKeyRange.lowerBound([accountId, id, []]))
      }),
    removeAll: () => run('readwrite', (store) => store.clear()),
  }
}
