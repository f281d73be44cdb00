import type { LineRow } from '../../kit/expected-rows.fixture.ts'
import type { ProductSeed } from './catalog.fixture.ts'
import type { Data } from './graphql.fixture.ts'
import { type CustomerRow, type OrderSeed, type RefundSeed, refundSum, type StockRow } from './seeds.fixture.ts'

/** A DateTime in whole seconds, as in Shopify's samples. */
export const dateTime = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, '')

const gid = (type: string, id: string): string => `gid://shopify/${type}/${id}`

/** At most two decimals, as Shopify writes them: `12.0`, `12.5`, `12.55`. */
const decimal = (minor: number): string => {
  const text = String(Math.abs(minor)).padStart(3, '0')
  const cents = text.slice(-2).replace(/0$/, '')
  return `${minor < 0 ? '-' : ''}${text.slice(0, -2)}.${cents}`
}

/** Of the shop's orders and products. */
export const CURRENCY = 'USD'

const money = (minor: number): Data => ({ amount: decimal(minor), currencyCode: CURRENCY })

const bag = (minor: number): Data => ({ shopMoney: money(minor) })

const iso = (at: number | string | null): string | null => (typeof at === 'number' ? dateTime(at) : null)

const address = (place: Pick<CustomerRow, 'city' | 'state' | 'country' | 'postal_code'>): Data | null =>
  place.city === null
    ? null
    : { city: place.city, provinceCode: place.state, countryCodeV2: place.country, zip: place.postal_code }

/** Items by the ID of their variant. */
export type ProductsById = ReadonlyMap<string, ProductSeed>

const product = (seed: ProductSeed): Data => ({
  title: seed.productTitle,
  vendor: seed.row.brand,
  productType: seed.productType,
  isGiftCard: seed.isGiftCard,
  category: seed.taxonomy === null ? null : { fullName: seed.taxonomy },
})

const lineItem = (line: LineRow, tax: number, seed: ProductSeed | undefined): Data => {
  const unit = Math.round((line.unit_price ?? 0) * 100)
  return {
    id: gid('LineItem', line.line_id),
    title: seed?.productTitle ?? line.product_title,
    variantTitle: seed?.variantTitle === 'Default Title' ? null : seed?.variantTitle,
    sku: line.sku ?? '',
    vendor: line.brand,
    quantity: line.quantity,
    isGiftCard: seed?.isGiftCard ?? false,
    originalUnitPriceSet: bag(unit),
    originalTotalSet: bag(unit * line.quantity),
    discountAllocations: line.discount === 0 ? [] : [{ allocatedAmountSet: bag(line.discount) }],
    taxLines: tax === 0 ? [] : [{ priceSet: bag(tax), title: 'Sales tax' }],
    product: seed ? product(seed) : null,
    variant: seed ? { id: gid('ProductVariant', seed.row.source_id) } : null,
  }
}

const refundedItem = (item: RefundSeed['items'][number]): Data => ({
  lineItem: { id: gid('LineItem', item.lineId) },
  quantity: item.quantity,
  subtotalSet: bag(item.amount),
  totalTaxSet: bag(item.tax),
})

export const encodeRefund = (refund: RefundSeed): Data => {
  const none = bag(0)
  return {
    __type: 'Refund',
    id: gid('Refund', refund.id),
    createdAt: iso(refund.at),
    updatedAt: iso(refund.at),
    duties: [],
    totalRefundedSet: refund.isPaid ? bag(refundSum(refund)) : none,
    refundLineItems: refund.items.map(refundedItem),
    refundShippingLines: refund.shipping === 0 ? [] : [{ subtotalAmountSet: bag(refund.shipping), taxAmountSet: none }],
  }
}

const orderMoney = ({ row, refunds }: OrderSeed): Data => {
  const taken = (some: readonly RefundSeed[]): number => some.reduce((sum, refund) => sum + refundSum(refund), 0)
  return {
    totalPriceSet: bag(row.total),
    currentTotalPriceSet: bag(row.total - taken(refunds)),
    netPaymentSet: bag(row.total - taken(refunds.filter(({ isPaid }) => isPaid))),
    totalOutstandingSet: bag(-taken(refunds.filter(({ isPaid }) => !isPaid))),
    totalTaxSet: bag(row.tax),
    totalTipReceivedSet: bag(row.tip),
    totalShippingPriceSet: bag(row.shipping),
    originalTotalDutiesSet: null,
    originalTotalAdditionalFeesSet: null,
  }
}

export const encodeOrder = (order: OrderSeed, products: ProductsById): Data => {
  const { row, lines, lineTaxes } = order
  return {
    __type: 'Order',
    id: gid('Order', row.source_id),
    name: row.order_number,
    test: order.isTest,
    processedAt: iso(row.ordered),
    updatedAt: iso(row.source_updated),
    cancelledAt: iso(order.cancelledAt),
    sourceName: row.channel_raw,
    displayFinancialStatus: row.payment_status_raw,
    displayFulfillmentStatus: row.fulfillment_status_raw,
    taxesIncluded: false,
    ...orderMoney(order),
    customer:
      row.customer_source_id === null
        ? null
        : { id: gid('Customer', row.customer_source_id), displayName: row.customer_name },
    staffMember:
      row.team_member === null
        ? null
        : { id: gid('StaffMember', `${row.team_member_source_id}`), name: row.team_member },
    retailLocation: row.location ? { id: gid('Location', row.location), name: row.location } : null,
    shippingAddress: address(row),
    billingAddress: null,
    shippingLine:
      row.delivery_method_raw === null ? null : { title: row.delivery_method_raw, code: null, deliveryCategory: null },
    refunds: order.refunds.map(encodeRefund),
    lineItems: lines.map((line, index) =>
      lineItem(line, lineTaxes[index] ?? 0, products.get(line.product_source_id ?? '')),
    ),
  }
}

export const encodeCustomer = (row: CustomerRow): Data => ({
  id: gid('Customer', row.source_id),
  displayName: row.name,
  createdAt: iso(row.since),
  updatedAt: iso(row.source_updated),
  defaultEmailAddress: row.email === null ? null : { emailAddress: row.email },
  defaultAddress: address(row),
})

const level = (stock: StockRow): Data => {
  const location = stock.source_id.split('@')[1] ?? ''
  return {
    id: `${gid('InventoryLevel', location)}?inventory_item_id=${stock.source_id}`,
    updatedAt: iso(stock.source_updated),
    location: { id: gid('Location', location), name: stock.location },
    quantities: [
      { name: 'available', quantity: stock.available },
      { name: 'committed', quantity: stock.allocated },
      { name: 'on_hand', quantity: stock.on_hand },
      { name: 'reserved', quantity: stock.reserved },
    ],
  }
}

export const encodeVariant = (seed: ProductSeed): Data => {
  const { row } = seed
  return {
    id: gid('ProductVariant', row.source_id),
    title: seed.variantTitle,
    sku: row.sku,
    price: decimal(row.price ?? 0),
    updatedAt: iso(row.source_updated),
    product: product(seed),
    inventoryItem: {
      id: gid('InventoryItem', `5${row.source_id}`),
      tracked: seed.isTracked,
      unitCost: row.cost === null ? null : money(row.cost),
      inventoryLevels: seed.stock.map(level),
    },
  }
}
