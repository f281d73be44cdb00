import { expect, test } from 'vitest'
import {
  BOTTLE,
  backItem,
  both,
  byAmount,
  type Counted,
  check,
  countRows,
  half,
  one,
  PAIR,
  type Rows,
  refundedPayment,
  shopify,
  square,
  squareReturn,
  toast,
  toastCheck,
} from './order-cases.fixture.ts'
import { shopifyLine } from './shopify/order.fixture.ts'
import { rawItem, usd } from './square/square-order.fixture.ts'
import { PAYMENT, SELECTION } from './toast/samples.fixture.ts'

const SALE: Counted = { net: 10_000, tax: 800, total: 10_800, units: 1 }
const TWO: Counted = { ...SALE, units: 2 }
const HALF: Counted = { net: 5000, tax: 400, total: 5400, units: 1 }
const NOTHING: Counted = {}

type Cell = readonly [Rows, Counted] | string

/*
 * Sources: shopify.dev/docs/api/admin-graphql/2026-07 (objects Order, Refund, LineItem), developer.squareup.com/docs/orders-api
 * (order-returns-exchanges, apply-taxes-and-discounts, service-charges) and reference/square/objects/Order,
 * doc.toasttab.com/doc/devguide (apiOrdersNetSalesCalculation, apiOrdersOrderObjectSummary) and openapi/orders. A text says why a
 * platform has no such case.
 */
const CASES: Readonly<Record<string, { readonly shopify: Cell; readonly square: Cell; readonly toast: Cell }>> = {
  'a sale': {
    shopify: [shopify({}), SALE],
    square: [square({}), SALE],
    toast: [toast({}), SALE],
  },
  'a refund of one of two': {
    shopify: [shopify({ lines: [PAIR.shopify], netPayment: 5400 }, { items: [one], payout: 5400 }), HALF],
    square: [square({ line_items: [PAIR.square] }, squareReturn([half], 5400, 400)), HALF],
    toast: [
      toastCheck({
        selections: [
          BOTTLE.toast,
          {
            ...BOTTLE.toast,
            guid: 's2',
            refundDetails: { refundAmount: 100, taxRefundAmount: 8, refundTransaction: { guid: 'r1' } },
          },
        ],
        amount: 200,
        taxAmount: 16,
        totalAmount: 216,
        payments: [{ ...refundedPayment(108), amount: 216 }],
      }),
      SALE,
    ],
  },
  'a refund of everything': {
    shopify: [shopify({ lines: [PAIR.shopify], netPayment: 0 }, { items: [both], payout: 10_800 }), NOTHING],
    square: [square({}, squareReturn([backItem()], 10_800, 800)), NOTHING],
    toast: [toastCheck({ payments: [refundedPayment(108)] }), NOTHING],
  },
  'a refund of half the money': {
    shopify: [
      shopify({ netPayment: 5400 }, { payout: 5400 }),
      // Shopify names no part of it, and no tax: it is kept off net sales.
      { net: 4600, tax: 800, total: 5400, units: 1 },
    ],
    square: [square({}, squareReturn([{ ...byAmount, total_money: usd(5400) }], 5400, 0)), HALF],
    toast: [toastCheck({ payments: [refundedPayment(54)] }), HALF],
  },
  'a refund of all the money': {
    shopify: [
      shopify({ netPayment: 0 }, { payout: 10_800 }),
      // No item came back: Shopify keeps it on the order.
      { net: -800, tax: 800, units: 1 },
    ],
    square: [square({}, squareReturn([byAmount], 10_800, 0)), NOTHING],
    toast: [toastCheck({ payments: [refundedPayment(108)] }), NOTHING],
  },
  'an exchange of two for one': {
    shopify: [
      shopify(
        {
          lines: [PAIR.shopify, shopifyLine({ id: '2', unit: 5000, taxes: [400] })],
          tax: 1200,
          total: 16_200,
          netPayment: 5400,
        },
        { items: [both], payout: 5400 },
      ),
      HALF,
    ],
    square: [
      square(
        { line_items: [PAIR.square] },
        squareReturn([backItem({ quantity: '2' })], 10_800, 800, {
          line_items: [half],
          total_money: usd(5400),
          total_tax_money: usd(400),
          total_tip_money: usd(0),
        }),
      ),
      HALF,
    ],
    toast: 'items are refunded or voided, and sold anew',
  },
  'an item removed before payment': {
    shopify: [shopify({ lines: [PAIR.shopify], netPayment: 5400 }, { items: [one] }), HALF],
    square: 'an order has only the items that are left (UpdateOrder)',
    toast: [toastCheck({ selections: [BOTTLE.toast, { ...BOTTLE.toast, guid: 's2', voided: true }] }), SALE],
  },
  'an item added after payment': {
    shopify: [
      shopify({
        lines: [BOTTLE.shopify, shopifyLine({ id: '2', unit: 5000, taxes: [400] })],
        tax: 1200,
        total: 16_200,
        netPayment: 10_800,
        outstanding: 5400,
        displayFinancialStatus: 'PARTIALLY_PAID',
      }),
      { net: 15_000, tax: 1200, total: 16_200, units: 2 },
    ],
    square: 'items of an order that is paid cannot be changed (UpdateOrder)',
    toast: [
      toast({ checks: [check(), check({ guid: 'c2', paymentStatus: 'OPEN', payments: [] })] }),
      { net: 20_000, tax: 1600, total: 21_600, units: 2 },
    ],
  },
  'an order that is not paid': {
    shopify: [shopify({ netPayment: 0, outstanding: 10_800, displayFinancialStatus: 'AUTHORIZED' }), NOTHING],
    square: [square({ state: 'OPEN', tenders: [] }), NOTHING],
    toast: [toastCheck({ paymentStatus: 'OPEN', payments: [] }), NOTHING],
  },
  'a void': {
    shopify: [
      shopify(
        { lines: [PAIR.shopify], netPayment: 0, cancelledAt: 2500, displayFinancialStatus: 'VOIDED' },
        { items: [both] },
      ),
      NOTHING,
    ],
    square: [square({ state: 'CANCELED' }), NOTHING],
    toast: [toast({ voided: true }), NOTHING],
  },
  'a comp': {
    shopify: [
      shopify({ lines: [shopifyLine({ unit: 10_000, discounts: [10_000] })], tax: 0, total: 0 }),
      { discount: 10_000, units: 1 },
    ],
    square: [
      square({
        line_items: [rawItem({ total_tax_money: usd(0), total_discount_money: usd(10_000), total_money: usd(0) })],
        total_tax_money: usd(0),
        total_money: usd(0),
      }),
      { discount: 10_000, units: 1 },
    ],
    toast: [
      toastCheck({
        selections: [{ ...BOTTLE.toast, price: 0 }],
        amount: 0,
        taxAmount: 0,
        totalAmount: 0,
        payments: [],
      }),
      { discount: 10_000, units: 1 },
    ],
  },
  'a tip': {
    shopify: [shopify({ tip: 2000, total: 12_800 }), { ...SALE, tip: 2000, total: 12_800 }],
    square: [square({ total_tip_money: usd(2000), total_money: usd(12_800) }), { ...SALE, tip: 2000, total: 12_800 }],
    toast: [
      toastCheck({ payments: [{ ...PAYMENT, amount: 108, tipAmount: 20 }] }),
      { ...SALE, tip: 2000, total: 12_800 },
    ],
  },
  'a service charge': {
    shopify: 'it has no charges but shipping, duties and tax',
    square: [
      square({
        service_charges: [{ uid: 'C', name: 'Corkage', type: 'CUSTOM', total_money: usd(1000) }],
        total_money: usd(11_800),
      }),
      { ...SALE, net: 11_000, total: 11_800 },
    ],
    toast: [
      toastCheck({
        appliedServiceCharges: [{ guid: 'c1', name: 'Corkage', chargeAmount: 10, delivery: false, gratuity: false }],
        amount: 110,
        totalAmount: 118,
      }),
      { ...SALE, net: 11_000, total: 11_800 },
    ],
  },
  'a gift card sold': {
    shopify: [
      shopify({ lines: [shopifyLine({ unit: 10_000, isGiftCard: true })], tax: 0, total: 10_000 }),
      { total: 10_000, units: 1 },
    ],
    square: [
      square({
        line_items: [rawItem({ item_type: 'GIFT_CARD', total_tax_money: usd(0), total_money: usd(10_000) })],
        total_tax_money: usd(0),
        total_money: usd(10_000),
      }),
      { total: 10_000, units: 1 },
    ],
    toast: [
      toastCheck({
        selections: [{ ...BOTTLE.toast, deferred: true, selectionType: 'TOAST_CARD_SELL' }],
        taxAmount: 0,
        totalAmount: 100,
      }),
      { total: 10_000, units: 1 },
    ],
  },
  'a gift card redeemed': {
    shopify: [shopify({}), SALE],
    square: [square({ tenders: [{ id: 'T', type: 'SQUARE_GIFT_CARD', amount_money: usd(10_800) }] }), SALE],
    toast: [toastCheck({ payments: [{ ...PAYMENT, type: 'GIFTCARD', amount: 108 }] }), SALE],
  },
  'tax inside the price': {
    shopify: [shopify({ lines: [shopifyLine({ unit: 10_800, taxes: [800] })], taxesIncluded: true }), SALE],
    // An inclusive tax is in the total of its item, as an additive one is.
    square: [square({}), SALE],
    toast: 'prices are before tax (Selection.price)',
  },
  'shipping with tax': {
    shopify: [
      shopify({ shipping: 1500, tax: 920, total: 12_420 }),
      { ...SALE, shipping: 1500, tax: 920, total: 12_420 },
    ],
    square: [
      square({
        service_charges: [
          { uid: 'S', name: 'Shipping', type: 'CUSTOM', total_money: usd(1620), total_tax_money: usd(120) },
        ],
        total_tax_money: usd(920),
        total_money: usd(12_420),
      }),
      { ...SALE, shipping: 1500, tax: 920, total: 12_420 },
    ],
    toast: [
      toastCheck({
        appliedServiceCharges: [{ guid: 'c1', name: 'Delivery', chargeAmount: 15, delivery: true, gratuity: false }],
        amount: 115,
        taxAmount: 9.2,
        totalAmount: 124.2,
      }),
      { ...SALE, shipping: 1500, tax: 920, total: 12_420 },
    ],
  },
  // All three give each item its share of an order discount.
  'a discount on the order or its item': {
    shopify: [
      shopify({ lines: [shopifyLine({ unit: 11_000, discounts: [600, 400], taxes: [800] })] }),
      { ...SALE, discount: 1000 },
    ],
    square: [
      square({ line_items: [{ ...BOTTLE.square, total_discount_money: usd(1000) }] }),
      { ...SALE, discount: 1000 },
    ],
    toast: [toastCheck({ selections: [{ ...BOTTLE.toast, preDiscountPrice: 110 }] }), { ...SALE, discount: 1000 }],
  },
  // Shopify's bundles are their components: shopify.dev/docs/apps/build/product-merchandising/bundles
  'a bundle of two': {
    shopify: [
      shopify({
        lines: [shopifyLine({ unit: 6000, taxes: [480] }), shopifyLine({ id: '2', unit: 4000, taxes: [320] })],
      }),
      TWO,
    ],
    square: 'a bundle is an item',
    toast: 'a combo is an item with modifiers',
  },
  'a modifier of 20 on two': {
    shopify: 'options are variants',
    // A modifier is in the total of its item: reference/square/objects/OrderLineItem
    square: [square({ line_items: [PAIR.square] }), TWO],
    toast: [
      toastCheck({
        selections: [{ ...PAIR.toast, modifiers: [{ ...SELECTION, guid: 'm1', preDiscountPrice: 20, price: 20 }] }],
      }),
      TWO,
    ],
  },
  'a line without a price': {
    shopify: [shopify({ lines: [BOTTLE.shopify, shopifyLine({ id: '2', unit: 0 })] }), TWO],
    square: [
      square({ line_items: [BOTTLE.square, rawItem({ uid: 'Z', total_tax_money: usd(0), total_money: usd(0) })] }),
      TWO,
    ],
    toast: [
      toastCheck({ selections: [BOTTLE.toast, { ...SELECTION, guid: 's2', preDiscountPrice: 0, price: 0 }] }),
      TWO,
    ],
  },
  'a test order': {
    shopify: 'left out before it becomes rows (Order.test)',
    square: 'the sandbox is an account of its own',
    toast: [toast({ createdInTestMode: true }), NOTHING],
  },
  'a draft': {
    shopify: 'drafts are no orders (DraftOrder)',
    square: [square({ state: 'DRAFT' }), NOTHING],
    toast: 'carts are not kept (apiCreatingOrders)',
  },
  'a sale in a foreign currency': {
    shopify: 'amounts are those in the shop’s currency (MoneyBag.shopMoney)',
    square: 'a location sells in its own currency',
    toast: 'a location sells in its own currency',
  },
  'a guest, or a customer who was deleted': {
    shopify: [shopify({ customer: null }), SALE],
    square: [square({ customer_id: undefined }), SALE],
    toast: [toastCheck({ customer: null }), SALE],
  },
}

const PLATFORMS = ['shopify', 'square', 'toast'] as const

test.each(
  Object.entries(CASES).flatMap(([name, cells]) =>
    PLATFORMS.flatMap((platform) => {
      const cell = cells[platform]
      return typeof cell === 'string' ? [] : [[name, platform, ...cell] as const]
    }),
  ),
)('%s counts at %s', (_case, _platform, rows, counted) => {
  expect(countRows(rows)).toEqual(counted)
})
