import { ADDRESS, ITEM, ORDER, TENDER, TODAYS_ITEM, TODAYS_ORDER, TODAYS_TENDER } from './samples.fixture.ts'
import { productNamed } from './winery-catalog.fixture.ts'
import { type SeedCustomer, toNameFields } from './winery-people.fixture.ts'
import type { SeedOrder } from './winery-sales.fixture.ts'

/** A line with its product; `price`: cents per unit after discount. */
export const pricedLine = (line: SeedOrder['lines'][number]) => {
  const product = productNamed(line.sku)
  const variant = product.variants.find(({ sku }) => sku === line.sku) ?? product.variants[0]
  return { line, product, variant, price: Math.round((variant.price * (100 - line.discount)) / 100) }
}

export type PricedLine = ReturnType<typeof pricedLine>

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
          costOfGood: variant.cost ?? 0,
          quantity,
        }
      })

const wireItem = (priced: PricedLine, { refundOf, purchase }: SeedOrder) => {
  const { line, product, variant, price } = priced
  const sign = refundOf ? WIRE_SIGNS[refundOf.negative] : { quantity: 1, price: 1 }
  return {
    id: line.id,
    productTitle: product.title,
    type: product.type,
    productId: product.id,
    productVariantId: variant.id,
    sku: variant.sku,
    price: price * sign.price,
    originalPrice: variant.price,
    // 0: nobody entered one
    costOfGood: variant.cost ?? 0,
    quantity: line.quantity * sign.quantity,
    taxType: product.taxType,
    vendor: product.vendor,
    departmentCode: product.department,
    purchaseType: purchase[0] === 'Refund' ? 'Refund' : 'Regular',
    bundleItems: wireBundle(priced),
  }
}

/** Orders have the form of the page orders-1, which has no purchase type, or that of today's answers. */
export const hasPurchaseType = (
  { purchase: [type], number, associate, vendor, lines }: SeedOrder,
  total: number,
): boolean =>
  number % 2 === 1 ||
  !(type === 'Regular' || (type === 'Refund' && total < 0)) ||
  associate !== null ||
  vendor !== null ||
  lines.some(({ sku }) => productNamed(sku).holds.length > 0)

const makeAddress = (state: string, customer: SeedCustomer | null): object => ({
  ...ADDRESS,
  ...(customer ? toNameFields(customer) : { firstName: null, lastName: null }),
  city: state === 'CA' ? 'Napa' : 'Portland',
  stateCode: state,
  zipCode: state === 'CA' ? '94558' : '97201',
  countryCode: 'US',
})

interface OrderAmounts {
  /** cents, after discount */
  readonly net: number
  /** without tip */
  readonly total: number
}

/** What an order has in both forms. */
const commonFields = (order: SeedOrder, { net, total }: OrderAmounts): object => {
  const { release, refundOf, customer } = order
  return {
    id: order.id,
    orderNumber: order.number,
    orderSubmittedDate: new Date(order.at).toISOString(),
    orderPaidDate: new Date(order.at).toISOString(),
    previousOrderId: refundOf?.link === 'previous' ? refundOf.id : null,
    linkedOrders: refundOf?.link === 'linked' ? [{ orderId: refundOf.id }] : [],
    paymentStatus: order.payment[0],
    fulfillmentStatus: order.fulfillment[0],
    complianceStatus: 'No Compliance Required',
    channel: order.channel[0],
    customerId: customer?.id ?? null,
    orderDeliveryMethod: order.delivery[0],
    subTotal: net,
    shipTotal: order.shipping,
    taxTotal: order.tax,
    bottleDepositTotal: order.deposit,
    tipTotal: order.tip,
    total,
    totalAfterTip: total + order.tip,
    club: release && {
      clubId: release.clubId,
      clubTitle: release.clubTitle,
      clubPackageId: release.id,
      clubPackageTitle: release.title,
    },
    shipTo: order.delivery[0] === 'Ship' ? makeAddress('OR', customer) : null,
    billTo: makeAddress('CA', customer),
    createdAt: new Date(order.at).toISOString(),
  }
}

const tendersOf = (order: SeedOrder, total: number, sample: object): object[] =>
  ['Failed', 'Success'].map((chargeStatus) => ({ ...sample, chargeStatus, amountTendered: total, tip: order.tip }))

/** An order as the platform returns it. */
export const wireOrder = (order: SeedOrder, amounts: OrderAmounts): Readonly<Record<string, unknown>> => {
  const { total } = amounts
  const { associate, vendor, customer } = order
  const items = order.lines.map((line) => wireItem(pricedLine(line), order))
  if (!hasPurchaseType(order, total))
    return {
      ...ORDER,
      ...commonFields(order, amounts),
      items: items.map(({ purchaseType, bundleItems, ...item }) => ({ ...ITEM, ...item })),
      tenders: tendersOf(order, total, TENDER),
    }
  return {
    ...TODAYS_ORDER,
    ...commonFields(order, amounts),
    purchaseType: order.purchase[0],
    externalOrderVendor: vendor,
    customer: customer && { ...TODAYS_ORDER.customer, id: customer.id, ...toNameFields(customer) },
    salesAssociate: associate && { accountId: `acc-${associate}`, name: associate },
    items: items.map((item) => ({ ...TODAYS_ITEM, ...item })),
    tenders: tendersOf(order, total, TODAYS_TENDER),
  }
}
