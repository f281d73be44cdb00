import type { Channel, DeliveryMethod, OrderType } from '#domain/commerce.ts'
import type { Product } from './catalog.ts'
import type { Release } from './club-tiers.ts'

export interface DraftLine {
  readonly product: Product
  readonly quantity: number
  /** discount off the list price in percent */
  readonly discount: number
}

export interface OrderDraft {
  readonly channel: Channel
  readonly type: OrderType
  readonly delivery: DeliveryMethod
  readonly second: number
  readonly customer: number | null
  readonly teamMember: string | null
  readonly lines: readonly DraftLine[]
  /** share of net sales */
  readonly tipRate?: number
  readonly release?: Pick<Release, 'id' | 'name' | 'clubId' | 'clubName'>
  readonly vendor?: string
  /** days from order to handover; random if omitted */
  readonly handOverDays?: number
}
