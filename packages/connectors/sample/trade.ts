import { dayOfNumber } from '#domain/ranges/local-day.ts'
import type { Club } from './club.ts'
import { type PlacedOrder, placeOrder } from './order.ts'
import { bookings, counter, donations, events, marketplace, phone, webShop, wholesale } from './order-streams.ts'
import { createRefunds } from './refunds.ts'
import { shareOfYear, TASTING_ROOM } from './seasons.ts'
import type { Stream } from './stream.ts'
import { createVisits, RESERVATION_SHARE, RESERVATIONS_TODAY } from './visits.ts'
import type { SampleDay, Winery } from './winery.ts'

/** All streams, in the order in which a day is generated. */
const STREAMS: readonly Stream[] = [counter, webShop, phone, events, bookings, marketplace, wholesale, donations]

/** A recent unfulfilled web order, so that neither waiting list is ever empty. */
const placeWaitingOrder = (winery: Winery, day: SampleDay, delivery: 'ship' | 'pickup'): PlacedOrder =>
  placeOrder(winery, day, { ...webShop.draft(winery, day), delivery, handOverDays: day.age + 1 })

/** Business grows by a quarter from the first day to the last. */
const GROWTH = 0.25
const DAYS_EXPECTED_AHEAD = 10
/** Days before today with an unfulfilled order. */
const WAITING_DAYS: readonly number[] = [0, 1, 3]

/** The number to expect on a day of something that makes up `share` of all orders. */
const createVolume = ({ calendar }: Winery, ordersAYear: number) => {
  const length = calendar.today - calendar.first + 1
  return ({ share, season }: Pick<Stream, 'share' | 'season'>, day: SampleDay): number => {
    const progress = (day.number - calendar.first) / length - 0.5
    const done = day.age === 0 ? calendar.todayShare : 1
    return ordersAYear * share * shareOfYear(season, dayOfNumber(day.number)) * (1 + GROWTH * progress) * done
  }
}

export const makeSampleDay = (winery: Winery, number: number): SampleDay => ({
  number,
  age: winery.calendar.today - number,
  wines: winery.catalog.winesOn(dayOfNumber(Math.min(number, winery.calendar.today))),
})

const VISITS = { share: RESERVATION_SHARE, season: TASTING_ROOM }

/**
 * @param ordersAYear approximate orders per year, refunds included
 */
export const createTrade = (winery: Winery, ordersAYear: number, club: Club) => {
  const expectedCount = createVolume(winery, ordersAYear)
  const { random, calendar } = winery
  const visits = createVisits(winery)
  const refunds = createRefunds(winery)

  const tradeOf = (stream: Stream, day: SampleDay, placed: (order: PlacedOrder) => void): void => {
    const count = Math.max(random.poisson(expectedCount(stream, day)), stream.atLeast[day.age] ?? 0)
    for (let index = 0; index < count; index += 1) placed(placeOrder(winery, day, stream.draft(winery, day)))
  }

  return {
    /** Generates everything that happens on a day. */
    live(day: SampleDay): void {
      const placed = (order: PlacedOrder): void => refunds.consider(order, day.number)
      const expected = random.poisson(expectedCount(VISITS, day))
      const bookings = Math.max(expected, day.age === 0 ? RESERVATIONS_TODAY : 1)
      club.live(day, visits.receive(day, bookings, placed), placed)
      for (const stream of STREAMS) tradeOf(stream, day, placed)
      if (WAITING_DAYS.includes(day.age)) {
        placeWaitingOrder(winery, day, 'ship')
        placeWaitingOrder(winery, day, 'pickup')
      }
      refunds.settle(day.number)
    },
    /** Generates the bookings of future days. */
    lookAhead(): void {
      for (let ahead = 1; ahead <= DAYS_EXPECTED_AHEAD; ahead += 1) {
        const day = makeSampleDay(winery, calendar.today + ahead)
        visits.expect(day, random.poisson((expectedCount(VISITS, day) * 2) / (ahead + 1)))
      }
    },
  }
}
