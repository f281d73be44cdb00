import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { orderRows } from './order-rows.ts'
import { WooOrder, WooRefund } from './order-schema.ts'
import { ORDER, REFUNDS } from './samples.fixture.ts'

const [LINE, OTHER_LINE] = ORDER.line_items as [(typeof ORDER.line_items)[0], (typeof ORDER.line_items)[0]]
const NO_REFERENCES = { products: new Map(), clubs: new Map([['9', { id: '7', name: 'Estate Club' }]]) }

const line = (id: number, subtotal: string, total: string, quantity = 1) => ({ ...LINE, id, subtotal, total, quantity })
const fee = (id: number, name: string, total: string) => ({ id, name, total, total_tax: '0.00' })

type Wire<Shape extends z.ZodType> = Partial<Record<keyof z.output<Shape>, unknown>>

const rowsOf = (changes: Wire<typeof WooOrder>, refunds: readonly Wire<typeof WooRefund>[] = []) => {
  const listed = refunds.map(({ id = 1 }) => ({ id, reason: '', total: '' }))
  const order = WooOrder.parse({ ...ORDER, refunds: listed, ...changes })
  const rows = orderRows(
    order,
    refunds.map((refund) => WooRefund.parse({ ...REFUNDS[0], ...refund })),
    NO_REFERENCES,
  )
  const orders = rowsOfTable('orders', rows)
  const linesOf = (id: string) =>
    rowsOfTable('order_lines', rows).filter(({ order_source_id }) => order_source_id === id)
  return { orders, sale: orders[0] as CanonicalRecord<'orders'>, back: orders[1] as CanonicalRecord<'orders'>, linesOf }
}

/** What an order adds to net sales: its lines after discounts. */
const netOf = (lines: readonly { readonly amount: number }[]): number => lines.reduce((net, one) => net + one.amount, 0)

const PLAIN = { shipping_total: '0.00', shipping_lines: [], total_tax: '0.00' }

describe('an order', () => {
  test('of the documentation: lines, shipping and tax add up to its total', () => {
    const { sale, linesOf } = rowsOf({})
    expect(sale).toMatchObject({
      source_id: '727',
      order_number: '727',
      currency: 'USD',
      subtotal: 1800,
      discount: 0,
      shipping: 1000,
      tax: 135,
      tip: 0,
      total: 2935,
      customer_name: 'John Doe',
      state: 'CA',
      delivery_method: 'ship',
      payment_status: 'paid',
      payment_status_raw: 'processing',
      fulfillment_status: 'unfulfilled',
    })
    expect(
      linesOf('727').map(({ product_title, quantity, unit_price, amount }) => [
        product_title,
        quantity,
        unit_price,
        amount,
      ]),
    ).toEqual([
      ['Woo Single #1', 2, 3, 600],
      ['Ship Your Idea – Color: Black, Size: M Test', 1, 12, 1200],
    ])
  })

  /*
   * Product Bundles, Composite Products, Mix and Match Products: their REST API references. WPC Product Bundles and WPC Composite Products:
   * `update_meta_data` of their code.
   */
  test.each([
    ['a bundle', { bundled_items: [12, 13] }],
    ['a composite', { composite_children: [12, 13] }],
    ['a case that the customer filled', { mnm_child_items: [12, 13] }],
    ['a bundle of WPC', { meta_data: [{ id: 1, key: '_woosb_ids', value: '93/3,94/3' }] }],
    ['a composite of WPC', { meta_data: [{ id: 1, key: '_wooco_ids', value: '93/3,94/3' }] }],
  ])('with %s sells it once and counts the bottles that it contains', (_what, contents) => {
    const priced = [
      { ...line(11, '120.00', '120.00'), ...contents },
      line(12, '0.00', '0.00', 3),
      line(13, '0.00', '0.00', 3),
    ]
    const pricedByPart = [
      { ...line(11, '0.00', '0.00'), ...contents },
      line(12, '70.00', '70.00', 3),
      line(13, '50.00', '50.00', 3),
    ]
    for (const line_items of [priced, pricedByPart]) {
      const { linesOf } = rowsOf({ ...PLAIN, total: '120.00', line_items })
      expect(netOf(linesOf('727'))).toBe(12_000)
      expect(linesOf('727').map(({ quantity }) => quantity)).toEqual([0, 3, 3])
    }
  })

  test('with an empty bundle counts it', () => {
    const { linesOf } = rowsOf({
      ...PLAIN,
      total: '20.00',
      line_items: [{ ...line(11, '20.00', '20.00'), bundled_items: [] }],
    })
    expect(linesOf('727')).toMatchObject([{ quantity: 1 }])
  })

  test('counts when it was paid, in GMT, and an unpaid one when it was made', () => {
    expect(rowsOf({}).sale.ordered).toBe(Date.UTC(2017, 2, 22, 19, 28, 8))
    expect(rowsOf({ status: 'on-hold', date_paid_gmt: null }).sale.ordered).toBe(Date.UTC(2017, 2, 22, 19, 28, 2))
  })

  test('with a coupon has the discount in its lines', () => {
    const { sale, linesOf } = rowsOf({ ...PLAIN, total: '15.00', line_items: [line(1, '20.00', '15.00', 2)] })
    expect(sale).toMatchObject({ subtotal: 2000, discount: 500, total: 1500 })
    expect(linesOf('727')).toMatchObject([{ unit_price: 10, discount: 500, amount: 1500 }])
  })

  test('with prices that include tax keeps whole cents that add up', () => {
    // Three bottles at 10.00 with 21 % tax: 8.264463 each before tax.
    const bottle = (id: number) => line(id, '8.264463', '8.264463')
    const { sale, linesOf } = rowsOf({
      ...PLAIN,
      total: '30.00',
      total_tax: '5.206611',
      line_items: [1, 2, 3].map(bottle),
    })
    expect(sale).toMatchObject({ subtotal: 2479, discount: 0, tax: 521, total: 3000 })
    expect(linesOf('727').map(({ amount }) => amount)).toEqual([827, 826, 826])
  })

  test('keeps tips, deposits and shipping fees out of sales, and takes a negative fee as a discount', () => {
    const fee_lines = [
      fee(1, 'Tip', '5.00'),
      fee(2, 'CA bottle deposit', '0.60'),
      fee(3, 'Adult signature', '8.00'),
      fee(4, 'Member discount', '-3.00'),
      fee(5, 'Gift wrapping', '4.00'),
    ]
    const { sale, linesOf } = rowsOf({ ...PLAIN, total: '64.60', line_items: [line(1, '50.00', '50.00')], fee_lines })
    expect(sale).toMatchObject({ subtotal: 5400, discount: 300, shipping: 800, tax: 60, tip: 500, total: 6460 })
    expect(netOf(linesOf('727'))).toBe(5100)
  })

  test('that was paid by gift card counts in full', () => {
    const gift_cards = [{ id: 1, code: 'ABCD', amount: '30.00' }]
    const { sale } = rowsOf({ ...PLAIN, total: '20.00', gift_cards, line_items: [line(1, '50.00', '50.00')] })
    expect(sale).toMatchObject({ subtotal: 5000, total: 5000, discount: 0 })
  })

  /*
   * 100.00 of which 40.00 were paid by card. PW Gift Cards: `rest_api_init` and `woocommerce_update_order` of its code (version 1.252)
   * append the field and reduce the total, and leave lines as they are. Smart Coupons and Store Credit: a coupon of a type of their own,
   * taken off the total after tax, or off the lines before tax; `coupon_info` and `discount_type` as in WooCommerce 8.7,
   * `coupon_data` as before. YITH Gift Cards: amounts by card number in the order's meta, taken off the total after tax, or made a fee
   * (`class-yith-ywgc-cart-checkout.php`).
   */
  const meta = (key: string, value: unknown) => [{ id: 1, key, value }]
  const coupon = (changes: object) => ({ id: 9, code: 'credit', discount: '60.00', discount_tax: '0.00', ...changes })
  const [sold, reduced] = [line(1, '100.00', '100.00'), line(1, '100.00', '40.00')]
  const info = meta('coupon_info', '[12,"cre\\"dit","smart_coupon","200"]')

  test.each<[string, Wire<typeof WooOrder>]>([
    ['PW Gift Cards', { line_items: [sold], pw_gift_cards_redeemed: [{ number: 'AB12', amount: '60' }] }],
    [
      'several gift cards',
      {
        line_items: [sold],
        pw_gift_cards_redeemed: [
          { number: 'AB12', amount: '50.00' },
          { number: 'CD34', amount: 10 },
        ],
      },
    ],
    [
      'YITH Gift Cards',
      {
        line_items: [sold],
        meta_data: [
          { id: 1, key: '_ywgc_applied_gift_cards', value: { 'AB12-CD34': 45, 'EF56-GH78': '15' } },
          { id: 2, key: '_ywgc_applied_gift_cards_totals', value: 60 },
        ],
      },
    ],
    [
      'YITH Gift Cards, edited by staff,',
      {
        line_items: [sold],
        fee_lines: [fee(3, 'Gift Card', '-60.00')],
        meta_data: [
          { id: 1, key: '_ywgc_applied_gift_cards', value: { 'AB12-CD34': 60 } },
          { id: 2, key: 'ywgc_gift_card_updated_as_fee', value: '1' },
        ],
      },
    ],
    ['store credit after tax', { line_items: [sold], coupon_lines: [coupon({ meta_data: info })] }],
    ['store credit before tax', { line_items: [reduced], coupon_lines: [coupon({ meta_data: info })] }],
    ['Store Credit', { line_items: [reduced], coupon_lines: [coupon({ discount_type: 'store_credit' })] }],
    [
      'store credit of an older version',
      {
        line_items: [sold],
        coupon_lines: [coupon({ meta_data: meta('coupon_data', { id: 12, discount_type: 'smart_coupon' }) })],
      },
    ],
    [
      'store credit at a register',
      {
        line_items: [sold],
        coupon_lines: [coupon({ discount: '0', meta_data: info })],
        meta_data: meta('smart_coupons_contribution', { credit: 60 }),
      },
    ],
  ])('that was paid in part by %s is not discounted by it', (_extension, changes) => {
    const { sale, linesOf } = rowsOf({ ...PLAIN, total: '40.00', ...changes })
    expect(sale).toMatchObject({ subtotal: 10_000, discount: 0, total: 10_000 })
    expect(linesOf('727')).toMatchObject([{ amount: 10_000, discount: 0 }])
  })

  test('with a discount and store credit before tax keeps the discount', () => {
    // 100.00 less 10 % and 50.00 less 10 %: 135.00, of which 67.50 is credit, so each line is reduced by half again.
    const line_items = [line(1, '100.00', '45.00'), line(2, '50.00', '22.50')]
    const coupon_lines = [
      coupon({ discount: '67.50', discount_tax: '5.40', meta_data: info }),
      coupon({ id: 10, discount: '15.00', discount_tax: '1.20', discount_type: 'percent' }),
    ]
    const { sale, linesOf } = rowsOf({ ...PLAIN, total_tax: '5.40', total: '72.90', line_items, coupon_lines })
    expect(sale).toMatchObject({ subtotal: 15_000, discount: 1500, tax: 540, total: 14_040 })
    expect(linesOf('727').map(({ amount, discount }) => [amount, discount])).toEqual([
      [9000, 1000],
      [4500, 500],
    ])
  })

  test('keeps its discount although a register recorded store credit that it no longer has', () => {
    const meta_data = meta('smart_coupons_contribution', { credit: 60 })
    const { sale } = rowsOf({ ...PLAIN, total: '40.00', line_items: [reduced], meta_data })
    expect(sale).toMatchObject({ subtotal: 10_000, discount: 6000, total: 4000 })
  })

  test('paid by gift card alone and refunded is canceled: nothing was paid back', () => {
    const pw_gift_cards_redeemed = [{ number: 'AB12', amount: '100.00' }]
    const { sale } = rowsOf({ ...PLAIN, status: 'refunded', total: '0.00', line_items: [sold], pw_gift_cards_redeemed })
    expect(sale).toMatchObject({ order_type: 'regular', total: 10_000, payment_status: 'cancelled' })
  })

  test('whose price staff raised has no negative discount', () => {
    const { sale } = rowsOf({ ...PLAIN, total: '25.00', line_items: [line(1, '20.00', '25.00')] })
    expect(sale).toMatchObject({ subtotal: 2500, discount: 0 })
  })

  test('whose total its parts do not explain has the difference as a line', () => {
    const { sale, linesOf } = rowsOf({ ...PLAIN, total: '45.00', line_items: [line(1, '50.00', '50.00')] })
    expect(sale).toMatchObject({ subtotal: 4500, total: 4500 })
    expect(linesOf('727').at(-1)).toMatchObject({ product_title: 'Adjustment', amount: -500, quantity: 0 })
  })

  test.each([
    ['JPY', '4800', 4800],
    ['KWD', '12.345', 12_345],
    ['AUD', '12.345', 1235],
  ])('in %s has amounts in its minor units', (currency, amount, minor) => {
    const { sale } = rowsOf({ ...PLAIN, currency, total: amount, line_items: [line(1, amount, amount)] })
    expect(sale).toMatchObject({ currency, total: minor, subtotal: minor })
  })

  test('that renews a subscription is a club order of its club', () => {
    const meta_data = [{ id: 1, key: '_subscription_renewal', value: '9' }]
    const { sale } = rowsOf({ created_via: 'subscription', meta_data })
    expect(sale).toMatchObject({ channel: 'club', order_type: 'club', club_source_id: '7', club_name: 'Estate Club' })
  })

  test('of a status that an extension added counts by its date of payment', () => {
    const status = 'ready-for-pickup'
    expect(rowsOf({ status }).sale).toMatchObject({ payment_status: 'paid', fulfillment_status: 'other' })
    expect(rowsOf({ status, date_paid_gmt: null }).sale).toMatchObject({
      payment_status: 'other',
      payment_status_raw: status,
    })
  })

  test('of a guest belongs to the email address, in any case', () => {
    const other = { ...ORDER.billing, email: 'JOHN.DOE@example.com' }
    const { customer_source_id } = rowsOf({}).sale
    expect(customer_source_id).toMatch(/^guest-[0-9a-f]{24}$/)
    expect(rowsOf({ billing: other }).sale.customer_source_id).toBe(customer_source_id)
    expect(rowsOf({ billing: { ...other, email: '' } }).sale.customer_source_id).toBeNull()
    expect(rowsOf({ customer_id: 25 }).sale.customer_source_id).toBe('25')
  })
})

describe('a refund', () => {
  const returned = (id: number, of: number, total: string, tax: string, quantity: number) => ({
    ...LINE,
    id,
    quantity,
    total,
    total_tax: tax,
    meta_data: [{ id: 1, key: '_refunded_item_id', value: String(of) }],
  })
  const ONE_OF_TWO = { id: 900, amount: '3.23', line_items: [returned(901, 315, '-3.00', '-0.23', -1)] }
  const AT = Date.UTC(2017, 2, 21, 20, 7, 11)

  test('is an order of its own, negative, on its own date', () => {
    const { back, linesOf } = rowsOf({}, [ONE_OF_TWO])
    expect(back).toMatchObject({
      source_id: '727-refund-900',
      order_number: '727-R1',
      ordered: AT,
      refund_of_source_id: '727',
      is_refund: true,
      order_type: 'refund',
      payment_status: 'paid',
      subtotal: -300,
      discount: 0,
      shipping: 0,
      tax: -23,
      total: -323,
    })
    expect(linesOf(back.source_id)).toMatchObject([{ quantity: -1, amount: -300, product_title: 'Woo Single #1' }])
  })

  test('of an amount without lines returns its share of items, shipping and tax, and no goods', () => {
    const { back, linesOf } = rowsOf({}, [{ id: 900, amount: '10.00', line_items: [], shipping_lines: [] }])
    // Of 6.00, 12.00, 10.00 and 1.35, which are 29.35: 2.044, 4.089, 3.407 and 0.460, rounded so that they add up.
    expect(back).toMatchObject({ subtotal: -613, discount: 0, shipping: -341, tax: -46, total: -1000 })
    expect(linesOf(back.source_id).map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [0, -204],
      [0, -409],
    ])
  })

  test('of everything without lines returns every line, the shipping and the tax', () => {
    const { sale, back, linesOf } = rowsOf({ status: 'refunded' }, [{ id: 900, amount: '29.35', line_items: [] }])
    expect(back).toMatchObject({ subtotal: -1800, shipping: -1000, tax: -135, total: -2935 })
    expect(sale.payment_status).toBe('paid')
    expect(linesOf(back.source_id).map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [-2, -600],
      [-1, -1200],
    ])
  })

  test('of amounts that are everything together return everything, discounts as well', () => {
    const order = { total: '27.35', line_items: [line(315, '10.00', '7.00', 2), line(316, '12.00', '9.00')] }
    const money = (id: number, amount: string) => ({ id, amount, line_items: [], shipping_lines: [] })
    const { sale, orders } = rowsOf(order, [money(900, '9.11'), money(901, '9.11'), money(902, '9.13')])
    expect(orders.map(({ total }) => total)).toEqual([2735, -911, -911, -913])
    for (const column of ['subtotal', 'discount', 'shipping', 'tax', 'tip'] as const)
      expect(orders.slice(1).reduce((sum, row) => sum - row[column], 0)).toBe(sale[column])
  })

  test('of the rest returns what earlier refunds left', () => {
    const rest = { id: 905, amount: '26.12', line_items: [], date_created_gmt: '2017-03-25T10:00:00' }
    const { orders, linesOf } = rowsOf({ status: 'refunded' }, [rest, ONE_OF_TWO])
    expect(orders.map(({ order_number, total }) => [order_number, total])).toEqual([
      ['727', 2935],
      ['727-R1', -323],
      ['727-R2', -2612],
    ])
    expect(orders[2]).toMatchObject({ subtotal: -1500, shipping: -1000, tax: -112 })
    expect(linesOf('727-refund-905').map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [-1, -300],
      [-1, -1200],
    ])
    const net = ['727', '727-refund-900', '727-refund-905'].map((id) => netOf(linesOf(id)))
    expect(net).toEqual([1800, -300, -1500])
  })

  const CARD = { ...PLAIN, total: '40.00', pw_gift_cards_redeemed: [{ number: 'AB12', amount: '60.00' }] }

  test('of the last that was paid by card also gives back the gift card', () => {
    const order = { ...CARD, line_items: [line(1, '100.00', '100.00', 2)] }
    const money = (id: number, amount: string, day: number) => ({
      id,
      amount,
      line_items: [],
      shipping_lines: [],
      date_created_gmt: `2017-03-${day}T10:00:00`,
    })
    expect(rowsOf(order, [money(900, '40.00', 25)]).back).toMatchObject({ subtotal: -10_000, total: -10_000 })
    const { orders, linesOf } = rowsOf(order, [money(901, '15.00', 24), money(902, '25.00', 25)])
    expect(orders.map(({ total }) => total)).toEqual([10_000, -1500, -8500])
    expect(netOf(['727', '727-refund-901', '727-refund-902'].flatMap(linesOf))).toBe(0)
  })

  test('of an item paid by card and gift card returns the item', () => {
    const order = { ...CARD, line_items: [line(1, '100.00', '100.00')] }
    const refund = { id: 900, amount: '40.00', line_items: [returned(901, 1, '-100.00', '0.00', -1)] }
    const { back, linesOf } = rowsOf(order, [refund])
    expect(back).toMatchObject({ subtotal: -10_000, total: -10_000 })
    expect(linesOf(back.source_id)).toMatchObject([{ quantity: -1, amount: -10_000 }])
  })

  test('names its shipping, and of an older store the shipping follows from the amount', () => {
    const named = {
      id: 900,
      amount: '10.00',
      line_items: [],
      shipping_lines: [{ id: 1, total: '-10.00', total_tax: '0.00' }],
    }
    const unnamed = { ...ONE_OF_TWO, amount: '13.23' }
    expect(rowsOf({}, [named]).back).toMatchObject({ subtotal: 0, shipping: -1000, total: -1000 })
    expect(rowsOf({}, [unnamed]).back).toMatchObject({ subtotal: -300, shipping: -1000, tax: -23, total: -1323 })
  })

  test('of a price reduction has no quantity', () => {
    const { back, linesOf } = rowsOf({}, [
      { id: 900, amount: '2.00', line_items: [returned(901, 316, '-2.00', '0.00', 0)] },
    ])
    expect(linesOf(back.source_id)).toMatchObject([{ quantity: 0, discount: 0, amount: -200 }])
  })

  test('of a discounted line keeps the discount apart', () => {
    const order = { ...PLAIN, total: '15.00', line_items: [line(1, '20.00', '15.00', 2)] }
    const { back } = rowsOf(order, [{ id: 900, amount: '7.50', line_items: [returned(901, 1, '-7.50', '0.00', -1)] }])
    expect(back).toMatchObject({ subtotal: -1000, discount: -250, total: -750 })
  })

  test('of a canceled order is excluded with it', () => {
    const { orders } = rowsOf({ status: 'cancelled' }, [ONE_OF_TWO])
    expect(orders.map(({ payment_status }) => payment_status)).toEqual(['cancelled', 'cancelled'])
  })

  test('of an item that the order no longer has keeps its name', () => {
    const gone = { ...returned(901, 999, '-9.00', '0.00', -1), name: 'Woo Album #2', product_id: 87, variation_id: 0 }
    const { back, linesOf } = rowsOf({ line_items: [OTHER_LINE], total: '29.35' }, [
      { id: 900, amount: '9.00', line_items: [gone] },
    ])
    expect(linesOf(back.source_id)).toMatchObject([{ product_title: 'Woo Album #2', quantity: -1, amount: -900 }])
  })
})
