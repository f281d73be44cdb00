import { DAY_MS } from '#domain/clock.ts'
import type { Channel } from '#domain/commerce.ts'
import {
  type GivenLine,
  type LineRow,
  lineOfProduct,
  type Sold,
  sold,
  sum,
  takenBack,
} from '../kit/expected-rows.fixture.ts'
import { pickFrom, type Random } from '../kit/winery.fixture.ts'
import type { CustomerRow, FakeOrder, FakeProduct, FakeWinery } from './winery-records.fixture.ts'

type Delivery = 'carry_out' | 'pickup' | 'ship'
type OptionRow = readonly [
  share: number,
  channel: Channel,
  source: string | null,
  product: string,
  delivery: Delivery,
  customerShare: number,
]

const OPTIONS: readonly OptionRow[] = [
  [0.45, 'pos', null, 'SQUARE_POS', 'carry_out', 0.4],
  [0.1, 'pos', 'Square Register', 'RETAIL', 'carry_out', 0.3],
  [0.15, 'web', 'Square Online', 'ONLINE_STORE', 'pickup', 1],
  [0.18, 'web', 'Square Online', 'ONLINE_STORE', 'ship', 1],
  [0.05, 'club', 'Wine Club Shipments', 'OTHER', 'ship', 1],
  [0.03, 'phone', null, 'VIRTUAL_TERMINAL', 'ship', 0.9],
  [0.02, 'reservation', 'Tock', 'OTHER', 'carry_out', 0.8],
  [0.02, 'other', 'Invoices', 'INVOICES', 'ship', 1],
]

const drawRow = (random: Random): OptionRow => {
  let left = random()
  for (const row of OPTIONS) {
    left -= row[0]
    if (left < 0) return row
  }
  return pickFrom(OPTIONS, random)
}

const drawOption = (random: Random) => {
  const [, channel, source, product, delivery, customerShare] = drawRow(random)
  return { channel, source, product, delivery, customerShare }
}

type DeliveryOption = ReturnType<typeof drawOption>

/** Columns of an order's state: a fulfillment that is handed over at once has none. */
const STATES = {
  done: ['paid', 'COMPLETED', 'fulfilled', 'COMPLETED'],
  open: ['paid', 'OPEN', 'unfulfilled', 'PROPOSED'],
  partial: ['paid', 'OPEN', 'partial', 'COMPLETED'],
  cancelled: ['cancelled', 'CANCELED', 'not_required', 'CANCELED'],
  draft: ['pending', 'DRAFT', 'unfulfilled', 'PROPOSED'],
} as const

type OrderState = keyof typeof STATES

const drawState = ({ delivery }: DeliveryOption, random: Random): OrderState => {
  const drawn = random()
  if (drawn < 0.02) return 'cancelled'
  if (drawn < 0.025) return 'draft'
  if (delivery === 'carry_out' || drawn > 0.15) return 'done'
  return drawn < 0.05 ? 'partial' : 'open'
}

export const stateColumns = (state: OrderState, delivery: Delivery) => {
  const [payment_status, payment_status_raw, fulfillment_status, fulfillment_status_raw] = STATES[state]
  return {
    payment_status,
    payment_status_raw,
    ...(delivery === 'carry_out'
      ? { fulfillment_status: 'not_required', fulfillment_status_raw: null }
      : { fulfillment_status, fulfillment_status_raw }),
  }
}

const CUSTOM_AMOUNT = {
  product_title: 'Custom amount',
  item_kind_raw: 'CUSTOM_AMOUNT',
  quantity: 1,
  unit_price: 12.5,
  amount: 1250,
}

const HALF_SHARE = 0.02
const CUSTOM_SHARE = 0.03

const drawLine = (line_id: string, { row, productType }: FakeProduct, random: Random): GivenLine => {
  const quantity = random() < HALF_SHARE ? 1.5 : 1 + Math.floor(random() ** 2 * 6)
  const gross = Math.round((row.price ?? 0) * quantity)
  const discount = random() < 0.2 ? Math.round(gross / 10) : 0
  return {
    line_id,
    ...lineOfProduct(row),
    item_kind_raw: productType,
    quantity,
    discount,
    amount: gross - discount,
  }
}

/** One to four lines, sometimes a custom amount. */
const drawLines = (products: readonly FakeProduct[], random: Random): GivenLine[] =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) =>
    random() < CUSTOM_SHARE
      ? { line_id: `L${index + 1}`, ...CUSTOM_AMOUNT }
      : drawLine(`L${index + 1}`, pickFrom(products, random), random),
  )

/** The order itself holds the address if the buyer has no profile. */
const GUEST = { name: 'Guest', city: 'Sonoma', state: 'CA', country: 'US', postal_code: '95476' }

const customerColumns = (customer: CustomerRow | null, delivery: Delivery) => {
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

/** Without source and payment, only the fulfillment tells the channel. */
const withKnownDelivery = (given: DeliveryOption, paid: boolean): DeliveryOption =>
  paid || given.source !== null ? given : { ...given, channel: given.delivery === 'carry_out' ? 'pos' : 'web' }

interface Placing {
  readonly id: string
  readonly created: number
  readonly updated: number
  readonly random: Random
}

/** A random order as Square receives it. */
export const makeSale = (winery: FakeWinery, { id, created, updated, random }: Placing): FakeOrder => {
  const drawn = drawOption(random)
  const state = drawState(drawn, random)
  const isFree = drawn.channel !== 'club' && state === 'done' && random() < 0.01
  const paid = !isFree && state !== 'cancelled' && state !== 'draft'
  const { channel, source, product, delivery, customerShare } = withKnownDelivery(drawn, paid)
  const onSale = winery.products.filter(({ isDeleted }) => !isDeleted)
  const lines = drawLines(onSale, random).map((line) =>
    isFree ? { ...line, discount: (line.discount ?? 0) + line.amount, amount: 0 } : line,
  )
  const net = sum(lines, ({ amount }) => amount)
  const isCash = paid && delivery === 'carry_out' && random() < 0.2
  if (isCash && random() < 0.3) lines.push({ line_id: 'rest', product_title: 'Rounding', amount: 2 })
  const seller = paid && delivery === 'carry_out' && source !== 'Tock' ? pickFrom(winery.team, random) : null
  const tip = seller !== null && random() < 0.5 ? Math.round(net * 0.15) : 0
  const hasCustomer = winery.customers.length > 0 && random() < customerShare
  const customer = hasCustomer ? pickFrom(winery.customers, random) : null
  const location = pickFrom(winery.locations, random)
  const given = {
    source_id: id,
    source_updated: updated,
    order_number: id,
    ordered: created,
    channel,
    channel_raw: source ?? (paid ? product : null),
    order_type: channel === 'club' ? 'club' : isFree ? 'no_charge' : 'regular',
    ...stateColumns(state, delivery),
    delivery_method: delivery,
    delivery_method_raw: { carry_out: null, pickup: 'PICKUP', ship: 'SHIPMENT' }[delivery],
    external_vendor: source === 'Tock' ? 'Tock' : null,
    ...customerColumns(customer, delivery),
    team_member: seller?.name ?? null,
    team_member_source_id: seller?.source_id ?? null,
    location: location.name,
    requested_ship: delivery === 'ship' ? new Date(created + 5 * DAY_MS).toISOString().slice(0, 10) : null,
    shipping: delivery === 'ship' && !isFree ? 2500 : 0,
    tax: Math.round(net * 0.08),
    tip,
  }
  return {
    id,
    locationId: location.id,
    tender: paid ? (isCash ? 'cash' : 'card') : 'none',
    source,
    product,
    teamMemberId: seller?.source_id ?? null,
    gratuity: tip > 0 && random() < 0.2 ? tip : 0,
    sale: sold(given, lines),
    returns: [],
  }
}

const refunded = (
  sale: Sold,
  { id, number, at }: { id: string; number: string; at: number },
  { shipping, tax, tip }: { shipping: number; tax: number; tip: number },
  lines: readonly LineRow[],
): Sold =>
  takenBack(
    sale,
    {
      source_id: id,
      source_updated: at,
      order_number: number,
      ordered: at,
      order_type_raw: 'RETURN',
      payment_status: 'paid',
      payment_status_raw: 'COMPLETED',
      requested_ship: null,
      shipping,
      tax,
      tip,
    },
    lines,
  )

const goodsBack = (sale: Sold, id: string, number: string, at: number): Sold =>
  refunded(
    sale,
    { id, number, at },
    sale.row,
    sale.lines.filter(({ line_id }) => line_id !== 'rest'),
  )

const REFUNDED = 500

/** Money refunded without items, as on Square's payments screen: a share of all parts of the sale but its tip. */
const moneyBack = (sale: Sold, id: string, at: number): Sold => {
  const { row } = sale
  let before = 0
  const shareUpTo = (amount: number): number => Math.round((amount * REFUNDED) / (row.total - row.tip))
  // What a part is given is the rounded share of all parts up to it, less what the parts before it were given.
  const share = (amount: number): number => {
    const given = shareUpTo(before)
    before += amount
    return shareUpTo(before) - given
  }
  const shares = sale.lines.map((line) => ({
    ...line,
    quantity: 0,
    unit_price: null,
    amount: share(line.amount),
    discount: shareUpTo(line.discount),
  }))
  const extras = { shipping: share(row.shipping), tax: share(row.tax), tip: 0 }
  const lines = shares.filter(({ amount }) => amount !== 0)
  return refunded(sale, { id, number: id, at }, extras, lines)
}

export const canBeRefunded = ({ sale, tender, returns }: FakeOrder): boolean =>
  sale !== null &&
  returns.length === 0 &&
  tender !== 'none' &&
  sale.row.payment_status === 'paid' &&
  sale.row.total - sale.row.tip > REFUNDED

/** An order that refunds another one: its items, or money only. */
export const makeRefund = (original: FakeOrder, id: string, at: number, isPlain: boolean): FakeOrder => {
  const { sale, locationId } = original
  if (sale === null) throw new Error('There is nothing to take back')
  const back = isPlain ? moneyBack(sale, id, at) : goodsBack(sale, id, id, at)
  return {
    ...{ id, locationId, tender: 'none', source: null, product: null, teamMemberId: null, gratuity: 0, sale: null },
    returns: [{ uid: 'R1', of: original.id, sold: back, isPlain }],
  }
}

/** An order that refunds another one and sells something at the same time. */
export const makeExchange = (original: FakeOrder, exchange: FakeOrder, at: number): FakeOrder => {
  const { id, sale } = exchange
  if (original.sale === null || sale === null) throw new Error('There is nothing to exchange')
  const back = goodsBack(original.sale, `${id}:R1`, id, at)
  const row = { ...back.row, payment_status_raw: sale.row.payment_status_raw }
  return {
    ...exchange,
    sale: { ...sale, row: { ...sale.row, order_type: 'exchange' } },
    returns: [{ uid: 'R1', of: original.id, sold: { ...back, row }, isPlain: false }],
  }
}
