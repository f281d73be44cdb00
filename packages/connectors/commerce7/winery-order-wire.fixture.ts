import { ADDRESS, TODAYS_ITEM, TODAYS_ORDER, TODAYS_TENDER } from './samples.fixture.ts'
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

const wireItem = ({ line, product, variant, price }: PricedLine, { refundOf }: SeedOrder) => ({
  ...TODAYS_ITEM,
  id: line.id,
  productTitle: product.title,
  type: product.type,
  productId: product.id,
  productVariantId: variant.id,
  sku: variant.sku,
  price,
  originalPrice: variant.price,
  // 0: nobody entered one
  costOfGood: variant.cost ?? 0,
  quantity: refundOf ? -line.quantity : line.quantity,
  taxType: product.taxType,
  vendor: product.vendor,
  departmentCode: product.department,
  purchaseType: refundOf ? 'Refund' : 'Regular',
})

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

/** An order as the platform returns it. */
export const wireOrder = (order: SeedOrder, { net, total }: OrderAmounts): Readonly<Record<string, unknown>> => {
  const { associate, customer, release } = order
  return {
    ...TODAYS_ORDER,
    id: order.id,
    orderNumber: order.number,
    orderSubmittedDate: new Date(order.at).toISOString(),
    orderPaidDate: new Date(order.at).toISOString(),
    purchaseType: order.purchase[0],
    previousOrderId: order.refundOf,
    paymentStatus: order.payment[0],
    fulfillmentStatus: order.fulfillment[0],
    complianceStatus: 'No Compliance Required',
    channel: order.channel[0],
    externalOrderVendor: order.vendor,
    customerId: customer?.id ?? null,
    customer: customer && { ...TODAYS_ORDER.customer, id: customer.id, ...toNameFields(customer) },
    salesAssociate: associate && { accountId: `acc-${associate}`, name: associate },
    orderDeliveryMethod: order.delivery[0],
    subTotal: net,
    shipTotal: order.shipping,
    taxTotal: order.tax,
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
    items: order.lines.map((line) => wireItem(pricedLine(line), order)),
    tenders: [{ ...TODAYS_TENDER, chargeStatus: 'Success', amountTendered: total, tip: order.tip }],
  }
}
