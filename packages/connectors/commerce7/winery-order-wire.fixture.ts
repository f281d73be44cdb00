import { productNamed } from './winery-catalog.fixture.ts'
import { type PricedLine, pricedLine, type SeedOrder } from './winery-order-seed.fixture.ts'
import type { SeedCustomer } from './winery-people.fixture.ts'

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

/** The documented samples have no purchase type: half of the regular orders and of the negative refunds have none here. */
export const wirePurchase = ({ purchase: [type], number }: SeedOrder, total: number): string | null =>
  number % 2 === 0 && (type === 'Regular' || (type === 'Refund' && total < 0)) ? null : type

const place = (state: string, customer: SeedCustomer | null): object => ({
  ...(customer ? { firstName: customer.first, lastName: customer.last, birthDate: customer.birth } : {}),
  city: state === 'CA' ? 'Napa' : 'Portland',
  stateCode: state,
  zipCode: state === 'CA' ? '94558' : '97201',
  countryCode: 'US',
})

export interface OrderAmounts {
  /** cents, after discount */
  readonly net: number
  readonly discount: number
  /** without tip */
  readonly total: number
}

/** An order as the platform returns it. */
export const wireOrder = (order: SeedOrder, { net, total }: OrderAmounts): Readonly<Record<string, unknown>> => {
  const ships = order.delivery[0] === 'Ship'
  const { release, refundOf, customer } = order
  return {
    id: order.id,
    orderNumber: order.number,
    orderSubmittedDate: new Date(order.at).toISOString(),
    orderPaidDate: new Date(order.at).toISOString(),
    orderSource: 'Internal',
    externalOrderNumber: null,
    externalOrderVendor: order.vendor,
    ...(wirePurchase(order, total) ? { purchaseType: order.purchase[0] } : {}),
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
    salesAssociate: order.associate && { accountId: `acc-${order.associate}`, name: order.associate },
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
}
