/**
 * Records as BigCommerce’s documentation shows them, whole. The names are those of the files in the folder `reference` of
 * github.com/bigcommerce/docs; descriptions are shortened.
 */

/** orders.v2.oas2.yml, ordersCount_Resp; of its fifteen statuses, two. */
export const COUNTS = {
  statuses: [
    {
      id: 0,
      name: 'Incomplete',
      system_label: 'Incomplete',
      custom_label: 'Incomplete - Testing',
      system_description:
        'An incomplete order happens when a shopper reached the payment page, but did not complete the transaction.',
      count: 15,
      sort_order: 0,
    },
    {
      id: 1,
      name: 'Pending',
      system_label: 'Pending',
      custom_label: 'Pending',
      system_description: 'Customer started the checkout process, but did not complete it.',
      count: 4,
      sort_order: 1,
    },
  ],
  count: 133,
}

/** orders.v3.yml, RefundID_Response; the list of refunds has records of the same form. */
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

/** The same file, RefundItem: the quantity is only of products, and the amount is a number in the list of refunds. */
export const REFUND_PART = { items: [{ reason: 'Wrong size.', requested_amount: 1.99 }] }

const VARIANT = {
  id: 382,
  product_id: 192,
  sku: 'SMIT',
  sku_id: 348,
  price: 10,
  calculated_price: 10,
  sale_price: 8,
  retail_price: 10,
  map_price: {},
  weight: 4,
  calculated_weight: 2,
  width: 5,
  height: 5,
  depth: 5,
  is_free_shipping: false,
  fixed_cost_shipping_price: 10,
  purchasing_disabled: false,
  purchasing_disabled_message: '',
  image_url: '',
  cost_price: 0,
  upc: '',
  mpn: '',
  gtin: '',
  inventory_level: 0,
  inventory_warning_level: 0,
  bin_picking_number: '',
  option_values: [{ id: 174, label: 'Beige', option_id: 220, option_display_name: 'Color' }],
}

/** catalog/product-variants_catalog.v3.yml, the variants of product 192 */
const VARIANTS_192 = [
  VARIANT,
  {
    ...VARIANT,
    id: 383,
    sku: 'SMIT-1',
    sku_id: 349,
    price: 25,
    calculated_price: 25,
    sale_price: 20,
    retail_price: 25,
    weight: 2,
    calculated_weight: 1,
    cost_price: 25,
    option_values: [{ id: 175, label: 'Grey', option_id: 220, option_display_name: 'Color' }],
  },
]

/**
 * catalog/products_catalog.v3.yml: product 174, “1L Le Parfait Jar”, with the name, the custom field, and the variants of the product that
 * the other samples show.
 */
export const PRODUCT_192 = {
  id: 192,
  name: 'Smith Journal 13',
  type: 'physical',
  sku: 'SM-13',
  description: '<p><span>Lorem ipsum</span></p>',
  weight: 1,
  width: 0,
  depth: 0,
  height: 0,
  price: 10,
  cost_price: 0,
  retail_price: 10,
  sale_price: 0,
  map_price: 0,
  tax_class_id: 0,
  product_tax_code: '',
  calculated_price: 7.95,
  categories: [23],
  brand_id: 37,
  option_set_id: 55,
  option_set_display: 'right',
  inventory_level: 0,
  inventory_warning_level: 0,
  inventory_tracking: 'none',
  reviews_rating_sum: 0,
  reviews_count: 0,
  total_sold: 7,
  fixed_cost_shipping_price: 0,
  is_free_shipping: false,
  is_visible: true,
  is_featured: false,
  related_products: [-1],
  warranty: '',
  bin_picking_number: '',
  layout_file: 'product.html',
  upc: '',
  mpn: '',
  gtin: '',
  search_keywords: 'jar, glass',
  availability: 'available',
  availability_description: '',
  gift_wrapping_options_type: 'any',
  gift_wrapping_options_list: [],
  sort_order: 0,
  condition: 'New',
  is_condition_shown: false,
  order_quantity_minimum: 0,
  order_quantity_maximum: 0,
  page_title: '',
  meta_keywords: [],
  meta_description: '',
  date_created: '2018-08-15T14:48:46+00:00',
  date_modified: '2018-09-05T20:42:07+00:00',
  view_count: 10,
  preorder_release_date: '2018-09-05T20:42:07+00:00',
  preorder_message: '',
  is_preorder_only: false,
  is_price_hidden: false,
  price_hidden_label: '',
  custom_url: { url: '/all/1l-le-parfait-jar/', is_customized: true },
  base_variant_id: 345,
  open_graph_type: 'product',
  open_graph_title: '',
  open_graph_description: '',
  open_graph_use_meta_description: true,
  open_graph_use_product_name: true,
  open_graph_use_image: true,
  custom_fields: [{ id: 6, name: 'ISBN', value: '1234567890123' }],
  variants: VARIANTS_192,
}

/** catalog/category-trees_catalog.v3.yml; `tree_id` and `category_uuid` are in its schema. */
export const CATEGORY = {
  category_id: 23,
  parent_id: 2,
  name: 'Bath',
  description: '<p>We offer a wide variety of products perfect for relaxing</p>',
  views: 1050,
  sort_order: 3,
  page_title: 'Bath',
  meta_keywords: ['string'],
  meta_description: 'string',
  layout_file: 'category.html',
  image_url: 'https://cdn8.bigcommerce.com/s-123456/product_images/d/fakeimage.png',
  is_visible: true,
  search_keywords: 'string',
  default_product_sort: 'use_store_settings',
  url: { path: 'string', is_customized: true },
}

/** catalog/brands_catalog.v3.yml with `include_fields=name`: the ID and the named fields are returned. */
export const BRAND = { id: 37, name: 'Common Good' }

/** inventory.v3.yml, the examples of ItemResponse’s fields */
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

/** customers.v3.yml, CustomerCollectionResponse, with the ID and dates that its schema adds */
export const CUSTOMER_1 = {
  id: 1,
  email: 'string@example.com',
  first_name: 'string',
  last_name: 'string',
  company: 'string',
  phone: 'string',
  notes: 'string',
  tax_exempt_category: 'string',
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
      phone: 'string',
      address_type: 'residential',
      customer_id: 0,
      id: 0,
      country: 'string',
    },
  ],
  accepts_product_review_abandoned_cart_emails: true,
  channel_ids: [1],
  date_created: '2018-11-13T21:42:06Z',
  date_modified: '2018-11-14T16:46:23Z',
}

/** The same schema: fields that the sample leaves out. */
export const CUSTOMER_PART = {
  registration_ip_address: '',
  address_count: 1,
  attribute_count: 0,
  authentication: { force_password_reset: false },
  origin_channel_id: 1,
  addresses: [{ company: 'BigCommerce' }],
}

/** customers.v2.yml, the examples of customerGroup_Full’s fields */
export const GROUP = {
  id: 1,
  name: 'Wholesale',
  is_default: false,
  category_access: { type: 'all' },
  discount_rules: [],
  date_created: '2023-07-17 06:30:41',
  date_modified: '2023-07-25 01:15:19',
  is_group_for_guests: false,
}

/** webhooks.v3.yml, webhook_Resp */
export const HOOK = {
  id: 18_048_287,
  client_id: 'm9r6keqmo7h7f23btnpwernbez1kglkl',
  store_hash: 'sftg45fsd',
  created_at: 1_561_488_106,
  updated_at: 1_561_488_106,
  scope: 'store/order/created',
  destination: 'https://665b65a6.ngrok.io/webhooks',
  is_active: true,
  headers: { 'custom-key': 'developer-defined value' },
}

/** store_information.v2.yml */
export const STORE = {
  id: 'abc123',
  account_uuid: '8d4d492f-17a1-4d95-b396-e1c5720815a5',
  domain: 'my-awesome.store',
  secure_url: 'https://my-awesome.store',
  control_panel_base_url: 'https://store-abc123.mybigcommerce.com',
  status: 'live',
  name: 'BigCommerce',
  first_name: 'Jane',
  last_name: 'Doe',
  address: 'BigCommerce',
  country: 'United States',
  country_code: 'US',
  phone: '',
  admin_email: 'jane.does@example.com',
  order_email: 'info@janedoes.mybigcommerce.com',
  favicon_url: 'https://cdn8.bigcommerce.com/r-8816ba2f48b0bcf4bec0c1a954c00e0fc36b/img/bc_favicon.ico',
  timezone: {
    name: 'America/Chicago',
    raw_offset: -21_600,
    dst_offset: -18_000,
    dst_correction: true,
    date_format: { display: 'M jS Y', export: 'M jS Y', extended_display: 'M jS Y @ g:i A' },
  },
  language: 'en',
  currency: 'USD',
  currency_symbol: '$',
  decimal_separator: '.',
  thousands_separator: ',',
  decimal_places: 2,
  currency_symbol_location: 'left',
  weight_units: 'Ounces',
  dimension_units: 'Inches',
  dimension_decimal_places: 2,
  dimension_decimal_token: '.',
  dimension_thousands_token: ',',
  plan_name: 'Standard',
  plan_level: 'Standard',
  plan_is_trial: false,
  industry: 'Technology',
  logo: { url: 'https://cdn8.bigcommerce.com/s-abc123/product_images/screen_shot.png' },
  is_price_entered_with_tax: false,
  store_id: 4_884_484_848_484,
  default_channel_id: 1,
  default_site_id: 1000,
  active_comparison_modules: [],
  features: {
    stencil_enabled: true,
    sitewidehttps_enabled: true,
    facebook_catalog_id: '',
    checkout_type: 'optimized',
    wishlists_enabled: true,
    graphql_storefront_api_enabled: true,
    shopper_consent_tracking_enabled: true,
    multi_storefront_enabled: true,
    storefront_limits: { active: 3, total_including_inactive: 4 },
  },
}

/** The counts of a list of version 3: catalog/brands_catalog.v3.yml, and with the links of catalog/category-trees_catalog.v3.yml. */
const COUNTED = { total: 246, count: 5, per_page: 5, current_page: 1, total_pages: 50 }
export const PAGINATIONS = [
  { ...COUNTED, links: { current: '?page=1&limit=50' } },
  { ...COUNTED, links: { previous: '?limit=5&page=1', current: '?limit=5&page=2', next: '?limit=5&page=3' } },
]
