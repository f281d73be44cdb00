import type { Product } from './catalog.ts'
import type { DraftLine } from './order-draft.ts'
import type { Random, Weighted } from './random.ts'
import type { SampleDay, Winery } from './winery.ts'

/** Discount in percent for non-members with a coupon, and their share. */
const COUPON = { share: 0.08, discount: 10 }

const discountFor = (winery: Winery, customer: number | null): number => {
  const member = customer === null ? undefined : winery.memberDiscounts.get(customer)
  if (member !== undefined) return member
  return winery.random.chance(COUPON.share) ? COUPON.discount : 0
}

export interface WineBasket {
  /** most lines per order */
  readonly lines: number
  /** probability of one bottle, and of half a case or a full case; otherwise two or three bottles */
  readonly single: number
  readonly cases: number
}

/** Bottles carried out, shipped, and bought by the case. */
export const CARRIED: WineBasket = { lines: 3, single: 0.86, cases: 0.015 }
export const SENT: WineBasket = { lines: 4, single: 0.62, cases: 0.03 }
export const CELLARED: WineBasket = { lines: 4, single: 0.5, cases: 0.07 }

const bottles = (random: Random, { single, cases }: WineBasket): number => {
  const unit = random.next()
  if (unit < single) return 1
  return unit < single + cases ? 6 * random.between(1, 2) : random.between(2, 3)
}

/** Bottles at the customer's price. */
export const wineLines = (winery: Winery, day: SampleDay, customer: number | null, basket: WineBasket): DraftLine[] => {
  const { random } = winery
  const discount = discountFor(winery, customer)
  return Array.from({ length: random.between(1, basket.lines) }, () => ({
    product: day.wines.at(random.next()),
    quantity: bottles(random, basket),
    discount,
  }))
}

/** `count` lines of goods at list price, one or two units each. */
export const goodsLines = (random: Random, goods: Weighted<Product>, count: number): DraftLine[] =>
  Array.from({ length: count }, () => ({
    product: goods.at(random.next()),
    quantity: random.chance(0.78) ? 1 : 2,
    discount: 0,
  }))

/** The given goods with a probability, else none. */
export const sometimes = (random: Random, probability: number, goods: Weighted<Product>): DraftLine[] =>
  random.chance(probability) ? goodsLines(random, goods, 1) : []
