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
}

/** What a query needs of a promise. */
export type PromisedUnits = Pick<StockPromise, 'serviceId' | 'sku' | 'units'>

/** Promises that an account may have at one time. */
export const MAX_STOCK_PROMISES = 200

export const MAX_PROMISED_UNITS = 1_000_000
