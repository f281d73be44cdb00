import { currencyExponent } from '#domain/money.ts'
import { addDays, addYears, type LocalDay } from '#domain/ranges/local-day.ts'
import { createCalendar } from './calendar.ts'
import { createCatalog } from './catalog.ts'
import { createClub } from './club.ts'
import { createCustomers } from './customers.ts'
import { writeCustomers, writeTeamAndClubs } from './people.ts'
import { createRandom } from './random.ts'
import { SAMPLE_ORDERS } from './sample.connector.ts'
import { createSink, type SampleChunk } from './sink.ts'
import { writeProducts } from './stock.ts'
import { createTrade, makeSampleDay } from './trade.ts'
import type { Winery } from './winery.ts'

export interface SampleOptions {
  /** the same seed, day, size and minute give the same rows */
  readonly seed: number
  /** the last day, in the account's time zone */
  readonly today: LocalDay
  /** approximate number of orders; default 40,000. Below about 2,000 the rows that every report needs dominate */
  readonly orders?: number
  /** default 4 */
  readonly years?: number
  /** ISO code; amounts are the same number of minor units in every currency */
  readonly currency: string
  /** elapsed minutes of today, 1 to 1440 (default, the whole day): no order is later */
  readonly nowMinute?: number
}

const FEWEST_MEMBERS = 36
const ORDERS_A_MEMBER = 54
const ORDERS_A_FOUNDER = 20
const createWinery = (options: SampleOptions): Winery => {
  const { seed, today, currency, years = 4, nowMinute = 1440 } = options
  const random = createRandom(seed)
  return {
    seed,
    currency,
    minorUnits: 10 ** currencyExponent(currency),
    random,
    calendar: createCalendar(addDays(addYears(today, -years), 1), today, nowMinute),
    catalog: createCatalog(),
    customers: createCustomers(seed),
    sink: createSink(),
    recentUnits: new Map(),
    memberDiscounts: new Map(),
    orderCount: 0,
  }
}

/** Customers from before the records start; the first ones are the members of the first day. */
const welcomeFounders = ({ customers, calendar, random }: Winery, count: number): void => {
  for (let index = 0; index < count; index += 1) {
    customers.create(calendar.timestamp(calendar.first - 1500 - random.below(700), 9 * 3600 + random.below(30_000)))
  }
}

/**
 * Generates a fictional winery: canonical rows in chunks of a few thousand, day by day, so that memory use is small at any size.
 * Times are wall-clock times of the account (`time_basis` local). Refunds are separate orders. Products, stock, memberships and
 * customers come last, in today's state.
 */
export function* generateSampleWinery(options: SampleOptions): Generator<SampleChunk> {
  const { orders = SAMPLE_ORDERS.default, years = 4 } = options
  const winery = createWinery(options)
  const size = Math.max(FEWEST_MEMBERS, Math.round(orders / ORDERS_A_MEMBER))
  const founders = Math.max(size * 2, Math.round(orders / ORDERS_A_FOUNDER))
  const club = createClub(winery, size)
  const trade = createTrade(winery, orders / years, club)

  writeTeamAndClubs(winery)
  welcomeFounders(winery, founders)
  club.open()
  for (let number = winery.calendar.first; number <= winery.calendar.today; number += 1) {
    trade.live(makeSampleDay(winery, number))
    yield* winery.sink.drain(false)
  }
  trade.lookAhead()
  club.close()
  writeProducts(winery)
  yield* writeCustomers(winery, founders)
  yield* winery.sink.drain(true)
}
