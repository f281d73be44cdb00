import type { LocalDay } from './ranges/local-day.ts'

/** Units of a product that someone was promised, outside the records of any source. */
export interface StockPromise {
  /** identifies it in the API; never used again */
  readonly key: string
  /** the service whose stock it takes */
  readonly serviceId: string
  readonly sku: string
  /** whole units, above 0 */
  readonly units: number
  /** who was promised them, such as a distributor */
  readonly name: string
  /** when they are due; null: not agreed */
  readonly dueDay: LocalDay | null
  /** the last day on which they are not free to sell; absent: until the promise is removed */
  readonly lastDay?: LocalDay | undefined
}

/** The promises that count on a day. */
export const promisesOn = (promises: readonly StockPromise[], day: LocalDay): StockPromise[] =>
  promises.filter(({ lastDay = day }) => lastDay >= day)

/** What a query needs of a promise. */
export type PromisedUnits = Pick<StockPromise, 'serviceId' | 'sku' | 'units'>

/** Promises that an account may have at one time. */
export const MAX_STOCK_PROMISES = 200

export const MAX_PROMISED_UNITS = 1_000_000
