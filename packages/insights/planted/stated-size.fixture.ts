import { addDays, diffDays, type LocalDay, parseLocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import type { PlantedEvent } from './plant-events.fixture.ts'
import type { ChannelPlan, WineryPlan } from './winery-plan.fixture.ts'

/**
 * The minimum size of an event that must be found: for sales, a number of orders above or below the plan and a factor; for a club,
 * a number of additional cancellations; for a product, a number of unsold bottles, or a price change at a number of bottles a week.
 */
export const STATED_SIZE = {
  spike: { factor: 2, orders: 35 },
  drop: { factor: 0.45, orders: 60 },
  priceChange: { change: 0.1, bottlesAWeek: 6 },
  clubExodus: { cancellations: 20 },
  stockOut: { bottles: 30 },
  dataFault: { orders: 15 },
} as const

const BOTTLES_AN_ORDER = 1.7

const ordersOn = ({ orders, months, weekdays }: ChannelPlan, day: LocalDay): number =>
  orders * (months[parseLocalDay(day).month - 1] ?? 1) * (weekdays[toWeekday(day) - 1] ?? 1)

/** Planned orders in the days, of one channel or all. */
const plannedOrders = (plan: WineryPlan, { from, until }: PlantedEvent, channel: string | null): number => {
  const channels = plan.channels.filter((one) => channel === null || one.channel === channel)
  let sum = 0
  for (let day = from; day < until; day = addDays(day, 1)) {
    for (const one of channels) sum += ordersOn(one, day)
  }
  return sum
}

const bottlesOf = (plan: WineryPlan, event: PlantedEvent, sku: string): number =>
  plannedOrders(plan, event, null) *
  (plan.products.find((product) => product.sku === sku)?.share ?? 0) *
  BOTTLES_AN_ORDER

/** True when the event is above the stated size. */
export const isOwed = (plan: WineryPlan, event: PlantedEvent): boolean => {
  const days = diffDays(event.from, event.until)
  switch (event.kind) {
    case 'spike':
      return (
        event.factor >= STATED_SIZE.spike.factor &&
        (event.factor - 1) * plannedOrders(plan, event, event.channel) >= STATED_SIZE.spike.orders
      )
    case 'drop':
      return (
        event.factor <= STATED_SIZE.drop.factor &&
        (1 - event.factor) * plannedOrders(plan, event, event.channel) >= STATED_SIZE.drop.orders
      )
    case 'priceChange':
      return (
        Math.abs(event.factor - 1) >= STATED_SIZE.priceChange.change &&
        (bottlesOf(plan, event, event.sku) * 7) / days >= STATED_SIZE.priceChange.bottlesAWeek
      )
    case 'clubExodus': {
      const club = plan.clubs.find(({ club: name }) => name === event.club)
      const usual = ((club?.members ?? 0) * (club?.attrition ?? 0) * days) / 30.4
      return (event.factor - 1) * usual >= STATED_SIZE.clubExodus.cancellations
    }
    case 'stockOut':
      return bottlesOf(plan, event, event.sku) >= STATED_SIZE.stockOut.bottles
    case 'dataFault':
      return plannedOrders(plan, event, event.fault === 'quiet' ? event.channel : null) >= STATED_SIZE.dataFault.orders
  }
}
