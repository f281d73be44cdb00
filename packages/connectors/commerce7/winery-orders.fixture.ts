import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { productNamed, type SeedProduct, type SeedVariant } from './winery-catalog.fixture.ts'
import type { SeedCustomer } from './winery-people.fixture.ts'
import type { Made } from './winery-store.fixture.ts'

export interface SeedLine {
  readonly sku: string
  readonly quantity: number
  /** percent */
  readonly discount: number
  /** null: the platform gives the item no id */
  readonly id: string | null
}

/** What an order says of its circumstances, as the platform writes it and as our code for it. */
export interface Circumstances {
  readonly channel: readonly [raw: string, code: string]
  readonly purchase: readonly [raw: string, code: string]
  readonly payment: readonly [raw: string | null, code: string]
  readonly fulfillment: readonly [raw: string, code: string]
  readonly delivery: readonly [raw: string | null, code: string]
}

export interface SeedOrder extends Circumstances {
  readonly id: string
  readonly number: number
  readonly at: number
  readonly customer: SeedCustomer | null
  readonly associate: string | null
  readonly lines: readonly SeedLine[]
  readonly release: {
    readonly id: string
    readonly title: string
    readonly clubId: string
    readonly clubTitle: string
  } | null
  readonly vendor: string | null
  /** of the order that is taken back; how the platform writes amounts of a refund differs */
  readonly refundOf: {
    readonly id: string
    readonly negative: 'quantity' | 'price' | 'neither'
    readonly link: 'previous' | 'linked'
  } | null
  /** cents */
  readonly shipping: number
  readonly tax: number
  readonly tip: number
  readonly deposit: number
  /** the tip is told by the tenders alone */
  readonly tipByTender: boolean
}

interface PricedLine {
  readonly line: SeedLine
  readonly product: SeedProduct
  readonly variant: SeedVariant
  /** cents of one after discount */
  readonly price: number
}

const pricedLine = (line: SeedLine): PricedLine => {
  const product = productNamed(line.sku)
  const variant = product.variants.find(({ sku }) => sku === line.sku) ?? product.variants[0]
  return { line, product, variant, price: Math.round((variant.price * (100 - line.discount)) / 100) }
}

const WIRE_SIGNS = {
  quantity: { quantity: -1, price: 1 },
  price: { quantity: 1, price: -1 },
  neither: { quantity: 1, price: 1 },
}

const wireBundle = ({ product }: PricedLine): object[] | null =>
  product.holds.length === 0
    ? null
    : product.holds.map(({ sku, quantity }) => {
        const held = productNamed(sku)
        const [variant] = held.variants
        return {
          productId: held.id,
          productVariantId: variant.id,
          productTitle: held.title,
          sku,
          type: held.type,
          taxType: held.taxType,
          price: variant.price,
          quantity,
        }
      })

const wireItem = (priced: PricedLine, { refundOf, purchase }: SeedOrder): object => {
  const { line, product, variant, price } = priced
  const sign = refundOf ? WIRE_SIGNS[refundOf.negative] : { quantity: 1, price: 1 }
  return {
    ...(line.id === null ? {} : { id: line.id }),
    purchaseType: purchase[0] === 'Refund' ? 'Refund' : 'Regular',
    productTitle: product.title,
    type: product.type,
    productId: product.id,
    productVariantId: variant.id,
    productVariantTitle: variant.title,
    sku: variant.sku,
    price: price * sign.price,
    originalPrice: variant.price,
    comparePrice: null,
    quantity: line.quantity * sign.quantity,
    taxType: product.taxType,
    volumeInML: 750,
    vendor: product.vendor,
    departmentCode: product.department,
    isPriceOverride: false,
    bundleItems: wireBundle(priced),
  }
}

interface Part {
  readonly product: SeedProduct
  readonly variant: SeedVariant
  readonly suffix: string
  readonly quantity: number
  readonly list: number
  readonly amount: number
}

const partsOf = ({ line, product, variant, price }: PricedLine): Part[] => {
  const list = variant.price * line.quantity
  const amount = price * line.quantity
  if (product.holds.length === 0) return [{ product, variant, suffix: '', quantity: line.quantity, list, amount }]
  const share = product.holds.length
  return product.holds.map(({ sku, quantity }, index) => {
    const held = productNamed(sku)
    return {
      product: held,
      variant: held.variants[0],
      suffix: `.${index + 1}`,
      quantity: quantity * line.quantity,
      list: list / share,
      amount: amount / share,
    }
  })
}

const minus = (amount: number): number => (amount === 0 ? 0 : -amount)

const lineRows = (order: SeedOrder, updated: number): CanonicalRecord<'order_lines'>[] => {
  const sign = (amount: number): number => (order.refundOf ? minus(amount) : amount)
  const parts = order.lines.flatMap((line, place) => {
    const priced = pricedLine(line)
    return partsOf(priced).map((part) => ({ part, lineId: `${line.id ?? place + 1}${part.suffix}` }))
  })
  return parts.map(({ part, lineId }, index) => ({
    source_id: `${order.id}/${lineId}`,
    source_updated: updated,
    time_basis: 'utc',
    order_source_id: order.id,
    line_id: lineId,
    line_number: index + 1,
    sku: part.variant.sku,
    product_source_id: part.variant.id,
    product_title: part.product.title,
    category: part.product.department,
    brand: part.product.vendor,
    vintage: part.product.wine && String(part.product.wine.vintage),
    varietal: part.product.wine?.varietal ?? null,
    item_kind: part.product.kind,
    item_kind_raw: part.product.type,
    quantity: sign(part.quantity),
    unit_price: part.list / part.quantity / 100,
    discount: sign(part.list - part.amount),
    amount: sign(part.amount),
  }))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const place = (state: string, customer: SeedCustomer | null): object => ({
  ...(customer ? { firstName: customer.first, lastName: customer.last, birthDate: customer.birth } : {}),
  city: state === 'CA' ? 'Napa' : 'Portland',
  stateCode: state,
  zipCode: state === 'CA' ? '94558' : '97201',
  countryCode: 'US',
})

export const makeOrder = (order: SeedOrder, updated: number): Made => {
  const lines = lineRows(order, updated)
  const ships = order.delivery[0] === 'Ship'
  const net = sum(lines.map(({ amount }) => amount))
  const discount = sum(lines.map((line) => line.discount))
  const total = net + order.shipping + order.tax + order.deposit
  const { release, refundOf, customer } = order
  const wire = {
    id: order.id,
    orderNumber: order.number,
    orderSubmittedDate: new Date(order.at).toISOString(),
    orderPaidDate: new Date(order.at).toISOString(),
    orderSource: 'Internal',
    externalOrderNumber: null,
    externalOrderVendor: order.vendor,
    purchaseType: order.purchase[0],
    previousOrderId: refundOf?.link === 'previous' ? refundOf.id : null,
    refundOrderId: null,
    linkedOrders: refundOf?.link === 'linked' ? [{ orderId: refundOf.id }] : [],
    paymentStatus: order.payment[0],
    fulfillmentStatus: order.fulfillment[0],
    shippingStatus: 'Not Tracked',
    complianceStatus: 'No Compliance Required',
    channel: order.channel[0],
    customerId: customer?.id ?? null,
    orderDeliveryMethod: order.delivery[0],
    subTotal: net,
    shipTotal: order.shipping,
    taxTotal: order.tax,
    dutyTotal: 0,
    bottleDepositTotal: order.deposit,
    tipTotal: order.tipByTender ? null : order.tip,
    total,
    totalAfterTip: order.tipByTender ? null : total + order.tip,
    salesAssociate: order.associate && { accountId: 'acc-1', name: order.associate },
    club: release && {
      clubId: release.clubId,
      clubTitle: release.clubTitle,
      clubPackageId: release.id,
      clubPackageTitle: release.title,
      shipmentBuildStatus: 'Complete',
    },
    shipTo: ships ? place('OR', customer) : null,
    billTo: place('CA', customer),
    items: order.lines.map((line) => wireItem(pricedLine(line), order)),
    tenders: [
      { tenderType: 'Credit Card', chargeType: 'Sale', chargeStatus: 'Failed', amountTendered: total, tip: order.tip },
      { tenderType: 'Credit Card', chargeType: 'Sale', chargeStatus: 'Success', amountTendered: total, tip: order.tip },
    ],
    promotions: [],
    tags: [],
    createdAt: new Date(order.at).toISOString(),
  }
  const row: CanonicalRecord<'orders'> = {
    source_id: order.id,
    source_updated: updated,
    time_basis: 'utc',
    order_number: String(order.number),
    ordered: order.at,
    channel: order.channel[1],
    channel_raw: order.channel[0],
    order_type: order.purchase[1],
    order_type_raw: order.purchase[0],
    payment_status: order.payment[1],
    payment_status_raw: order.payment[0],
    fulfillment_status: order.fulfillment[1],
    fulfillment_status_raw: order.fulfillment[0],
    delivery_method: order.delivery[1],
    delivery_method_raw: order.delivery[0],
    compliance_status: 'No Compliance Required',
    refund_of_source_id: refundOf?.id ?? null,
    external_vendor: order.vendor,
    customer_source_id: customer?.id ?? null,
    customer_name: customer && [customer.first, customer.last].filter(Boolean).join(' '),
    team_member: order.associate,
    club_source_id: release?.clubId ?? null,
    club_name: release?.clubTitle ?? null,
    release_source_id: release?.id ?? null,
    release_name: release?.title ?? null,
    city: ships ? 'Portland' : 'Napa',
    state: ships ? 'OR' : 'CA',
    country: 'US',
    postal_code: ships ? '97201' : '94558',
    requested_ship: null,
    currency: 'USD',
    subtotal: net + discount,
    discount,
    shipping: order.shipping,
    tax: order.tax,
    tip: order.tip,
    total: total + order.tip,
    is_refund: refundOf !== null,
  }
  const isCharged = release !== null && refundOf === null && order.payment[0] !== 'Cancelled'
  return {
    id: order.id,
    wire,
    rows: [
      { table: 'orders', row },
      ...lines.map((line) => ({ table: 'order_lines' as const, row: line })),
      ...(isCharged
        ? [
            {
              table: 'release_members' as const,
              row: {
                source_id: order.id,
                source_updated: updated,
                time_basis: 'utc' as const,
                release_source_id: release.id,
                membership_source_id: `${release.clubId}/${customer?.id}`,
                status: 'processed',
                order_source_id: order.id,
              },
            },
          ]
        : []),
    ],
  }
}
