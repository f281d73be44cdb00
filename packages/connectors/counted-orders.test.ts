import { expect, test } from 'vitest'
import {
  bcLine,
  bigcommerce,
  type Counted,
  c7Item,
  commerce7,
  countOrders,
  type OrderCase,
  wdItem,
  winedirect,
  woocommerce,
  wooLine,
} from './counted-orders.fixture.ts'
import { lackingAmounts } from './kit/expected-rows.fixture.ts'

const SALE: Counted = ['regular', 2, 80, 0, 15, 6.4, 0, 101.4]

const wooRefund = (quantity: number, total: string, tax: string) => ({
  ...wooLine({ id: 901, quantity, total, total_tax: tax }),
  meta_data: [{ id: 1, key: '_refunded_item_id', value: '1' }],
})

const NO_TIPS = 'has no tips'
const NO_MARK = 'marks no orders as tests'
const NO_CHARGES = 'has no charges of its own'

const CASES: Readonly<Record<string, OrderCase>> = {
  sale: {
    counted: [SALE],
    woocommerce: woocommerce(),
    bigcommerce: bigcommerce(),
    commerce7: commerce7({}),
    winedirect: winedirect({}),
  },
  'partial refund': {
    counted: [SALE, ['refund', -1, -40, 0, 0, -3.2, 0, -43.2]],
    woocommerce: woocommerce({}, [{ amount: '43.20', line_items: [wooRefund(-1, '-40.00', '-3.20')] }]),
    bigcommerce: bigcommerce({ status_id: 14, payment_status: 'partially refunded' }, [bcLine()], [{}]),
    commerce7: commerce7(
      {},
      {
        purchaseType: 'Refund',
        items: [c7Item({ quantity: -1, tax: -320 })],
        subTotal: -4000,
        shipTotal: 0,
        taxTotal: -320,
        total: -4320,
      },
    ),
    winedirect: winedirect(
      {},
      {
        detail: { TransactionType: 'Refund', SubTotal: '-40.00', Shipping: '0.00', Tax: '-3.20', Total: '-43.20' },
        items: [wdItem({ Quantity: '-1.0' })],
      },
    ),
  },
  'full refund': {
    counted: [SALE, ['refund', -2, -80, 0, -15, -6.4, 0, -101.4]],
    woocommerce: woocommerce({ status: 'refunded' }, [{ amount: '101.40' }]),
    bigcommerce: bigcommerce(
      { status_id: 4, payment_status: 'refunded' },
      [bcLine()],
      [
        {
          total_amount: 101.4,
          total_tax: 6.4,
          items: [
            { item_type: 'PRODUCT', item_id: 65, quantity: 2, requested_amount: null },
            { item_type: 'SHIPPING', item_id: 81, requested_amount: '15' },
          ],
          payments: [],
        },
      ],
    ),
    commerce7: commerce7(
      {},
      {
        purchaseType: 'Refund',
        items: [c7Item({ quantity: -2, tax: -640 })],
        subTotal: -8000,
        shipTotal: -1500,
        taxTotal: -640,
        total: -10_140,
      },
    ),
    winedirect: winedirect({ summary: { PaymentStatus: 'Refunded' } }),
  },
  exchange: {
    // One bottle back, and one at 50.00.
    counted: [['exchange', 0, 10, 0, 0, 0.8, 0, 10.8]],
    woocommerce: 'is a refund and another order',
    bigcommerce: 'is a refund and another order',
    commerce7: commerce7({
      purchaseType: 'Exchange',
      items: [
        c7Item({ purchaseType: 'Refund', quantity: -1, tax: -320 }),
        c7Item({ id: 'i2', quantity: 1, price: 5000, originalPrice: 5000, tax: 400 }),
      ],
      subTotal: 1000,
      shipTotal: 0,
      taxTotal: 80,
      total: 1080,
    }),
    winedirect: 'is a refund and another order',
  },
  'price lowered before payment': {
    counted: [['regular', 2, 70, 10, 15, 5.6, 0, 90.6]],
    woocommerce: woocommerce({ line_items: [wooLine({ total: '70.00' })], total_tax: '5.60', total: '90.60' }),
    bigcommerce: bigcommerce({ discount_amount: '10.0000', total_tax: '5.6000', total_inc_tax: '90.6000' }, [
      bcLine({
        total_tax: '5.6000',
        applied_discounts: [{ id: 'manual-discount', amount: '10.0000' }],
        discounted_total_inc_tax: '75.6000',
      }),
    ]),
    commerce7: commerce7({
      items: [c7Item({ price: 3500, isPriceOverride: true, tax: 560 })],
      subTotal: 7000,
      taxTotal: 560,
      total: 9060,
    }),
    winedirect: winedirect({
      detail: { SubTotal: '70.00', Tax: '5.60', Total: '90.60' },
      items: [wdItem({ Price: '35.00' })],
    }),
  },
  'bottle added after payment': {
    counted: [['regular', 3, 120, 0, 15, 9.6, 0, 144.6]],
    woocommerce: woocommerce({
      line_items: [wooLine({ quantity: 3, subtotal: '120.00', total: '120.00' })],
      total_tax: '9.60',
      total: '144.60',
    }),
    bigcommerce: bigcommerce({ total_tax: '9.6000', total_inc_tax: '144.6000' }, [
      bcLine({ quantity: 3, total_ex_tax: '120.0000', total_tax: '9.6000', discounted_total_inc_tax: '129.6000' }),
    ]),
    commerce7: 'changes paid orders by exchanges',
    winedirect: 'changes paid orders by refunds',
  },
  unpaid: {
    counted: [['pending', 2, 0, 0, 15, 6.4, 0, 101.4]],
    woocommerce: woocommerce({ status: 'on-hold', date_paid_gmt: null }),
    bigcommerce: bigcommerce({ status_id: 7, payment_status: '' }),
    commerce7: commerce7({ paymentStatus: null, orderPaidDate: null }),
    winedirect: winedirect({ summary: { PaymentStatus: 'Declined' } }),
  },
  void: {
    counted: [['cancelled', 2, 0, 0, 15, 6.4, 0, 101.4]],
    woocommerce: woocommerce({ status: 'cancelled' }),
    bigcommerce: bigcommerce({ payment_status: 'void' }),
    commerce7: commerce7({ paymentStatus: 'Cancelled' }),
    winedirect: winedirect({ summary: { PaymentStatus: 'Voided' } }),
  },
  comp: {
    counted: [['no_charge', 2, 0, 80, 0, 0, 0, 0]],
    woocommerce: woocommerce({
      line_items: [wooLine({ total: '0.00' })],
      shipping_total: '0.00',
      total_tax: '0.00',
      total: '0.00',
    }),
    bigcommerce: bigcommerce(
      { discount_amount: '80.0000', shipping_cost_ex_tax: '0', total_tax: '0', total_inc_tax: '0.0000' },
      [bcLine({ total_tax: '0', applied_discounts: [{ amount: '80.0000' }], discounted_total_inc_tax: '0.0000' })],
    ),
    commerce7: commerce7({ items: [c7Item({ price: 0, tax: 0 })], subTotal: 0, shipTotal: 0, taxTotal: 0, total: 0 }),
    winedirect: winedirect({
      detail: { SubTotal: '0.00', Shipping: '0.00', Tax: '0.00', Total: '0.00' },
      items: [wdItem({ Price: '0.00' })],
    }),
  },
  tip: {
    counted: [['regular', 2, 80, 0, 15, 6.4, 10, 111.4]],
    woocommerce: woocommerce({ fee_lines: [{ id: 2, name: 'Tip', total: '10.00' }], total: '111.40' }),
    bigcommerce: NO_TIPS,
    commerce7: commerce7({ tipTotal: 1000, totalAfterTip: 11_140 }),
    winedirect: winedirect({ detail: { Tip: '10.00', TotalAfterTip: '111.40' } }),
  },
  'service charge': {
    counted: [['regular', 2, 85, 0, 15, 6.4, 0, 106.4]],
    woocommerce: woocommerce({ fee_lines: [{ id: 2, name: 'Service charge', total: '5.00' }], total: '106.40' }),
    bigcommerce: bigcommerce({
      fees: [{ id: 7, display_name_customer: 'Service charge', cost_ex_tax: '5.0000', cost_inc_tax: '5.0000' }],
      total_inc_tax: '106.4000',
    }),
    commerce7: NO_CHARGES,
    winedirect: NO_CHARGES,
  },
  'gift card sold': {
    counted: [['regular', 1, 0, 0, 0, 0, 0, 50]],
    woocommerce: woocommerce({
      line_items: [wooLine({ name: 'Gift card', quantity: 1, subtotal: '50.00', total: '50.00' })],
      shipping_total: '0.00',
      total_tax: '0.00',
      total: '50.00',
    }),
    bigcommerce: bigcommerce({ shipping_cost_ex_tax: '0', total_tax: '0', total_inc_tax: '50.0000' }, [
      bcLine({
        type: 'giftcertificate',
        name: '$50 Gift Certificate',
        quantity: 1,
        total_ex_tax: '50.0000',
        total_tax: '0',
        discounted_total_inc_tax: '50.0000',
      }),
    ]),
    commerce7: commerce7({
      items: [c7Item({ type: 'Gift Card', price: 5000, originalPrice: 5000, quantity: 1, tax: 0 })],
      subTotal: 5000,
      shipTotal: 0,
      taxTotal: 0,
      total: 5000,
    }),
    winedirect: winedirect({
      detail: { SubTotal: '50.00', Shipping: '0.00', Tax: '0.00', Total: '50.00' },
      items: [wdItem({ Type: 'GiftCard', Price: '50.00', OriginalPrice: '50.00', Quantity: '1.0' })],
    }),
  },
  'gift card redeemed': {
    counted: [SALE],
    woocommerce: woocommerce({ gift_cards: [{ id: 1, code: 'ABCD', amount: '60.00' }], total: '41.40' }),
    bigcommerce: bigcommerce({ gift_certificate_amount: '60.0000', total_inc_tax: '41.4000' }),
    commerce7: commerce7({
      tenders: [
        { tenderType: 'Gift Card', chargeStatus: 'Success', amountTendered: 6000, tip: 0 },
        { tenderType: 'Credit Card', chargeStatus: 'Success', amountTendered: 4140, tip: 0 },
      ],
    }),
    winedirect: winedirect({ detail: { AmountPaidByGiftCard: '60.00' } }),
  },
  'tax in prices': {
    counted: [SALE],
    // Lines are without tax here too.
    woocommerce: woocommerce({ prices_include_tax: true }),
    bigcommerce: bigcommerce({ is_tax_inclusive_pricing: true }),
    commerce7: commerce7({
      items: [c7Item({ price: 4320, originalPrice: 4320 })],
      subTotal: 8640,
      taxes: [{ price: 640, isIncludedInPrice: true }],
    }),
    winedirect: 'has prices without tax only',
  },
  'tax of shipping': {
    counted: [['regular', 2, 80, 0, 15, 7.6, 0, 102.6]],
    woocommerce: woocommerce({ shipping_tax: '1.20', total_tax: '7.60', total: '102.60' }),
    bigcommerce: bigcommerce({ shipping_cost_inc_tax: '16.2000', total_tax: '7.6000', total_inc_tax: '102.6000' }),
    commerce7: commerce7({ shipping: [{ price: 1500, tax: 120 }], taxTotal: 760, total: 10_260 }),
    winedirect: winedirect({ detail: { Tax: '7.60', Total: '102.60' } }),
  },
  'discount of the order': {
    counted: [['regular', 2, 72, 8, 15, 5.76, 0, 92.76]],
    woocommerce: woocommerce({ line_items: [wooLine({ total: '72.00' })], total_tax: '5.76', total: '92.76' }),
    bigcommerce: bigcommerce({ coupon_discount: '8.0000', total_tax: '5.7600', total_inc_tax: '92.7600' }, [
      bcLine({ total_tax: '5.7600', applied_discounts: undefined, discounted_total_inc_tax: undefined }),
    ]),
    commerce7: commerce7({
      coupons: [{ title: '10 % off', inUse: true, productValue: 800 }],
      subTotal: 7200,
      taxTotal: 576,
      total: 9276,
    }),
    winedirect: winedirect({ detail: { SubTotal: '72.00', Tax: '5.76', Total: '92.76' } }),
  },
  'discount of a line': {
    counted: [['regular', 2, 72, 8, 15, 5.76, 0, 92.76]],
    woocommerce: 'has discounts of orders in their lines',
    bigcommerce: bigcommerce({ total_tax: '5.7600', total_inc_tax: '92.7600' }, [
      bcLine({ total_tax: '5.7600', applied_discounts: [{ amount: '8.0000' }], discounted_total_inc_tax: '77.7600' }),
    ]),
    commerce7: commerce7({ items: [c7Item({ price: 3600, tax: 576 })], subTotal: 7200, taxTotal: 576, total: 9276 }),
    winedirect: winedirect({
      detail: { SubTotal: '72.00', Tax: '5.76', Total: '92.76' },
      items: [wdItem({ Price: '36.00' })],
    }),
  },
  'case of three for 120.00': {
    counted: [['regular', 3, 120, 0, 15, 9.6, 0, 144.6]],
    woocommerce: woocommerce({
      line_items: [
        wooLine({ id: 11, name: 'Case', quantity: 1, subtotal: '120.00', total: '120.00', bundled_items: [12] }),
        wooLine({ id: 12, quantity: 3, subtotal: '0.00', total: '0.00', bundled_by: 11 }),
      ],
      total_tax: '9.60',
      total: '144.60',
    }),
    bigcommerce: 'has no bundles',
    commerce7: commerce7({
      items: [
        c7Item({
          type: 'Bundle',
          quantity: 1,
          price: 12_000,
          originalPrice: 12_000,
          bundleItems: [{ productTitle: 'Pinot Noir', type: 'Wine', price: 4500, quantity: 3 }],
        }),
      ],
      subTotal: 12_000,
      taxTotal: 960,
      total: 14_460,
    }),
    winedirect: {
      rows: winedirect({
        detail: { SubTotal: '120.00', Tax: '9.60', Total: '144.60' },
        items: [
          wdItem({ Type: 'Kit', Price: '120.00', OriginalPrice: '120.00', Quantity: '1.0' }),
          wdItem({ IsSubSKU: 'true', Price: '0.00', Quantity: '3.0' }),
        ],
      }),
      // Not documented: whether the quantity of a part is of one kit or of all.
      counted: [['regular', 1, 120, 0, 15, 9.6, 0, 144.6]],
    },
  },
  modifier: {
    // A box for 5.00.
    counted: [['regular', 2, 85, 0, 15, 6.8, 0, 106.8]],
    woocommerce: 'has it in the price of the line',
    bigcommerce: bigcommerce({ total_tax: '6.8000', total_inc_tax: '106.8000' }, [
      bcLine({ total_ex_tax: '85.0000', total_tax: '6.8000', discounted_total_inc_tax: '91.8000' }),
    ]),
    commerce7: commerce7({
      items: [c7Item({ modifiers: [{ title: 'Box', price: 500 }] })],
      subTotal: 8500,
      taxTotal: 680,
      total: 10_680,
    }),
    winedirect: 'has none',
  },
  'line without a price': {
    counted: [['regular', 3, 80, 0, 15, 6.4, 0, 101.4]],
    woocommerce: woocommerce({
      line_items: [wooLine(), wooLine({ id: 2, quantity: 1, subtotal: '0.00', total: '0.00' })],
    }),
    bigcommerce: bigcommerce({}, [
      bcLine(),
      bcLine({ id: 66, quantity: 1, total_ex_tax: '0', total_tax: '0', discounted_total_inc_tax: '0' }),
    ]),
    commerce7: commerce7({
      items: [c7Item(), c7Item({ id: 'i2', price: 0, originalPrice: 0, quantity: 1, tax: 0 })],
    }),
    winedirect: winedirect({ items: [wdItem(), wdItem({ Price: '0.00', OriginalPrice: '0.00', Quantity: '1.0' })] }),
  },
  'test order': {
    counted: [SALE],
    woocommerce: NO_MARK,
    // Only the name of the payment method says it.
    bigcommerce: bigcommerce({ payment_method: 'Test Payment Gateway' }),
    commerce7: NO_MARK,
    winedirect: NO_MARK,
  },
  draft: {
    counted: [],
    woocommerce: woocommerce({ status: 'checkout-draft' }),
    bigcommerce: bigcommerce({ status_id: 0, status: 'Incomplete' }),
    commerce7: 'has carts apart from orders',
    winedirect: 'has carts apart from orders',
  },
  'another currency': {
    counted: [['regular EUR', 2, 80, 0, 15, 6.4, 0, 101.4]],
    woocommerce: woocommerce({ currency: 'EUR' }),
    bigcommerce: bigcommerce({ default_currency_code: 'EUR', store_default_currency_code: 'USD' }),
    commerce7: 'has one currency',
    winedirect: 'names no currency',
  },
  guest: {
    counted: [SALE],
    woocommerce: woocommerce({ customer_id: 0 }),
    bigcommerce: bigcommerce({ customer_id: 0 }),
    commerce7: commerce7({ customerId: null, customer: null }),
    winedirect: winedirect({ summary: { ContactID: null }, detail: { BillContact: undefined } }),
  },
  'deleted customer': {
    counted: [SALE],
    woocommerce: woocommerce({ customer_id: 999_999 }),
    bigcommerce: bigcommerce({ customer_id: 999_999 }),
    commerce7: commerce7({ customerId: 'gone', customer: null }),
    winedirect: winedirect({ summary: { ContactID: 'gone' } }),
  },
}

const cells = Object.entries(CASES).flatMap(([name, { counted, ...platforms }]) =>
  Object.entries(platforms).flatMap(([platform, cell]) => {
    if (typeof cell === 'string') return []
    return 'counted' in cell ? [{ name, platform, ...cell }] : [{ name, platform, rows: cell, counted }]
  }),
)

test.each(cells)('$name: what an order of $platform counts', ({ rows, counted }) => {
  expect(countOrders(rows)).toEqual(counted)
  expect(lackingAmounts(rows)).toEqual([])
})
