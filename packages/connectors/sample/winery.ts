import type { SampleCalendar } from './calendar.ts'
import type { Catalog, Product } from './catalog.ts'
import type { Customers } from './customers.ts'
import type { Random, Weighted } from './random.ts'
import type { Sink } from './sink.ts'

/** State that all parts of the generator share. */
export interface Winery {
  readonly seed: number
  readonly currency: string
  /** minor units per major unit */
  readonly minorUnits: number
  readonly random: Random
  readonly calendar: SampleCalendar
  readonly catalog: Catalog
  readonly customers: Customers
  readonly sink: Sink
  /** bottles and goods sold in the last 90 days, by position in the catalog */
  readonly recentUnits: Map<Product, number>
  /** customers in a club now, with the discount in percent */
  readonly memberDiscounts: Map<number, number>
  /** number of orders so far; used to number the next one */
  orderCount: number
}

/** The day being generated. */
export interface SampleDay {
  readonly number: number
  /** days before today; 0 is today */
  readonly age: number
  readonly wines: Weighted<Product>
}

const NEW_CUSTOMER = 0.42

export const newCustomer = ({ random, customers, calendar }: Winery, day: SampleDay): number =>
  customers.create(calendar.timestamp(day.number, 9 * 3600 + random.below(3600)))

/** A returning customer, or one who buys for the first time. */
export const someCustomer = (winery: Winery, day: SampleDay): number =>
  winery.random.chance(NEW_CUSTOMER) ? newCustomer(winery, day) : winery.customers.pickKnown(winery.random)
