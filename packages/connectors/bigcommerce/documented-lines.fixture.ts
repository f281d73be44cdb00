/**
 * Order lines, and the consignments that they come with, as BigCommerce’s documentation shows them, whole:
 * `reference/orders.v2.oas2.yml` of github.com/bigcommerce/docs.
 */

/** Sizes, wrapping, and eBay say nothing about sales, and are the same in all samples where they are left as here. */
const GOODS = {
  weight: '1.0000',
  width: '1.0000',
  height: '1.0000',
  depth: '1.0000',
  base_cost_price: '50.0000',
  cost_price_inc_tax: '50.0000',
  cost_price_ex_tax: '50.0000',
  cost_price_tax: '0.0000',
  is_refunded: false,
  quantity_refunded: 0,
  refund_amount: '0.0000',
  return_id: 0,
  wrapping_id: 0,
  wrapping_name: '',
  base_wrapping_cost: '0.0000',
  wrapping_cost_ex_tax: '0.0000',
  wrapping_cost_inc_tax: '0.0000',
  wrapping_cost_tax: '0.0000',
  wrapping_message: '',
  quantity_shipped: 0,
  fixed_shipping_cost: '0.0000',
  ebay_item_id: '',
  ebay_transaction_id: '',
  bin_picking_number: '',
  external_id: null,
  brand: 'BigCommerce',
}

const TOWEL = 'Fog Linen Chambray Towel - Beige Stripe'

const SIZE = {
  id: 45,
  option_id: 18,
  order_product_id: 65,
  product_option_id: 120,
  display_name: 'Size',
  display_name_customer: 'Size',
  display_name_merchant: 'Size',
  display_value: 'S',
  display_value_customer: 'S',
  display_value_merchant: 'S',
  value: '69',
  type: 'Multiple choice',
  name: 'Apparel sizes',
  display_style: 'Rectangle',
}
const { display_name_customer, display_name_merchant, ...SHORTER_OPTION } = SIZE

/** orderProductsCollection_Resp: a product with options, and one that it bundles. */
export const LINES_149 = [
  {
    ...GOODS,
    id: 65,
    order_id: 149,
    product_id: 77,
    order_address_id: 51,
    name: TOWEL,
    name_customer: TOWEL,
    name_merchant: TOWEL,
    sku: 'S-ORAN',
    upc: '1234567891112',
    type: 'physical',
    base_price: '55.9900',
    price_ex_tax: '55.9900',
    price_inc_tax: '65.2300',
    price_tax: '9.2400',
    base_total: '55.9900',
    total_ex_tax: '55.9900',
    total_inc_tax: '65.2300',
    total_tax: '9.2400',
    quantity: 1,
    fixed_shipping_cost: '5.0000',
    option_set_id: 19,
    parent_order_product_id: null,
    is_bundled_product: false,
    applied_discounts: [
      { id: 'manual-discount', amount: '1.5900', name: 'Manual Discount', code: null, target: 'order' },
    ],
    product_options: [
      SIZE,
      {
        ...SHORTER_OPTION,
        id: 46,
        option_id: 3,
        product_option_id: 121,
        display_name: 'Color',
        display_value: 'Orange',
        value: '112',
        type: 'Swatch',
        name: 'Colors',
        display_style: '',
      },
    ],
    configurable_fields: [],
    gift_certificate_id: null,
    discounted_total_inc_tax: '63.6400',
  },
  {
    ...GOODS,
    id: 66,
    order_id: 149,
    product_id: 86,
    order_address_id: 51,
    name: 'Able Brewing System',
    sku: 'ABS',
    type: 'physical',
    base_price: '0.0000',
    price_ex_tax: '0.0000',
    price_inc_tax: '0.0000',
    price_tax: '0.0000',
    base_total: '0.0000',
    total_ex_tax: '0.0000',
    total_inc_tax: '0.0000',
    total_tax: '0.0000',
    quantity: 1,
    event_name: null,
    event_date: null,
    option_set_id: null,
    parent_order_product_id: 65,
    is_bundled_product: true,
    bin_picking_number: 'BIN',
    applied_discounts: [],
    product_options: [],
    configurable_fields: [],
    gift_certificate_id: null,
    discounted_total_inc_tax: '0.0000',
  },
]

/** orderProductLineItem_Resp, “Custom Product” and “Product with Variants”: neither shows the discounted total. */
const JOURNAL = {
  ...GOODS,
  id: 238,
  order_id: 247,
  product_id: 0,
  variant_id: 0,
  order_address_id: 151,
  name: 'Journal',
  name_customer: 'Journal',
  name_merchant: 'Journal',
  sku: 'Jour-BLK',
  upc: '',
  type: 'physical',
  base_price: '45.0000',
  price_ex_tax: '41.5700',
  price_inc_tax: '45.0000',
  price_tax: '3.4300',
  base_total: '45.0000',
  total_ex_tax: '41.5700',
  total_inc_tax: '45.0000',
  total_tax: '3.4300',
  quantity: 1,
  event_name: null,
  event_date: null,
  option_set_id: null,
  parent_order_product_id: null,
  is_bundled_product: false,
  applied_discounts: [],
  product_options: [],
  configurable_fields: [],
  gift_certificate_id: null,
}
const { gift_certificate_id, product_options, ...SHARED_BY_240 } = JOURNAL
const SHIRT = 'BigCommerce T-Shirt'

export const LINES_247 = [
  JOURNAL,
  {
    ...SHARED_BY_240,
    id: 240,
    product_id: 201,
    variant_id: 477,
    name: SHIRT,
    name_customer: SHIRT,
    name_merchant: SHIRT,
    sku: 'SKU-201-Red-Small T-Shirt-Able Brewing System',
    base_price: '235.0000',
    price_ex_tax: '217.0900',
    price_inc_tax: '235.0000',
    price_tax: '17.9100',
    base_total: '940.0000',
    total_ex_tax: '868.3600',
    total_inc_tax: '940.0000',
    total_tax: '71.6400',
    quantity: 4,
    option_set_id: 68,
  },
]

const LINES = [...LINES_149, ...LINES_247]
const NO_CONSIGNMENTS = { pickups: [], shipping: [], downloads: [], email: { gift_certificates: [] } }

/** Said where a consignment has more lines than are listed; no page of the documentation has it. */
export const WARNING = {
  __warning__: { message: 'Not all line items of this consignment are returned with this response' },
}

/** orderConsignment_Get with whole lines, as `include=consignments.line_items` gives them; the names are those of its examples. */
export const CONSIGNMENTS = {
  pickup: {
    ...NO_CONSIGNMENTS,
    pickups: [
      {
        id: 99,
        pickup_method_id: 1,
        pickup_method_display_name: 'Pick Up',
        collection_instructions: 'Bring your ID',
        collection_time_description: '9am - 6pm',
        location: {
          id: 1,
          name: 'Location 1',
          code: 'LOCATION-1',
          address_line_1: '123 Main Street',
          address_line_2: 'Suite 101',
          city: 'Austin',
          state: 'Texas',
          postal_code: '78726',
          country_alpha2: 'US',
          email: 'location1@example.com',
          phone: '+1 111-111-1111',
        },
        line_items: LINES,
      },
    ],
  },
  shipping: {
    ...NO_CONSIGNMENTS,
    shipping: [
      {
        id: 99,
        first_name: 'Jane',
        last_name: 'Doe',
        company: 'Laser Ltd',
        street_1: '123 Main Street',
        street_2: 'string',
        city: 'Austin',
        state: 'Texas',
        zip: '12345',
        country: 'United States',
        country_iso2: 'US',
        phone: '0410999888',
        email: 'janedoe@example.com',
        form_fields: [{ name: 'License Id', value: '123BAF' }],
        shipping_method: 'Free Shipping',
        line_items: LINES,
        items_total: 1,
        items_shipped: 0,
        base_cost: 5.1,
        cost_ex_tax: 5.1,
        cost_inc_tax: 6.2,
        cost_tax: 1.1,
        cost_tax_class_id: 2,
        base_handling_cost: 4.1,
        handling_cost_ex_tax: 4.1,
        handling_cost_inc_tax: 5.3,
        handling_cost_tax: 1.2,
        handling_cost_tax_class_id: 2,
        shipping_zone_id: 1,
        shipping_zone_name: 'United States',
        shipping_quotes: {
          url: 'https://api.bigcommerce.com/stores/abc123/v2/orders/163/consignments/shipping/64/shipping_quotes',
          resource: '/orders/163/consignments/shipping/64/shipping_quotes',
        },
      },
    ],
  },
  digital: { ...NO_CONSIGNMENTS, downloads: [{ recipient_email: 'recipient@email.com', line_items: LINES }] },
  giftCertificate: {
    ...NO_CONSIGNMENTS,
    email: { gift_certificates: [{ recipient_email: 'recipient@email.com', line_items: LINES }] },
  },
}

/** `order_pickup_method_id` of the schema orderProducts, which no sample shows. */
export const LINE_PART = { order_pickup_method_id: 0 }
