import { assertFound, fail } from '#contract/errors.ts'
import { MAX_STOCK_PROMISES, type StockPromise } from '#domain/stock-promises.ts'
import type { StoredPromises } from '#server/db/column-types.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lockAccount, updateAccount } from '#server/modules/accounts/index.ts'

const lockPromises = async (trx: Db, accountId: number): Promise<StoredPromises> => {
  const account = assertFound(await lockAccount(trx, accountId), 'account.not_found')
  return account.stock_promises
}

const store = (trx: Db, accountId: number, stored: StoredPromises): Promise<unknown> =>
  updateAccount(trx, accountId, { stock_promises: JSON.stringify(stored) })

/** Errors: `request.quota`. */
export const addPromise = ({ db }: Deps, accountId: number, given: Omit<StockPromise, 'key'>): Promise<StockPromise> =>
  inTransaction(db, async (trx) => {
    const { version, promises } = await lockPromises(trx, accountId)
    if (promises.length >= MAX_STOCK_PROMISES) {
      const message = `An account can have up to ${MAX_STOCK_PROMISES} promises. Remove those that were fulfilled to make room.`
      throw fail('request.quota', { values: { message } })
    }
    const promise: StockPromise = { key: `p${version + 1}`, ...given }
    await store(trx, accountId, { version: version + 1, promises: [...promises, promise] })
    return promise
  })

/** Errors: `stock_promise.not_found`. */
export const removePromise = ({ db }: Deps, accountId: number, key: string): Promise<StockPromise> =>
  inTransaction(db, async (trx) => {
    const { version, promises } = await lockPromises(trx, accountId)
    const promise = promises.find((one) => one.key === key)
    if (promise === undefined) throw fail('stock_promise.not_found')
    await store(trx, accountId, { version, promises: promises.filter((one) => one !== promise) })
    return promise
  })
