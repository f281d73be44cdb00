import { currencyExponent } from '#domain/money.ts'
import { addDays, addYears, dayOfNumber, type LocalDay } from '#domain/ranges/local-day.ts'
import { createCalendar } from './calendar.ts'
import { createCatalog } from './catalog.ts'
import { type Club, createClub } from './club.ts'
import { createCustomers } from './customers.ts'
import { type PlacedOrder, placeOrder } from './order.ts'
import { writeCustomers, writeTeamAndClubs } from './people.ts'
import { createRandom } from './random.ts'
import { createRefunds } from './refunds.ts'
import { SAMPLE_ORDERS } from './sample.connector.ts'
import { shareOfYear, TASTING_ROOM } from './seasons.ts'
import { createSink, type SampleChunk } from './sink.ts'
import { writeProducts } from './stock.ts'
import { placeWaitingOrder, STREAMS, type Stream } from './traffic.ts'
import { createVisits, RESERVATION_SHARE, RESERVATIONS_TODAY } from './visits.ts'
import type { SampleDay, Winery } from './winery.ts'

export interface SampleOptions {
  /** the same seed, day, size and minute give the same rows */
  readonly seed: number
  /** the last day, in the account's zone */
  readonly today: LocalDay
  /** about how many orders in all; default 40,000. Under some 2,000 the rows that every report needs outweigh the rest */
  readonly orders?: number
  /** default 4 */
  readonly years?: number
  /** ISO code; amounts are the same number of minor units in every currency */
  readonly currency: string
  /** minutes of today that have passed, 1 to 1440 (default, the whole day): no order is later */
  readonly nowMinute?: number
}

const FEWEST_MEMBERS = 36
const ORDERS_A_MEMBER = 54
const ORDERS_A_FOUNDER = 20
/** Trade grows by a quarter from the first day to the last. */
const GROWTH = 0.25
const DAYS_EXPECTED_AHEAD = 10
/** Days before today with an order that still waits. */
const WAITING_DAYS: readonly number[] = [0, 1, 3]

const createWinery = (options: SampleOptions): Winery => {
  const { seed, today, currency, years = 4, nowMinute = 1440 } = options
  const random = createRandom(seed)
  return {
    seed,
    currency,
    minorUnits: 10 ** currencyExponent(currency),
    random,
    calendar: createCalendar(addDays(addYears(today, -years), 1), today, nowMinute, random),
    catalog: createCatalog(),
    customers: createCustomers(seed),
    sink: createSink(),
    recentUnits: new Map(),
    memberDiscounts: new Map(),
    orderCount: 0,
  }
}

/** Customers who knew the winery before the records begin; the first ones are the members of the first day. */
const welcomeFounders = ({ customers, calendar, random }: Winery, count: number): void => {
  for (let index = 0; index < count; index += 1) {
    customers.create(calendar.moment(calendar.first - 1500 - random.below(700), 9 * 3600 + random.below(30_000)))
  }
}

interface Volume {
  /** expected number on a day of what makes up `share` of all orders */
  expected(stream: Pick<Stream, 'share' | 'season'>, day: SampleDay): number
}

const createVolume = ({ calendar }: Winery, ordersAYear: number): Volume => {
  const length = calendar.today - calendar.first + 1
  return {
    expected: ({ share, season }, day) => {
      const progress = (day.number - calendar.first) / length - 0.5
      const done = day.age === 0 ? calendar.todayShare : 1
      return ordersAYear * share * shareOfYear(season, dayOfNumber(day.number)) * (1 + GROWTH * progress) * done
    },
  }
}

const dayOf = (winery: Winery, number: number): SampleDay => ({
  number,
  age: winery.calendar.today - number,
  wines: winery.catalog.winesOn(dayOfNumber(Math.min(number, winery.calendar.today))),
})

interface Trade {
  /** makes all that happens on a day */
  live(day: SampleDay): void
  /** what is booked for the days to come */
  lookAhead(): void
}

const VISITS = { share: RESERVATION_SHARE, season: TASTING_ROOM }

const createTrade = (winery: Winery, volume: Volume, club: Club): Trade => {
  const { random, calendar } = winery
  const visits = createVisits(winery)
  const refunds = createRefunds(winery)

  const tradeOf = (stream: Stream, day: SampleDay, placed: (order: PlacedOrder) => void): void => {
    const count = Math.max(random.poisson(volume.expected(stream, day)), stream.atLeast[day.age] ?? 0)
    for (let index = 0; index < count; index += 1) placed(placeOrder(winery, day, stream.draft(winery, day)))
  }

  return {
    live: (day) => {
      const placed = (order: PlacedOrder): void => refunds.consider(order, day.number)
      const expected = random.poisson(volume.expected(VISITS, day))
      const bookings = Math.max(expected, day.age === 0 ? RESERVATIONS_TODAY : 1)
      club.live(day, visits.receive(day, bookings, placed), placed)
      for (const stream of STREAMS) tradeOf(stream, day, placed)
      if (WAITING_DAYS.includes(day.age)) {
        placeWaitingOrder(winery, day, 'ship')
        placeWaitingOrder(winery, day, 'pickup')
      }
      refunds.settle(day.number)
    },
    lookAhead: () => {
      for (let ahead = 1; ahead <= DAYS_EXPECTED_AHEAD; ahead += 1) {
        const day = dayOf(winery, calendar.today + ahead)
        visits.expect(day, random.poisson((volume.expected(VISITS, day) * 2) / (ahead + 1)))
      }
    },
  }
}

/**
 * A made-up winery: canonical rows in chunks of a few thousand, made day by day, so memory stays small at any size.
 * Times are wall-clock times of the account (`time_basis` local). Refunds are orders of their own. Products, stock,
 * memberships and customers come last, as they stand today.
 */
export function* generateSampleWinery(options: SampleOptions): Generator<SampleChunk> {
  const { orders = SAMPLE_ORDERS.default, years = 4 } = options
  const winery = createWinery(options)
  const size = Math.max(FEWEST_MEMBERS, Math.round(orders / ORDERS_A_MEMBER))
  const founders = Math.max(size * 2, Math.round(orders / ORDERS_A_FOUNDER))
  const club = createClub(winery, size)
  const trade = createTrade(winery, createVolume(winery, orders / years), club)

  writeTeamAndClubs(winery)
  welcomeFounders(winery, founders)
  club.open()
  for (let number = winery.calendar.first; number <= winery.calendar.today; number += 1) {
    trade.live(dayOf(winery, number))
    yield* winery.sink.drain(false)
  }
  trade.lookAhead()
  club.close()
  writeProducts(winery)
  yield* writeCustomers(winery, founders)
  yield* winery.sink.drain(true)
}
