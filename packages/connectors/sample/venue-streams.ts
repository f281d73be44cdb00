import { CARRIED, goodsLines, sometimes, wineLines } from './baskets.ts'
import type { OrderDraft } from './order-draft.ts'
import { pickTeamMember } from './people.ts'
import { EVENTS, ONLINE, TASTING_ROOM } from './seasons.ts'
import { regular, type Stream } from './stream.ts'
import { type SampleDay, someCustomer, type Winery } from './winery.ts'

/** Walk-ins mostly leave no name. */
const KNOWN_AT_COUNTER = 0.5
const counterCustomer = (winery: Winery, day: SampleDay): number | null =>
  winery.random.chance(KNOWN_AT_COUNTER) ? someCustomer(winery, day) : null

const FREE = 100

/** Bottles poured for guests of the house, breakage, samples for the trade. */
const onTheHouse = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  type: 'no_charge',
  tipRate: 0,
  lines: draft.lines.map((line) => ({ ...line, discount: FREE })),
})

export const counter: Stream = {
  share: 0.268,
  season: TASTING_ROOM,
  atLeast: [4, 1, 1],
  draft: (winery, day) => {
    const { random, catalog } = winery
    const customer = counterCustomer(winery, day)
    const hasWine = random.chance(0.58)
    const lines = [
      ...(hasWine ? wineLines(winery, day, customer, CARRIED) : []),
      ...(hasWine ? sometimes(random, 0.18, catalog.food) : goodsLines(random, catalog.food, random.between(1, 4))),
      ...sometimes(random, 0.1, catalog.merchandise),
    ]
    const isExchange = hasWine && random.chance(0.012)
    const draft: OrderDraft = {
      ...regular(winery, TASTING_ROOM, { channel: 'pos', delivery: 'carry_out', customer, lines }),
      type: isExchange ? 'exchange' : 'regular',
      teamMember: pickTeamMember(random),
      tipRate: random.chance(0.4) ? 0.05 + random.next() * 0.1 : 0,
    }
    return random.chance(0.07) ? onTheHouse(draft) : draft
  },
}

export const events: Stream = {
  share: 0.057,
  season: EVENTS,
  atLeast: [1],
  draft: (winery, day) => {
    const { random, catalog } = winery
    const customer = random.chance(0.8) ? someCustomer(winery, day) : null
    const tickets = { product: catalog.eventTickets.at(random.next()), quantity: random.between(1, 4), discount: 0 }
    const bottles = random.chance(0.22) ? wineLines(winery, day, customer, CARRIED) : []
    const lines = [tickets, ...sometimes(random, 0.25, catalog.food), ...bottles]
    return {
      ...regular(winery, EVENTS, {
        channel: 'event',
        delivery: bottles.length > 0 ? 'carry_out' : 'other',
        customer,
        lines,
      }),
      teamMember: pickTeamMember(random),
    }
  },
}

export const bookings: Stream = {
  share: 0.045,
  season: TASTING_ROOM,
  atLeast: [1],
  draft: (winery, day) => {
    const { random, catalog } = winery
    const fee = { product: catalog.bookingFees.at(random.next()), quantity: random.between(1, 4), discount: 0 }
    const customer = someCustomer(winery, day)
    const draft = regular(winery, ONLINE, { channel: 'reservation', delivery: 'other', customer, lines: [fee] })
    return random.chance(0.5) ? { ...draft, vendor: 'Tablewise' } : draft
  },
}
