import type { DeliveryMethod } from '#domain/commerce.ts'
import { CARRIED, CELLARED, goodsLines, SENT, sometimes, wineLines } from './baskets.ts'
import type { OrderDraft } from './order-draft.ts'
import { pickTeamMember } from './people.ts'
import type { Random } from './random.ts'
import { OFFICE, ONLINE } from './seasons.ts'
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
