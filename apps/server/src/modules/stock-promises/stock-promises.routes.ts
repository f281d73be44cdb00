import type { StockPromise } from '#domain/stock-promises.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { addPromise, removePromise } from './stock-promises.usecases.ts'

const { stockPromises } = signedIn

const toEntry = ({ units, sku, name }: StockPromise): string => `${units} × ${sku}, ${name}`

export const stockPromisesRoutes: RoutesOf<'stockPromises'> = {
  list: stockPromises.list.handler(async ({ context: { caller } }) => [...caller.account.stockPromises]),
  create: stockPromises.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const promise = await addPromise(deps, caller.accountId, input)
    call.note({ entry: toEntry(promise) })
    return promise
  }),
  remove: stockPromises.remove.handler(async ({ input, context: { deps, caller, call } }) => {
    const promise = await removePromise(deps, caller.accountId, input.key)
    call.note({ entry: toEntry(promise) })
  }),
}
