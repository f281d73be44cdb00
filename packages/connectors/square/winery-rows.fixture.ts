import type { CanonicalRecord } from '#domain/canonical/record.ts'

export type OrderRow = CanonicalRecord<'orders'>
export type LineRow = CanonicalRecord<'order_lines'>
export type CustomerRow = CanonicalRecord<'customers'>
type ProductRow = CanonicalRecord<'products'>
export type CountRow = CanonicalRecord<'inventory'>
export type TeamRow = CanonicalRecord<'team_members'>

/** A sale or refund as canonical rows, with Square's own additional records. */
export interface Sold {
  row: OrderRow
  lines: LineRow[]
}

/** An order of the fake: one Square order can become several of ours. */
export interface FakeOrder {
  readonly id: string
  readonly locationId: string
  /** `none`: nothing was paid */
  readonly tender: 'card' | 'cash' | 'none'
  readonly source: string | null
  /** the product that took the payment */
  readonly product: string | null
  readonly teamMemberId: string | null
  /** part of the tip that is a charge of the order */
  readonly gratuity: number
  sale: Sold | null
  readonly returns: readonly {
    readonly uid: string
    readonly of: string
    readonly sold: Sold
    readonly isPlain: boolean
  }[]
}

export interface FakeProduct {
  row: ProductRow
  readonly productType: string
  isDeleted: boolean
}

export interface FakeLocation {
  readonly id: string
  readonly name: string
}

/** All data of the fake with its expected rows. */
export interface FakeWinery {
  readonly locations: readonly FakeLocation[]
  readonly team: TeamRow[]
  readonly products: FakeProduct[]
  /** by product */
  readonly counts: { row: CountRow; readonly productId: string; readonly locationId: string }[]
  readonly customers: CustomerRow[]
  readonly orders: FakeOrder[]
  readonly orderById: Map<string, FakeOrder>
  /** increases with every new or changed order */
  revision: number
}

/** Seeded random number from 0 to below 1. */
export type Random = () => number

export const createRandom = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pickFrom = <T>(list: readonly T[], random: Random): T => {
  const picked = list[Math.floor(random() * list.length)]
  if (picked === undefined) throw new Error('There is nothing to pick from')
  return picked
}
