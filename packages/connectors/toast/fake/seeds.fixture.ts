import type { ItemKind } from '#domain/commerce.ts'
import { sum } from '../../kit/expected-rows.fixture.ts'

export const ZONE = 'America/Los_Angeles'
export const DAY = 86_400_000
export const HOUR = 3_600_000
/** The hour at which a business day ends. */
const CLOSEOUT = 4

const PARTS = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

const partsOf = (at: number) => {
  const parts = new Map(PARTS.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return {
    day: of('year') * 10_000 + of('month') * 100 + of('day'),
    sinceMidnight: (of('hour') * 60 + of('minute')) * 60_000 + of('second') * 1000 + (at % 1000),
  }
}

/** The business day of a time, as Toast writes it. */
export const businessDay = (at: number): number => partsOf(at - CLOSEOUT * HOUR).day

/** When Toast's reports count it: in the last second of the day if it is after midnight. */
export const counted = (at: number): number => {
  const { day, sinceMidnight } = partsOf(at)
  return day === businessDay(at) ? at : at - sinceMidnight - 1000
}

/** Milliseconds since midnight, for placing orders in the hours of a winery. */
export const sinceMidnight = (at: number): number => partsOf(at).sinceMidnight

/** A GUID that is the same in each run. */
export const guid = (kind: string, number: number): string =>
  `${kind.padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

export interface ProductSeed {
  readonly guid: string
  name: string
  readonly group: string
  readonly category: string | null
  readonly kind: ItemKind
  cents: number
  readonly sku: string | null
  readonly plu: string | null
  readonly vintage: string | null
  /** a modifier of other items, with a price of its own */
  readonly isOption?: true
  readonly isDeferred?: true
  readonly isOffMenu?: true
}

interface RefundSeed {
  readonly transaction: string
  readonly at: number
  readonly cents: number
  readonly tipCents: number
}

export interface ItemSeed {
  readonly guid: string
  readonly product: ProductSeed
  readonly quantity: number
  /** of the item alone, without modifiers */
  readonly gross: number
  readonly discount: number
  readonly tax: number
  readonly modifier: { readonly guid: string; readonly product: ProductSeed; readonly cents: number } | null
  readonly isVoided: boolean
  /** by transaction; null: not given back */
  returned: string | null
}

export type ChargeUse = 'gratuity' | 'delivery' | 'donation' | 'fee'

export interface ChargeSeed {
  readonly guid: string
  readonly use: ChargeUse
  readonly name: string
  readonly cents: number
}

export interface PaymentSeed {
  readonly guid: string
  readonly cents: number
  readonly tip: number
  refund: RefundSeed | null
}

export interface GuestSeed {
  readonly guid: string | null
  readonly first: string
  readonly last: string
  readonly email: string | null
}

export interface CheckSeed {
  readonly guid: string
  readonly items: ItemSeed[]
  readonly charges: ChargeSeed[]
  payments: PaymentSeed[]
  state: 'OPEN' | 'PAID' | 'CLOSED'
  readonly guest: GuestSeed | null
  readonly isVoided: boolean
}

export interface OrderSeed {
  readonly guid: string
  readonly location: number
  readonly number: string
  readonly opened: number
  modified: number
  readonly source: string
  readonly option: OptionSeed
  readonly hasTable: boolean
  readonly guests: number
  readonly server: EmployeeSeed | null
  readonly hasCenter: boolean
  approval: string
  readonly checks: CheckSeed[]
  isVoided: boolean
  isDeleted: boolean
  /** made in test mode, or food that was thrown away */
  readonly isNoSale: 'test' | 'waste' | null
}

export interface OptionSeed {
  readonly guid: string
  readonly name: string
  readonly behavior: string
}

export interface EmployeeSeed {
  readonly guid: string
  readonly first: string
  readonly chosen: string | null
  readonly last: string
  modified: number
  readonly isDeleted: boolean
}

const itemCents = (item: ItemSeed): number =>
  item.isVoided ? 0 : item.gross - item.discount + (item.modifier?.cents ?? 0)

/** Sums of a check in cents. */
export const checkSums = ({ items, charges, payments, isVoided }: CheckSeed) => {
  if (isVoided) return { goods: 0, fees: 0, delivery: 0, donations: 0, gratuity: 0, tax: 0, tips: 0 }
  const sumCharges = (use: ChargeUse): number => sum(charges, (charge) => (charge.use === use ? charge.cents : 0))
  return {
    goods: sum(items, itemCents),
    fees: sumCharges('fee'),
    delivery: sumCharges('delivery'),
    donations: sumCharges('donation'),
    gratuity: sumCharges('gratuity'),
    tax: sum(items, (item) => (item.isVoided ? 0 : item.tax)),
    tips: sum(payments, ({ tip }) => tip),
  }
}

/** What Toast calls the amount of a check: all but taxes, tips, and gratuities. */
export const checkAmount = (check: CheckSeed): number => {
  const { goods, fees, delivery, donations } = checkSums(check)
  return goods + fees + delivery + donations
}
