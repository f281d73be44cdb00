import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { addedCosts, type Costs, computeLineCost } from './costs.ts'
import { NO_HISTORY, type OrderHistory } from './order-history.ts'
import type { FindPerson, Person } from './people.ts'
import { exactSum } from './value.ts'
import { toTimestamp } from './wall-clock.ts'
import type { ServiceRows, Timestamp } from './winery.ts'

export interface ReferenceOrder {
  readonly service: string
  readonly given: CanonicalRecord<'orders'>
  /** null: no customer is named */
  readonly person: Person | null
  readonly ordered: Timestamp
  readonly isPaid: boolean
  /** thousandths */
  readonly items: number
  /** minor units; the sum of the lines' */
  readonly net: number
  /** what `orderCount` counts: paid, no refund, net above zero */
  readonly isCounted: boolean
  readonly history: OrderHistory
  readonly costs: Costs
}

export interface ReferenceLine {
  readonly service: string
  readonly given: CanonicalRecord<'order_lines'>
  /** null without its order: such a line counts for nothing */
  readonly order: ReferenceOrder | null
  /** minor units */
  readonly net: number
  /** thousandths */
  readonly quantity: number
  readonly costs: Costs
}

/** Thousandths of a quantity. */
export const thousandths = (quantity: number): number => Math.round(quantity * 1000)

const lineSales = ({ item_kind, amount }: CanonicalRecord<'order_lines'>): number =>
  item_kind === 'gift_card' ? 0 : amount

interface OwnRows {
  readonly lines: readonly CanonicalRecord<'order_lines'>[]
  readonly products: readonly CanonicalRecord<'products'>[]
}

interface OrderContext {
  readonly timeZone: string
  readonly findPerson: FindPerson
}

const deriveOrder = (
  service: string,
  given: CanonicalRecord<'orders'>,
  { lines, products }: OwnRows,
  { timeZone, findPerson }: OrderContext,
): ReferenceOrder => {
  const isPaid = given.payment_status === 'paid'
  const net = isPaid ? exactSum(lines.map(lineSales)) : 0
  return {
    service,
    given,
    person: findPerson(service, given.customer_source_id),
    ordered: toTimestamp(given.ordered, given.time_basis, timeZone),
    isPaid,
    items: exactSum(lines.map(({ quantity }) => thousandths(quantity))),
    net,
    isCounted: isPaid && !given.is_refund && net > 0,
    history: NO_HISTORY,
    costs: addedCosts(
      lines
        .filter(({ item_kind }) => item_kind !== 'gift_card')
        .map((line) => ({ cost: computeLineCost(line, given.currency, products), net: isPaid ? line.amount : 0 })),
    ),
  }
}

/** Without their history, which depends on other services. */
export const deriveOrders = (service: string, rows: ServiceRows, context: OrderContext): ReferenceOrder[] =>
  (rows.orders ?? []).map((given) =>
    deriveOrder(
      service,
      given,
      {
        lines: (rows.order_lines ?? []).filter((line) => line.order_source_id === given.source_id),
        products: rows.products ?? [],
      },
      context,
    ),
  )

export const deriveLines = (service: string, rows: ServiceRows, orders: readonly ReferenceOrder[]): ReferenceLine[] =>
  (rows.order_lines ?? []).map((given) => {
    const order = orders.find((one) => one.service === service && one.given.source_id === given.order_source_id) ?? null
    const net = order?.isPaid ? lineSales(given) : 0
    const cost = computeLineCost(given, order?.given.currency ?? null, rows.products ?? [])
    return { service, given, order, net, quantity: thousandths(given.quantity), costs: addedCosts([{ cost, net }]) }
  })
