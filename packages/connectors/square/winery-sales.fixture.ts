import { DAY_MS } from '#domain/clock.ts'
import type { Channel } from '#domain/commerce.ts'
import { type GivenLine, lineOfProduct, sold, sum, takenBack } from '../kit/expected-rows.fixture.ts'
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

const drawLine = (line_id: string, { row, productType }: FakeProduct, random: Random): GivenLine => {
  const quantity = 1 + Math.floor(random() ** 2 * 6)
  const gross = (row.price ?? 0) * quantity
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

/** One to four lines. */
const drawLines = (products: readonly FakeProduct[], random: Random): GivenLine[] =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) =>
    drawLine(`L${index + 1}`, pickFrom(products, random), random),
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
  const paid = state !== 'cancelled' && state !== 'draft'
  const { channel, source, product, delivery, customerShare } = withKnownDelivery(drawn, paid)
  const onSale = winery.products.filter(({ isDeleted }) => !isDeleted)
  const lines = drawLines(onSale, random)
  const net = sum(lines, ({ amount }) => amount)
  const isCash = paid && delivery === 'carry_out' && random() < 0.2
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
    order_type: channel === 'club' ? 'club' : 'regular',
    ...stateColumns(state, delivery),
    delivery_method: delivery,
    delivery_method_raw: { carry_out: null, pickup: 'PICKUP', ship: 'SHIPMENT' }[delivery],
    external_vendor: source === 'Tock' ? 'Tock' : null,
    ...customerColumns(customer, delivery),
    team_member: seller?.name ?? null,
    team_member_source_id: seller?.source_id ?? null,
    location: location.name,
    requested_ship: delivery === 'ship' ? new Date(created + 5 * DAY_MS).toISOString().slice(0, 10) : null,
    shipping: delivery === 'ship' ? 2500 : 0,
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
    isRefunded: false,
    sale: sold(given, lines),
    back: null,
  }
}

export const canBeRefunded = ({ sale, tender, isRefunded }: FakeOrder): boolean =>
  tender !== 'none' && !isRefunded && sale?.row.payment_status === 'paid'

/** An order that refunds all of another one, by its items or as money only. */
export const makeRefund = (original: FakeOrder, id: string, at: number, isPlain: boolean): FakeOrder => {
  const { sale, locationId } = original
  if (sale === null) throw new Error('There is nothing to take back')
  original.isRefunded = true
  const { shipping, tax, tip } = sale.row
  const changes = {
    source_id: id,
    source_updated: at,
    order_number: id,
    ordered: at,
    order_type_raw: 'RETURN',
    payment_status: 'paid',
    payment_status_raw: 'COMPLETED',
    requested_ship: null,
    ...{ shipping, tax, tip },
  }
  return {
    ...{
      id,
      locationId,
      tender: 'none',
      source: null,
      product: null,
      teamMemberId: null,
      isRefunded: false,
      sale: null,
    },
    back: { of: original.id, sold: takenBack(sale, changes, sale.lines), isPlain },
  }
}
