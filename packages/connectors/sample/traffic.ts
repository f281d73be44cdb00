import { type PlacedOrder, placeOrder } from './order.ts'
import { marketplace, phone, webShop } from './remote-streams.ts'
import type { Stream } from './stream.ts'
import { donations, wholesale } from './trade-streams.ts'
import { bookings, counter, events } from './venue-streams.ts'
import type { SampleDay, Winery } from './winery.ts'

/** All streams, in the order in which a day is made. */
export const STREAMS: readonly Stream[] = [counter, webShop, phone, events, bookings, marketplace, wholesale, donations]

/** A web order of the last days that is still to be handed over, so that neither waiting list is ever empty. */
export const placeWaitingOrder = (winery: Winery, day: SampleDay, delivery: 'ship' | 'pickup'): PlacedOrder =>
  placeOrder(winery, day, { ...webShop.draft(winery, day), delivery, handOverDays: day.age + 1 })
