import { usd } from './square-order.fixture.ts'

/*
 * Records with the fields of Square's samples, as of November 2026: developer.squareup.com/reference/square (objects Order,
 * OrderReturn, Tender, Payment, CatalogObject, InventoryCount, Customer, TeamMember, Location), and tests/wire of
 * github.com/square/square-nodejs-sdk. The values are other ones.
 */

const place = {
  address_line_1: '12 Vine Row',
  locality: 'Healdsburg',
  administrative_district_level_1: 'CA',
  postal_code: '95448',
  country: 'US',
}

/** `POST /oauth2/token-status` */
export const TOKEN_STATUS = {
  scopes: [
    'MERCHANT_PROFILE_READ',
    'ORDERS_READ',
    'ITEMS_READ',
    'INVENTORY_READ',
    'CUSTOMERS_READ',
    'PAYMENTS_READ',
    'EMPLOYEES_READ',
  ],
  expires_at: '2026-12-14T14:44:00Z',
  client_id: 'sq0idp-app',
  merchant_id: '3MYCJG5GVYQ8Q',
}

/** `GET /v2/merchants/me` */
export const MERCHANT = {
  merchant: {
    id: '3MYCJG5GVYQ8Q',
    business_name: 'Spectra Winery',
    country: 'US',
    language_code: 'en-US',
    currency: 'USD',
    status: 'ACTIVE',
    main_location_id: '18YC4JDH91E1H',
    created_at: '2021-12-10T19:25:52.484Z',
  },
}

/** `GET /v2/locations` */
export const LOCATIONS = {
  locations: [
    {
      id: '18YC4JDH91E1H',
      name: 'Tasting room',
      address: place,
      timezone: 'America/Los_Angeles',
      capabilities: ['CREDIT_CARD_PROCESSING'],
      status: 'ACTIVE',
      created_at: '2016-09-19T17:33:12Z',
      merchant_id: '3MYCJG5GVYQ8Q',
      country: 'US',
      language_code: 'en-US',
      currency: 'USD',
      phone_number: '+1 650-354-7217',
      business_name: 'Spectra Winery',
      type: 'PHYSICAL',
      business_hours: {},
      mcc: '5921',
    },
  ],
}

export const VARIATION = {
  type: 'ITEM_VARIATION',
  id: '2TZFAOHWGG7PAK2QEXWYPZSP',
  updated_at: '2026-03-16T23:51:37.163Z',
  version: 1584402697163,
  is_deleted: false,
  present_at_all_locations: true,
  item_variation_data: {
    item_id: 'W62UWFY35CWMYGVWK6TWJDNI',
    name: '750 ml',
    sku: '2014-CS',
    ordinal: 0,
    pricing_type: 'FIXED_PRICING',
    price_money: usd(4500),
    track_inventory: true,
    sellable: true,
    stockable: true,
  },
}

export const ITEM = {
  type: 'ITEM',
  id: 'W62UWFY35CWMYGVWK6TWJDNI',
  updated_at: '2026-03-16T23:51:37.163Z',
  version: 1584402697163,
  is_deleted: false,
  present_at_all_locations: true,
  item_data: {
    name: '2014 Spectra Cabernet Sauvignon',
    description: 'Estate grown',
    label_color: '9da2a6',
    is_taxable: true,
    tax_ids: ['HURXQOOAIC4IZSI2BEXQRYFY'],
    variations: [VARIATION],
    product_type: 'REGULAR',
    categories: [{ id: 'BJNQCF2FJ6S6UIDT65ABHLRX', ordinal: -2251662586019840 }],
    is_archived: false,
    reporting_category: { id: 'BJNQCF2FJ6S6UIDT65ABHLRX', ordinal: -2251662586019840 },
  },
}

export const CATEGORY = {
  type: 'CATEGORY',
  id: 'BJNQCF2FJ6S6UIDT65ABHLRX',
  updated_at: '2026-03-16T23:51:37.163Z',
  version: 1584402697163,
  is_deleted: false,
  present_at_all_locations: true,
  category_data: { name: 'Red wines', category_type: 'REGULAR_CATEGORY', is_top_level: true },
}

/** `POST /v2/catalog/search` */
export const CATALOG = { objects: [ITEM, VARIATION, CATEGORY], latest_time: '2026-03-17T00:00:00.000Z' }

/** `POST /v2/inventory/counts/batch-retrieve` */
export const COUNTS = {
  counts: [
    {
      catalog_object_id: '2TZFAOHWGG7PAK2QEXWYPZSP',
      catalog_object_type: 'ITEM_VARIATION',
      state: 'IN_STOCK',
      location_id: '18YC4JDH91E1H',
      quantity: '79',
      calculated_at: '2026-11-16T22:28:01.223Z',
      is_estimated: true,
    },
  ],
}

export const CUSTOMER = {
  id: 'JDKYHBWT1D4F8MFH63DBMEN8Y4',
  created_at: '2024-03-23T20:21:54.859Z',
  updated_at: '2026-04-20T10:02:43.083Z',
  given_name: 'Amelia',
  family_name: 'Hart',
  email_address: 'Amelia.Hart@example.com',
  address: place,
  phone_number: '+1-212-555-4250',
  birthday: '1987-07-24',
  reference_id: 'REFERENCE',
  note: 'a customer',
  preferences: { email_unsubscribed: false },
  creation_source: 'DIRECTORY',
  group_ids: ['545AXB44B4XXWMVQ4W8SBT3HHF'],
  segment_ids: ['1KB9JE5EGJXCW.REACHABLE'],
  version: 7,
}

/** `POST /v2/customers/search` */
export const CUSTOMERS = { customers: [CUSTOMER], count: 1 }

/** `POST /v2/customers/bulk-retrieve` */
export const CUSTOMERS_BY_ID = {
  responses: {
    JDKYHBWT1D4F8MFH63DBMEN8Y4: { customer: CUSTOMER },
    '2GYD7WNXF7BJZW1PMGNXZ3Y8M8': {
      errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail: 'Customer not found.' }],
    },
  },
}

/** `POST /v2/team-members/search` */
export const TEAM = {
  team_members: [
    {
      id: 'TMoK_ogh6rH1o4dV',
      is_owner: false,
      status: 'ACTIVE',
      given_name: 'Johnny',
      family_name: 'Vale',
      email_address: 'johnny@example.com',
      created_at: '2019-07-10T17:26:48+00:00',
      updated_at: '2026-04-28T21:49:28+00:00',
      assigned_locations: { assignment_type: 'ALL_CURRENT_AND_FUTURE_LOCATIONS' },
    },
  ],
}

/** `GET /v2/payments` */
export const PAYMENT = {
  id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY',
  created_at: '2026-10-13T19:34:33.524Z',
  updated_at: '2026-10-13T19:34:34.339Z',
  amount_money: usd(9720),
  tip_money: usd(500),
  total_money: usd(10220),
  approved_money: usd(10220),
  processing_fee: [{ effective_at: '2026-10-13T21:34:35.000Z', type: 'INITIAL', amount_money: usd(34) }],
  status: 'COMPLETED',
  delay_duration: 'PT168H',
  source_type: 'CARD',
  card_details: {
    status: 'CAPTURED',
    card: { card_brand: 'VISA', last_4: '1111', exp_month: 11, exp_year: 2028, card_type: 'DEBIT' },
    entry_method: 'EMV',
    card_payment_timeline: { authorized_at: '2026-10-13T19:34:33.680Z', captured_at: '2026-10-13T19:34:34.340Z' },
  },
  location_id: '18YC4JDH91E1H',
  order_id: 'd7eKah653Z579f3gVtjlxpSlmUcZY',
  employee_id: 'TMoK_ogh6rH1o4dV',
  team_member_id: 'TMoK_ogh6rH1o4dV',
  receipt_number: 'bP9m',
  application_details: { square_product: 'SQUARE_POS', application_id: 'sq0ids-app' },
  version_token: '56pRkL3slrzet2iQrTp9n0bdJVYTB9YEWdTNjQfZOPV6o',
}

/** `GET /v2/refunds/{refund_id}` */
export const REFUND = {
  id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY_KlWP8IC1557ddwc9QWTKrCVU6m0JXDz15R2Qym5eQfR',
  status: 'COMPLETED',
  amount_money: usd(111),
  payment_id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY',
  order_id: 'FqQmFkXvNeUJ8nKM3rVNzE9OvaB',
  created_at: '2026-10-20T17:00:01.000Z',
  updated_at: '2026-10-20T17:00:02.000Z',
  location_id: '18YC4JDH91E1H',
  reason: 'Example Refund',
}

/** `POST /v2/webhooks/subscriptions` */
export const SUBSCRIPTION = {
  id: 'wbhk_c35f6b3145074cf9ad513610786c19d5',
  name: 'Example Webhook Subscription',
  enabled: true,
  event_types: ['order.created'],
  notification_url: 'https://example.com/hook',
  api_version: '2025-10-16',
  signature_key: '2k9bIJKCeTmSQwyagtNRLg',
  created_at: '2026-01-10 23:29:48 +0000 UTC',
  updated_at: '2026-01-10 23:29:48 +0000 UTC',
}
