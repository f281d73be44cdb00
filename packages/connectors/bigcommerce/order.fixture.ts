import { bcItemKind, type CatalogFacts } from './catalog.ts'
import { BcOrder, BcRefund } from './order-schema.ts'
import { LINES_247, ORDER_218, REFUND_12 } from './samples.fixture.ts'

/** A catalog that has nothing. */
export const NO_CATALOG: CatalogFacts = {
  of: () => undefined,
  resolveItemKind: ({ type }, title) => bcItemKind(type, title),
}

const [JOURNAL] = LINES_247

/** The documented line, of 2 bottles at 40.00 without tax, taxed 8 %. */
export const lineJson = (changes: object = {}) => ({
  ...JOURNAL,
  id: 65,
  order_id: 218,
  product_id: 77,
  variant_id: 501,
  name: '2021 Pinot Noir',
  sku: 'PN21',
  quantity: 2,
  price_ex_tax: '40.0000',
  price_inc_tax: '43.2000',
  total_ex_tax: '80.0000',
  total_inc_tax: '86.4000',
  total_tax: '6.4000',
  cost_price_ex_tax: '11.5000',
  discounted_total_inc_tax: '86.4000',
  brand: 'Larkmoor',
  ...changes,
})

/** The documented order, with that line and shipping for 15.00: 80.00 + 15.00 + 6.40 = 101.40. */
export const makeOrder = (changes: object = {}, line_items: readonly object[] = [lineJson()]): BcOrder =>
  BcOrder.parse({
    ...ORDER_218,
    status_id: 11,
    status: 'Awaiting Fulfillment',
    payment_status: 'captured',
    order_source: 'www',
    items_total: 2,
    subtotal_ex_tax: '80.0000',
    subtotal_inc_tax: '86.4000',
    shipping_cost_ex_tax: '15.0000',
    shipping_cost_inc_tax: '15.0000',
    total_inc_tax: '101.4000',
    total_tax: '6.4000',
    discount_amount: '0.0000',
    coupon_discount: '0.0000',
    is_deleted: false,
    fees: [],
    consignments: { pickups: [], shipping: [], downloads: [], email: { gift_certificates: [] } },
    line_items,
    ...changes,
  })

/** The documented refund, of one bottle. */
export const makeRefund = (changes: object): BcRefund =>
  BcRefund.parse({
    ...REFUND_12,
    order_id: 218,
    created: '2019-04-02T16:44:15+00:00',
    total_amount: 43.2,
    total_tax: 3.2,
    items: [{ item_type: 'PRODUCT', item_id: 65, quantity: 1, requested_amount: null }],
    payments: [{ id: 13, provider_id: 'storecredit', amount: 43.2, is_declined: false }],
    ...changes,
  })
