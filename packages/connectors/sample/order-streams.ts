import type { DeliveryMethod } from '#domain/commerce.ts'
import { CARRIED, CELLARED, goodsLines, SENT, sometimes, wineLines } from './baskets.ts'
import type { OrderDraft } from './order-draft.ts'
import { pickTeamMember } from './people.ts'
import type { Random } from './random.ts'
import { EVENTS, OFFICE, ONLINE, TASTING_ROOM } from './seasons.ts'
import { regular, type Stream } from './stream.ts'
import { type SampleDay, someCustomer, type Winery } from './winery.ts'

const shipOrPickup = (random: Random, shipShare: number): DeliveryMethod =>
  random.chance(shipShare) ? 'ship' : 'pickup'

export const webShop: Stream = {
  share: 0.087,
  season: ONLINE,
  atLeast: [2, 1, 1, 0, 1],
  draft: (winery, day) => {
    const { random, catalog } = winery
    const customer = someCustomer(winery, day)
    const lines = [
      ...wineLines(winery, day, customer, SENT),
      ...sometimes(random, 0.06, catalog.merchandise),
      ...sometimes(random, 0.04, catalog.giftCards),
    ]
    return regular(winery, ONLINE, { channel: 'web', delivery: shipOrPickup(random, 0.8), customer, lines })
  },
}

const CORPORATE_SHARE = 0.14

const corporateGift = (winery: Winery, day: SampleDay, customer: number): OrderDraft => ({
  ...regular(winery, OFFICE, {
    channel: 'phone',
    delivery: 'ship',
    customer,
    lines: [
      { product: day.wines.at(winery.random.next()), quantity: 6 * winery.random.between(1, 4), discount: 10 },
      ...goodsLines(winery.random, winery.catalog.merchandise, 1),
    ],
  }),
  type: 'corporate',
  teamMember: pickTeamMember(winery.random),
})

export const phone: Stream = {
  share: 0.021,
  season: OFFICE,
  atLeast: [1],
  draft: (winery, day) => {
    const { random } = winery
    const customer = someCustomer(winery, day)
    if (random.chance(CORPORATE_SHARE)) return corporateGift(winery, day, customer)
    const lines = wineLines(winery, day, customer, CELLARED)
    const plain = { channel: 'phone', delivery: shipOrPickup(random, 0.7), customer, lines } as const
    return { ...regular(winery, OFFICE, plain), teamMember: pickTeamMember(random) }
  },
}

export const marketplace: Stream = {
  share: 0.012,
  season: ONLINE,
  atLeast: [],
  draft: (winery, day) => {
    const customer = someCustomer(winery, day)
    const lines = wineLines(winery, day, customer, CARRIED)
    return {
      ...regular(winery, ONLINE, { channel: 'marketplace', delivery: 'ship', customer, lines }),
      vendor: 'Vinotable',
    }
  },
}

/** Trade customers buy by the case at half the list price. */
export const wholesale: Stream = {
  share: 0.005,
  season: OFFICE,
  atLeast: [],
  draft: (winery, day) => {
    const { random } = winery
    const lines = Array.from({ length: random.between(1, 3) }, () => ({
      product: day.wines.at(random.next()),
      quantity: 6 * random.between(1, 2),
      discount: 50,
    }))
    return {
      ...regular(winery, OFFICE, { channel: 'wholesale', delivery: 'ship', customer: null, lines }),
      teamMember: pickTeamMember(random),
    }
  },
}

/** Lots for charity auctions, which fit no channel. */
export const donations: Stream = {
  share: 0.003,
  season: OFFICE,
  atLeast: [],
  draft: (winery, day) => {
    const lines = wineLines(winery, day, null, SENT)
    return regular(winery, OFFICE, { channel: 'other', delivery: 'pickup', customer: null, lines })
  },
}

/** Most walk-ins are anonymous. */
const KNOWN_AT_COUNTER = 0.5
const counterCustomer = (winery: Winery, day: SampleDay): number | null =>
  winery.random.chance(KNOWN_AT_COUNTER) ? someCustomer(winery, day) : null

const FREE = 100

/** Bottles poured for guests, breakage, and samples for the trade. */
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
