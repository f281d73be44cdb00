import type { SampleDay, Winery } from './winery.ts'

const NEW_CUSTOMER = 0.42

export const newCustomer = ({ random, customers, calendar }: Winery, day: SampleDay): number =>
  customers.create(calendar.moment(day.number, 9 * 3600 + random.below(3600)))

/** A customer who comes back, or one who buys for the first time. */
export const someCustomer = (winery: Winery, day: SampleDay): number =>
  winery.random.chance(NEW_CUSTOMER) ? newCustomer(winery, day) : winery.customers.pickKnown(winery.random)
