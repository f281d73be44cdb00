/**
 * Samples of BigCommerce's documentation, with the fields that Cuvee reads. The names are those of the specifications in
 * github.com/bigcommerce/docs.
 */

const JANE = {
  first_name: 'Jane',
  last_name: 'Doe',
  company: '',
  city: 'Austin',
  state: 'Texas',
  country: 'United States',
  country_iso2: 'US',
}

const NO_HANDLING = {
  handling_cost_ex_tax: '0.0000',
  handling_cost_inc_tax: '0.0000',
  wrapping_cost_ex_tax: '0.0000',
  wrapping_cost_inc_tax: '0.0000',
}

/** reference/orders.v2.oas2.yml, orderCollection_Resp: it has no lines, which are a list of their own. */
export const ORDER_100 = {
  id: 100,
  customer_id: 20,
  date_created: 'Wed, 10 Jan 2018 21:05:30 +0000',
  date_modified: 'Wed, 05 Dec 2018 20:16:55 +0000',
  date_shipped: '',
  status_id: 11,
  status: 'Awaiting Fulfillment',
  subtotal_ex_tax: '336.3200',
  subtotal_inc_tax: '361.9500',
  subtotal_tax: '25.6300',
  shipping_cost_ex_tax: '0.0000',
  shipping_cost_inc_tax: '0.0000',
  ...NO_HANDLING,
  total_ex_tax: '361.9500',
  total_inc_tax: '361.9500',
  total_tax: '0.0000',
  is_tax_inclusive_pricing: false,
  items_total: 17,
  items_shipped: 0,
  payment_method: 'Credit Card',
  payment_status: 'authorized',
  refunded_amount: '0.0000',
  order_is_digital: false,
  store_credit_amount: '0.0000',
  gift_certificate_amount: '0.0000',
  currency_code: 'USD',
  default_currency_code: 'USD',
  discount_amount: '0.0000',
  coupon_discount: '0.0000',
  billing_address: { ...JANE, zip: '78751' },
  order_source: 'manual',
  external_source: 'POS',
  products: {
    url: 'https://api.bigcommerce.com/stores/abc123/v2/orders/100/products',
    resource: '/orders/100/products',
  },
}

/** The same file, order_Resp: with fees, one of which misspells a field. */
export const ORDER_218 = {
  ...ORDER_100,
  id: 218,
  customer_id: 11,
  date_created: 'Tue, 05 Mar 2019 21:40:11 +0000',
  date_modified: 'Mon, 11 Mar 2019 15:17:25 +0000',
  status_id: 7,
  status: 'Awaiting Payment',
  subtotal_ex_tax: '62.6793',
  subtotal_inc_tax: '67.8400',
  subtotal_tax: '4.4000',
  shipping_cost_ex_tax: '11.0900',
  shipping_cost_inc_tax: '12.0000',
  total_ex_tax: '64.5300',
  total_inc_tax: '69.8400',
  total_tax: '5.3100',
  items_total: 4,
  discount_amount: '5.0000',
  coupon_discount: '5.0000',
  billing_address: { ...JANE, zip: '78108' },
  order_source: 'external',
  external_source: null,
  fees: [
    {
      id: 1,
      type: 'custom_fee',
      display_name_customer: 'A Fee',
      base_cost: '12.3000',
      cost_exc_tax: '12.3000',
      cost_inc_tax: '12.3000',
      cost_tax: '0.0000',
    },
    {
      id: 2,
      type: 'custom_fee',
      display_name_customer: 'B Fee',
      base_cost: '4.0000',
      cost_ex_tax: '4.0000',
      cost_inc_tax: '12.0000',
      cost_tax: '8.0000',
      tax_class_id: null,
    },
  ],
}

/** The same file, orderProductsCollection_Resp: a product with options, and one that it bundles. */
export const LINES_149 = [
  {
    id: 65,
    order_id: 149,
    product_id: 77,
    order_address_id: 51,
    name: 'Fog Linen Chambray Towel - Beige Stripe',
    sku: 'S-ORAN',
    type: 'physical',
    price_ex_tax: '55.9900',
    price_inc_tax: '65.2300',
    total_ex_tax: '55.9900',
    total_inc_tax: '65.2300',
    total_tax: '9.2400',
    quantity: 1,
    cost_price_ex_tax: '50.0000',
    is_refunded: false,
    quantity_refunded: 0,
    parent_order_product_id: null,
    is_bundled_product: false,
    brand: 'BigCommerce',
    applied_discounts: [
      { id: 'manual-discount', amount: '1.5900', name: 'Manual Discount', code: null, target: 'order' },
    ],
    product_options: [
      { id: 45, display_name: 'Size', display_value: 'S', value: '69', type: 'Multiple choice' },
      { id: 46, display_name: 'Color', display_value: 'Orange', value: '112', type: 'Swatch' },
    ],
    gift_certificate_id: null,
    discounted_total_inc_tax: '63.6400',
  },
  {
    id: 66,
    order_id: 149,
    product_id: 86,
    order_address_id: 51,
    name: 'Able Brewing System',
    sku: 'ABS',
    type: 'physical',
    price_ex_tax: '0.0000',
    price_inc_tax: '0.0000',
    total_ex_tax: '0.0000',
    total_inc_tax: '0.0000',
    total_tax: '0.0000',
    quantity: 1,
    cost_price_ex_tax: '50.0000',
    parent_order_product_id: 65,
    is_bundled_product: true,
    brand: 'BigCommerce',
    applied_discounts: [],
    product_options: [],
    gift_certificate_id: null,
    discounted_total_inc_tax: '0.0000',
  },
]

/** reference/orders.v3.yml, RefundID_Response; the list of refunds has records of the same form. */
export const REFUND_12 = {
  id: 12,
  order_id: 180,
  user_id: 0,
  created: '2022-06-16T16:44:15+00:00',
  reason: 'Customer requires a refund.',
  total_amount: 50,
  total_tax: 5,
  uses_merchant_override_values: false,
  payments: [
    { id: 13, provider_id: 'storecredit', amount: 50, offline: true, is_declined: false, declined_message: '' },
  ],
  items: [{ item_type: 'PRODUCT', item_id: 87, quantity: 1, requested_amount: null }],
}

/** reference/catalog/product-variants_catalog.v3.yml, in a product of reference/catalog/products_catalog.v3.yml */
export const PRODUCT_192 = {
  id: 192,
  name: 'Smith Journal 13',
  type: 'physical',
  sku: 'SM-13',
  price: 10,
  cost_price: 0,
  categories: [0],
  brand_id: 37,
  inventory_tracking: 'none',
  date_modified: '2015-07-03T18:16:02+00:00',
  custom_fields: [{ id: 6, name: 'ISBN', value: '1234567890123' }],
  variants: [
    {
      id: 382,
      product_id: 192,
      sku: 'SMIT',
      sku_id: 348,
      price: 10,
      calculated_price: 10,
      sale_price: 8,
      map_price: {},
      cost_price: 0,
      inventory_level: 0,
      option_values: [{ id: 174, label: 'Beige', option_id: 220, option_display_name: 'Color' }],
    },
    {
      id: 383,
      product_id: 192,
      sku: 'SMIT-1',
      sku_id: 349,
      price: 25,
      calculated_price: 25,
      map_price: {},
      cost_price: 25,
      inventory_level: 0,
      option_values: [{ id: 175, label: 'Grey', option_id: 220, option_display_name: 'Color' }],
    },
  ],
}

/** reference/inventory.v3.yml, the examples of ItemResponse's fields */
export const STOCK_79 = {
  identity: { sku: 'RE-130', variant_id: 79, product_id: 120, sku_id: null },
  locations: [
    {
      location_id: 1,
      location_code: 'BC-LOCATION-1',
      location_name: 'Default location',
      available_to_sell: 10,
      total_inventory_onhand: 11,
      location_enabled: true,
      settings: { safety_stock: 1, is_in_stock: true, warning_level: 1, bin_picking_number: '1' },
    },
  ],
}

/** reference/customers.v3.yml, CustomerCollectionResponse, with the ID and dates that its schema adds */
export const CUSTOMER_1 = {
  id: 1,
  email: 'string@example.com',
  first_name: 'string',
  last_name: 'string',
  company: 'string',
  phone: 'string',
  customer_group_id: 0,
  addresses: [
    {
      first_name: 'string',
      last_name: 'string',
      address1: 'Addr1',
      address2: '',
      city: 'string',
      state_or_province: 'string',
      postal_code: 'string',
      country_code: 'st',
      address_type: 'residential',
      customer_id: 0,
      id: 0,
      country: 'string',
    },
  ],
  date_created: '2018-11-13T21:42:06Z',
  date_modified: '2018-11-14T16:46:23Z',
}
