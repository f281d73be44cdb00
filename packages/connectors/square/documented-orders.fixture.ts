import { usd } from './square-order.fixture.ts'

/** Orders with the fields of Square's samples; see documented-samples.fixture.ts. */

/** A sample of `create-order`: open, not paid, with discounts, taxes and a modifier. */
export const OPEN_ORDER = {
  id: 'CAISENgvlJ6jLWAzERDzjyHVybY',
  location_id: '18YC4JDH91E1H',
  reference_id: 'my-order-001',
  source: { name: 'My App' },
  line_items: [
    {
      uid: '8uSwfzvUImn3IRrvciqlXC',
      name: 'Cheese board',
      quantity: '1',
      applied_taxes: [{ uid: 'aKG87ArnDpvMLSZJHxWUl', tax_uid: 'state-sales-tax', applied_money: usd(136) }],
      applied_discounts: [
        { uid: 'jWdgP1TpHPFBuVrz81mXVC', discount_uid: 'membership-discount', applied_money: usd(8) },
        { uid: 'jnZOjjVY57eRcQAVgEwFuC', discount_uid: 'holiday-sale', applied_money: usd(79) },
      ],
      base_price_money: usd(1599),
      variation_total_price_money: usd(1599),
      gross_sales_money: usd(1599),
      total_tax_money: usd(136),
      total_discount_money: usd(87),
      total_money: usd(1648),
      total_service_charge_money: usd(0),
    },
    {
      uid: 'v8ZuEXpOJpb0bazLuvrLDB',
      name: '2014 Spectra Cabernet Sauvignon',
      quantity: '2',
      catalog_object_id: '2TZFAOHWGG7PAK2QEXWYPZSP',
      variation_name: '750 ml',
      modifiers: [
        {
          uid: 'Lo3qMMckDluu9Qsb58d4CC',
          catalog_object_id: 'CHQX7Y4KY6N5KINJKZCFURPZ',
          name: 'Gift box',
          base_price_money: usd(50),
          total_price_money: usd(100),
        },
      ],
      base_price_money: usd(2200),
      variation_total_price_money: usd(4400),
      gross_sales_money: usd(4500),
      total_tax_money: usd(374),
      total_discount_money: usd(346),
      total_money: usd(4528),
      total_service_charge_money: usd(0),
    },
  ],
  taxes: [
    {
      uid: 'state-sales-tax',
      name: 'State Sales Tax',
      type: 'ADDITIVE',
      percentage: '9',
      applied_money: usd(510),
      scope: 'ORDER',
    },
  ],
  net_amounts: {
    total_money: usd(6176),
    tax_money: usd(510),
    discount_money: usd(433),
    tip_money: usd(0),
    service_charge_money: usd(0),
  },
  created_at: '2026-10-12T20:47:53.293Z',
  updated_at: '2026-10-12T20:47:53.293Z',
  state: 'OPEN',
  version: 1,
  total_money: usd(6176),
  total_tax_money: usd(510),
  total_discount_money: usd(433),
  total_tip_money: usd(0),
  total_service_charge_money: usd(0),
  pricing_options: { auto_apply_discounts: true, auto_apply_taxes: true },
  net_amount_due_money: usd(6176),
}

export const LINE_ITEM = {
  uid: 'b8443d84-0b5b-42dc-9d20-0d0a7b0a1ed6',
  catalog_object_id: '2TZFAOHWGG7PAK2QEXWYPZSP',
  catalog_version: 1584402697163,
  quantity: '2',
  name: '2014 Spectra Cabernet Sauvignon',
  variation_name: '750 ml',
  base_price_money: usd(4500),
  gross_sales_money: usd(9000),
  total_tax_money: usd(720),
  total_discount_money: usd(0),
  total_money: usd(9720),
  variation_total_price_money: usd(9000),
  item_type: 'ITEM',
  total_service_charge_money: usd(0),
}

export const TENDER = {
  id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY',
  location_id: '18YC4JDH91E1H',
  transaction_id: 'd7eKah653Z579f3gVtjlxpSlmUcZY',
  created_at: '2026-10-13T19:34:33Z',
  amount_money: usd(10220),
  tip_money: usd(500),
  type: 'CARD',
  card_details: {
    status: 'CAPTURED',
    card: { card_brand: 'VISA', last_4: '1111', exp_month: 11, exp_year: 2028 },
    entry_method: 'EMV',
  },
  payment_id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY',
}

/** A ticket that was opened before its payment, with a tip; the object Order with a Tender of a card. */
export const PAID_ORDER = {
  id: 'd7eKah653Z579f3gVtjlxpSlmUcZY',
  location_id: '18YC4JDH91E1H',
  customer_id: 'JDKYHBWT1D4F8MFH63DBMEN8Y4',
  line_items: [LINE_ITEM],
  created_at: '2026-10-13T18:10:00.000Z',
  updated_at: '2026-10-13T19:34:37.000Z',
  closed_at: '2026-10-13T19:34:34.812Z',
  state: 'COMPLETED',
  version: 4,
  total_tax_money: usd(720),
  total_discount_money: usd(0),
  total_tip_money: usd(500),
  total_money: usd(10220),
  tenders: [TENDER],
  total_service_charge_money: usd(0),
  net_amount_due_money: usd(0),
}

const RETURN_ITEM = {
  uid: 'ZQT8bWYTBxR5tsyIJS8ddB',
  source_line_item_uid: 'b8443d84-0b5b-42dc-9d20-0d0a7b0a1ed6',
  catalog_object_id: '2TZFAOHWGG7PAK2QEXWYPZSP',
  catalog_version: 1584402697163,
  quantity: '1',
  name: '2014 Spectra Cabernet Sauvignon',
  variation_name: '750 ml',
  base_price_money: usd(4500),
  variation_total_price_money: usd(4500),
  gross_return_money: usd(4500),
  total_tax_money: usd(360),
  total_discount_money: usd(0),
  total_money: usd(4860),
  total_service_charge_money: usd(0),
  item_type: 'ITEM',
}

/** A return of one bottle of the paid order; the object OrderReturn with a Refund. */
export const RETURN_ORDER = {
  id: 'FqQmFkXvNeUJ8nKM3rVNzE9OvaB',
  location_id: '18YC4JDH91E1H',
  created_at: '2026-10-20T17:00:00.000Z',
  updated_at: '2026-10-20T17:00:05.000Z',
  closed_at: '2026-10-20T17:00:01.000Z',
  state: 'COMPLETED',
  version: 3,
  returns: [
    {
      uid: 'EErKyhK7kxyYcg4GVRaB6B',
      source_order_id: 'd7eKah653Z579f3gVtjlxpSlmUcZY',
      return_line_items: [RETURN_ITEM],
      return_amounts: {
        total_money: usd(4860),
        tax_money: usd(360),
        discount_money: usd(0),
        tip_money: usd(0),
        service_charge_money: usd(0),
      },
    },
  ],
  return_amounts: {
    total_money: usd(4860),
    tax_money: usd(360),
    discount_money: usd(0),
    tip_money: usd(0),
    service_charge_money: usd(0),
  },
  net_amounts: { total_money: usd(-4860), tax_money: usd(-360), discount_money: usd(0), tip_money: usd(0) },
  refunds: [
    {
      id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY_xNH7Y',
      location_id: '18YC4JDH91E1H',
      transaction_id: 'FqQmFkXvNeUJ8nKM3rVNzE9OvaB',
      tender_id: 'bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY',
      created_at: '2026-10-20T17:00:00Z',
      reason: 'Corked',
      amount_money: usd(4860),
      status: 'APPROVED',
    },
  ],
}

/** The objects OrderServiceCharge, Fulfillment and a Tender of cash, which the samples above lack. */
export const SERVICE_CHARGE = {
  uid: 'lQRTFBAfJ6sLWAzERDzjyH',
  name: 'Shipping',
  amount_money: usd(1500),
  applied_money: usd(1500),
  total_money: usd(1500),
  total_tax_money: usd(0),
  calculation_phase: 'TOTAL_PHASE',
  taxable: false,
  type: 'CUSTOM',
}

const RECIPIENT = {
  display_name: 'Ada Quill',
  address: {
    locality: 'Healdsburg',
    administrative_district_level_1: 'CA',
    postal_code: '95448',
    country: 'US',
  },
}

export const SHIPMENT = {
  uid: 'bBpNrxjdQxGQP16sTmdzi',
  type: 'SHIPMENT',
  state: 'PROPOSED',
  shipment_details: {
    recipient: RECIPIENT,
    placed_at: '2026-10-12T20:47:53.293Z',
    expected_shipped_at: '2026-10-14T18:00:00.000Z',
  },
}

export const PICKUP = {
  uid: 'dBpNrxjdQxGQP16sTmdzi',
  type: 'PICKUP',
  state: 'PROPOSED',
  pickup_details: { recipient: RECIPIENT, schedule_type: 'ASAP', placed_at: '2026-10-12T20:47:53.293Z' },
}

const { card_details, ...CASH } = TENDER
const { catalog_object_id, catalog_version, variation_name, ...CUSTOM_AMOUNT } = RETURN_ITEM

/** Parts of orders that the samples above lack. */
export const ORDER_PARTS = {
  service_charges: [SERVICE_CHARGE],
  fulfillments: [
    SHIPMENT,
    { ...PICKUP, pickup_details: { ...PICKUP.pickup_details, recipient: { display_name: 'Ada Quill' } } },
  ],
  rounding_adjustment: { uid: 'rounding', name: 'Rounding', amount_money: usd(2) },
  returns: [{ return_service_charges: [SERVICE_CHARGE] }],
}

/** The paid order, paid without a card. */
export const CASH_ORDER = {
  ...PAID_ORDER,
  tenders: [
    { ...CASH, type: 'CASH' },
    { ...CASH, type: 'BANK_ACCOUNT', bank_account_details: { status: 'COMPLETED' } },
    { ...CASH, type: 'BUY_NOW_PAY_LATER', buy_now_pay_later_details: { status: 'CAPTURED' } },
    { ...CASH, type: 'SQUARE_ACCOUNT', square_account_details: { status: 'CAPTURED' } },
  ],
}

/** The return, of an amount that was entered by hand. */
export const CUSTOM_RETURN = {
  ...RETURN_ORDER,
  returns: RETURN_ORDER.returns.map((returned) => ({ ...returned, return_line_items: [CUSTOM_AMOUNT] })),
}
