import { DAY_MS } from '#domain/clock.ts'
import type { Channel } from '#domain/commerce.ts'
import { makeLines, restLine } from './winery-lines.fixture.ts'
import {
  type CustomerRow,
  type FakeOrder,
  type FakeWinery,
  type LineRow,
  type OrderRow,
  pickFrom,
  type Random,
  type TeamRow,
} from './winery-rows.fixture.ts'

interface DeliveryOption {
  readonly share: number
  readonly channel: Channel
  readonly source: string | null
  readonly product: string | null
  readonly delivery: 'carry_out' | 'pickup' | 'ship'
  readonly customerShare: number
  readonly vendor?: string
}

const DELIVERY_OPTIONS: readonly DeliveryOption[] = [
  { share: 0.45, channel: 'pos', source: null, product: 'SQUARE_POS', delivery: 'carry_out', customerShare: 0.4 },
  {
    share: 0.1,
    channel: 'pos',
    source: 'Square Register',
    product: 'RETAIL',
    delivery: 'carry_out',
    customerShare: 0.3,
  },
  {
    share: 0.15,
    channel: 'web',
    source: 'Square Online',
    product: 'ONLINE_STORE',
    delivery: 'pickup',
    customerShare: 1,
  },
  { share: 0.18, channel: 'web', source: 'Square Online', product: 'ONLINE_STORE', delivery: 'ship', customerShare: 1 },
  { share: 0.05, channel: 'club', source: 'Wine Club Shipments', product: 'OTHER', delivery: 'ship', customerShare: 1 },
  { share: 0.03, channel: 'phone', source: null, product: 'VIRTUAL_TERMINAL', delivery: 'ship', customerShare: 0.9 },
  {
    share: 0.02,
    channel: 'reservation',
    source: 'Tock',
    product: 'OTHER',
    delivery: 'carry_out',
    customerShare: 0.8,
    vendor: 'Tock',
  },
  { share: 0.02, channel: 'other', source: 'Invoices', product: 'INVOICES', delivery: 'ship', customerShare: 1 },
]

const deliveryOptionOf = (random: Random): DeliveryOption => {
  let left = random()
  for (const option of DELIVERY_OPTIONS) {
    left -= option.share
    if (left < 0) return option
  }
  return pickFrom(DELIVERY_OPTIONS, random)
}

const RAW_DELIVERY = { carry_out: null, pickup: 'PICKUP', ship: 'SHIPMENT' } as const

/** The state of an order. */
export type OrderState = 'done' | 'open' | 'partial' | 'cancelled' | 'draft'

const orderStateOf = (option: DeliveryOption, random: Random): OrderState => {
  const drawn = random()
  if (drawn < 0.02) return 'cancelled'
  if (drawn < 0.025) return 'draft'
  if (option.delivery === 'carry_out' || drawn > 0.15) return 'done'
  return drawn < 0.05 ? 'partial' : 'open'
}

const STATES = { done: 'COMPLETED', open: 'OPEN', partial: 'OPEN', cancelled: 'CANCELED', draft: 'DRAFT' } as const

/** Columns with the state of an order. */
export const stateColumns = (state: OrderState, delivery: DeliveryOption['delivery']) => ({
  payment_status: state === 'cancelled' ? 'cancelled' : state === 'draft' ? 'pending' : 'paid',
  payment_status_raw: STATES[state],
  ...(delivery === 'carry_out'
    ? { fulfillment_status: 'not_required', fulfillment_status_raw: null }
    : {
        done: { fulfillment_status: 'fulfilled', fulfillment_status_raw: 'COMPLETED' },
        open: { fulfillment_status: 'unfulfilled', fulfillment_status_raw: 'PROPOSED' },
        partial: { fulfillment_status: 'partial', fulfillment_status_raw: 'COMPLETED' },
        cancelled: { fulfillment_status: 'not_required', fulfillment_status_raw: 'CANCELED' },
        draft: { fulfillment_status: 'unfulfilled', fulfillment_status_raw: 'PROPOSED' },
      }[state]),
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const amountsOf = (lines: readonly LineRow[], extras: { shipping: number; tax: number; tip: number }) => {
  const net = sum(lines.map(({ amount }) => amount))
  const discount = sum(lines.map((line) => line.discount))
  return { subtotal: net + discount, discount, ...extras, total: net + extras.shipping + extras.tax + extras.tip }
}

/** The order itself holds the address if the buyer has no profile. */
const GUEST = { name: 'Guest', city: 'Sonoma', state: 'CA', country: 'US', postal_code: '95476' }

const whoColumns = (customer: CustomerRow | null, delivery: DeliveryOption['delivery']) => {
  const guest = customer === null && delivery !== 'carry_out' ? GUEST : null
  const address = customer ?? (delivery === 'ship' ? guest : null)
  return {
    customer_source_id: customer?.source_id ?? null,
    customer_name: customer?.name ?? guest?.name ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    country: address?.country ?? null,
    postal_code: address?.postal_code ?? null,
  }
}

const freeOfCharge = (lines: readonly LineRow[]): LineRow[] =>
  lines.map((line) => ({ ...line, discount: line.discount + line.amount, amount: 0 }))

interface Draft {
  readonly id: string
  readonly option: DeliveryOption
  readonly state: OrderState
  readonly lines: LineRow[]
  readonly extras: { shipping: number; tax: number; tip: number }
  readonly customer: CustomerRow | null
  readonly seller: TeamRow | null
  readonly created: number
  readonly updated: number
  readonly isFree: boolean
}

const makeOrderRow = ({
  id,
  option,
  state,
  lines,
  extras,
  customer,
  seller,
  created,
  updated,
  isFree,
}: Draft): OrderRow => ({
  source_id: id,
  source_updated: updated,
  time_basis: 'utc',
  order_number: id,
  ordered: created,
  channel: option.channel,
  channel_raw: option.source ?? (isPaid(state, isFree) ? option.product : null),
  order_type: option.channel === 'club' ? 'club' : isFree ? 'no_charge' : 'regular',
  order_type_raw: null,
  ...stateColumns(state, option.delivery),
  delivery_method: option.delivery,
  delivery_method_raw: RAW_DELIVERY[option.delivery],
  compliance_status: null,
  refund_of_source_id: null,
  external_vendor: option.vendor ?? null,
  ...whoColumns(customer, option.delivery),
  team_member: seller?.name ?? null,
  team_member_source_id: seller?.source_id ?? null,
  club_source_id: null,
  club_name: null,
  release_source_id: null,
  release_name: null,
  requested_ship: option.delivery === 'ship' ? new Date(created + 5 * DAY_MS).toISOString().slice(0, 10) : null,
  currency: 'USD',
  ...amountsOf(lines, extras),
  is_refund: false,
})

const isPaid = (state: OrderState, isFree: boolean): boolean => !isFree && state !== 'cancelled' && state !== 'draft'

/** Without source and payment, only the fulfillment tells the channel. */
const withKnownDelivery = (option: DeliveryOption, paid: boolean): DeliveryOption =>
  paid || option.source !== null ? option : { ...option, channel: option.delivery === 'carry_out' ? 'pos' : 'web' }

/** A random order as Square receives it. */
export const makeSale = (
  winery: FakeWinery,
  { id, created, updated, random }: { id: string; created: number; updated: number; random: Random },
): FakeOrder => {
  const drawn = deliveryOptionOf(random)
  const state = orderStateOf(drawn, random)
  const isFree = drawn.channel !== 'club' && state === 'done' && random() < 0.01
  const paid = isPaid(state, isFree)
  const option = withKnownDelivery(drawn, paid)
  const onSale = winery.products.filter(({ isDeleted }) => !isDeleted)
  const plain = makeLines(id, updated, onSale, random)
  const lines = isFree ? freeOfCharge(plain) : plain
  const net = sum(lines.map(({ amount }) => amount))
  const isCash = paid && option.delivery === 'carry_out' && random() < 0.2
  if (isCash && random() < 0.3) lines.push(restLine(id, lines.length + 1, updated, 2, 'Rounding'))
  const seller =
    paid && option.delivery === 'carry_out' && option.source !== 'Tock' ? pickFrom(winery.team, random) : null
  const tip = seller !== null && random() < 0.5 ? Math.round(net * 0.15) : 0
  const extras = { shipping: option.delivery === 'ship' && !isFree ? 2500 : 0, tax: Math.round(net * 0.08), tip }
  const hasCustomer = winery.customers.length > 0 && random() < option.customerShare
  const customer = hasCustomer ? pickFrom(winery.customers, random) : null
  const row = makeOrderRow({ id, option, state, lines, extras, customer, seller, created, updated, isFree })
  return {
    id,
    locationId: pickFrom(winery.locations, random).id,
    tender: paid ? (isCash ? 'cash' : 'card') : 'none',
    source: option.source,
    product: option.product,
    teamMemberId: seller?.source_id ?? null,
    gratuity: tip > 0 && random() < 0.2 ? tip : 0,
    sale: { row, lines },
    returns: [],
  }
}
