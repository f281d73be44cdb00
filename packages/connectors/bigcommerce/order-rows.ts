import type { CanonicalRow } from '../kit/connector.ts'
import { productColumns, refundRows, saleRows } from '../kit/order-rows.ts'
import { personName } from '../kit/person.ts'
import { titleWithOptions } from '../kit/product-row.ts'
import type { CatalogFacts } from './catalog.ts'
import {
  formatOrderSource,
  stateCode,
  toChannel,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
} from './codes.ts'
import { parseMinorOrZero } from './fields.ts'
import { type BcLineAmounts, isPaidOut, orderAmounts, refundAmounts } from './order-money.ts'
import type { BcLine, BcOrder, BcRefund } from './order-schema.ts'

const orderColumns = (order: BcOrder, hasRefunds: boolean) => {
  const channel = toChannel(order)
  const delivery = toDeliveryMethod(order, channel)
  const { city, state, country_iso2: country, zip } = order.consignments.shipping[0] ?? order.billing_address
  return {
    source_id: order.id,
    source_updated: order.date_modified,
    order_number: order.id,
    ordered: order.date_created,
    channel,
    channel_raw: formatOrderSource(order),
    payment_status: toPaymentStatus({ ...order, hasRefunds }),
    payment_status_raw: order.payment_status ?? order.status,
    fulfillment_status: toFulfillmentStatus(order),
    fulfillment_status_raw: order.status,
    delivery_method: delivery.method,
    delivery_method_raw: delivery.raw,
    customer_source_id: order.customer_id,
    customer_name: personName(order.billing_address),
    city,
    state: stateCode(state, country),
    country,
    postal_code: zip,
    currency: order.default_currency_code,
  }
}

/** The cost of a number of units in minor units; a cost of 0 means that none was entered. */
const costColumns = ({ cost_price_ex_tax }: BcLine, quantity: number, currency: string): { readonly cost?: number } => {
  const each = parseMinorOrZero(cost_price_ex_tax, currency)
  return each === 0 ? {} : { cost: Math.round(each * quantity) || 0 }
}

const describeLine = ({ line, quantity }: BcLineAmounts, currency: string, catalog: CatalogFacts) => {
  const options = line.product_options.flatMap(({ display_value }) => display_value ?? [])
  const title = titleWithOptions(line.name, options)
  const product = catalog.of(line)
  const kind = catalog.resolveItemKind(line, title)
  const raw = product?.category ?? line.type
  const columns = productColumns(product, { sku: line.sku, id: line.variant_id, title, kind, raw })
  return {
    ...columns,
    id: line.id,
    brand: line.brand ?? columns.brand,
    unit_price: line.price_ex_tax === null ? null : Number(line.price_ex_tax),
    ...costColumns(line, quantity, currency),
  }
}

/** A refund is a part of its order at BigCommerce. */
export const refundSourceId = (orderId: string, refundId: string): string => `${orderId}/refund-${refundId}`

/** The order of a source ID, which may be of its refund. */
export const orderIdOf = (sourceId: string): string => sourceId.split('/')[0] ?? sourceId

export const refundNumber = (orderId: string, refundId: string): string => `${orderId}-R${refundId}`

/** An order with its lines, and each of its refunds as a separate order dated by the refund. */
export const orderRows = (
  source: BcOrder,
  given: readonly BcRefund[],
  catalog: CatalogFacts,
): readonly CanonicalRow[] => {
  const refunds = given.filter(isPaidOut)
  const amounts = orderAmounts(source)
  const describe = (line: BcLineAmounts) => describeLine(line, source.default_currency_code, catalog)
  const { order, rows } = saleRows(orderColumns(source, refunds.length > 0), amounts, describe)
  const refunded = refunds.flatMap((refund) => {
    const { id, created } = refund
    const number = refundNumber(source.id, id)
    const about = { id: refundSourceId(source.id, id), number, refunded: created, updated: created }
    return refundRows(order, about, refundAmounts(refund, source, amounts), describe)
  })
  return [...rows, ...refunded]
}
