import { bcItemKind, type CatalogFacts } from './catalog.ts'
import { BcOrder, BcRefund } from './order-schema.ts'

/** A catalog that has nothing. */
export const NO_CATALOG: CatalogFacts = {
  of: () => undefined,
  resolveItemKind: ({ type }, title) => bcItemKind(type, title),
}

/** A line of 2 bottles at 40.00 without tax, taxed 8 %. */
export const lineJson = (changes: object = {}) => ({
  id: 65,
  order_id: 218,
  product_id: 77,
  variant_id: 501,
  name: '2021 Pinot Noir',
  sku: 'PN21',
  type: 'physical',
  quantity: 2,
  price_ex_tax: '40.0000',
  price_inc_tax: '43.2000',
  total_ex_tax: '80.0000',
  total_inc_tax: '86.4000',
  total_tax: '6.4000',
  cost_price_ex_tax: '11.5000',
  applied_discounts: [],
  discounted_total_inc_tax: '86.4000',
  brand: 'Larkmoor',
  product_options: [],
  ...changes,
})

/** That line with shipping for 15.00: 80.00 + 15.00 + 6.40 = 101.40. */
const orderJson = (changes: object = {}, line_items: readonly object[] = [lineJson()]) => ({
  id: 218,
  customer_id: 11,
  date_created: 'Tue, 05 Mar 2019 21:40:11 +0000',
  date_modified: 'Mon, 11 Mar 2019 15:17:25 +0000',
  status_id: 11,
  status: 'Awaiting Fulfillment',
  payment_status: 'captured',
  order_source: 'www',
  external_source: null,
  items_total: 2,
  items_shipped: 0,
  order_is_digital: false,
  subtotal_ex_tax: '80.0000',
  subtotal_inc_tax: '86.4000',
  shipping_cost_ex_tax: '15.0000',
  shipping_cost_inc_tax: '15.0000',
  handling_cost_ex_tax: '0.0000',
  handling_cost_inc_tax: '0.0000',
  wrapping_cost_ex_tax: '0.0000',
  wrapping_cost_inc_tax: '0.0000',
  total_inc_tax: '101.4000',
  total_tax: '6.4000',
  discount_amount: '0.0000',
  coupon_discount: '0.0000',
  store_credit_amount: '0.0000',
  gift_certificate_amount: '0.0000',
  is_tax_inclusive_pricing: false,
  default_currency_code: 'USD',
  is_deleted: false,
  billing_address: {
    first_name: 'Jane',
    last_name: 'Doe',
    company: '',
    city: 'Austin',
    state: 'Texas',
    zip: '78108',
    country_iso2: 'US',
  },
  fees: [],
  consignments: { pickups: [], shipping: [], downloads: [], email: { gift_certificates: [] } },
  line_items,
  ...changes,
})

export const makeOrder = (changes?: object, lines?: readonly object[]): BcOrder =>
  BcOrder.parse(orderJson(changes, lines))

export const makeRefund = (changes: object): BcRefund =>
  BcRefund.parse({
    id: 12,
    order_id: 218,
    created: '2019-04-02T16:44:15+00:00',
    total_amount: 43.2,
    total_tax: 3.2,
    items: [{ item_type: 'PRODUCT', item_id: 65, quantity: 1, requested_amount: null }],
    payments: [{ id: 13, provider_id: 'storecredit', amount: 43.2, is_declined: false }],
    ...changes,
  })
