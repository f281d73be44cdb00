import { describe, expect, test } from 'vitest'
import type { CanonicalRow } from '../kit/connector.ts'
import { lackingAmounts } from '../kit/expected-rows.fixture.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { lineJson, makeOrder, makeRefund, NO_CATALOG } from './order.fixture.ts'
import { orderRows } from './order-rows.ts'
import type { BcOrder, BcRefund } from './order-schema.ts'

const rowsOf = (order: BcOrder, refunds: readonly BcRefund[] = []) => orderRows(order, refunds, NO_CATALOG)

const amounts = (rows: readonly CanonicalRow[]) =>
  rowsOfTable('orders', rows).map(({ subtotal, discount, shipping, tax, total }) => ({
    subtotal,
    discount,
    shipping,
    tax,
    total,
  }))

const lines = (rows: readonly CanonicalRow[]) =>
  rowsOfTable('order_lines', rows).map((row) => [
    row.order_source_id,
    row.product_title,
    row.quantity,
    row.discount,
    row.amount,
  ])

describe('an order', () => {
  test('of two bottles with tax and shipping', () => {
    const rows = rowsOf(makeOrder())
    expect(rows).toEqual([
      {
        table: 'orders',
        row: expect.objectContaining({
          source_id: '218',
          order_number: '218',
          ordered: Date.UTC(2019, 2, 5, 21, 40, 11),
          source_updated: Date.UTC(2019, 2, 11, 15, 17, 25),
          customer_source_id: '11',
          customer_name: 'Jane Doe',
          channel: 'web',
          payment_status: 'paid',
          city: 'Austin',
          state: 'TX',
          country: 'US',
          currency: 'USD',
          subtotal: 8000,
          discount: 0,
          shipping: 1500,
          tax: 640,
          tip: 0,
          total: 10_140,
        }),
      },
      {
        table: 'order_lines',
        row: expect.objectContaining({
          source_id: '218/65',
          line_number: 1,
          sku: 'PN21',
          product_source_id: '501',
          product_title: '2021 Pinot Noir',
          brand: 'Larkmoor',
          vintage: '2021',
          item_kind: 'wine',
          quantity: 2,
          unit_price: 40,
          amount: 8000,
          cost: 2300,
        }),
      },
    ])
  })

  test('with numbers as text, empty amounts and no discounts is read as well', () => {
    const line = lineJson({ id: '65', variant_id: '501', quantity: '2', total_ex_tax: '' })
    const numbers = { id: '218', customer_id: '11', status_id: '11', items_total: '2', items_shipped: '0' }
    const none = {
      discount_amount: undefined,
      coupon_discount: '',
      handling_cost_ex_tax: '',
      wrapping_cost_ex_tax: null,
    }
    expect(rowsOf(makeOrder({ ...numbers, ...none }, [line]))).toEqual(rowsOf(makeOrder()))
  })

  test.each([
    ['without a total', { total_inc_tax: '' }],
    ['without its tax', { total_tax: undefined }],
    ['of no status', { status_id: '' }],
  ])('%s can’t be read', (_what, changes) => {
    expect(() => makeOrder(changes)).toThrow()
  })

  test('of a guest has no customer, but a name', () => {
    expect(rowsOf(makeOrder({ customer_id: 0 }))[0]?.row).toMatchObject({
      customer_source_id: null,
      customer_name: 'Jane Doe',
    })
  })

  test('whose line shows the discount but not what is left', () => {
    const line = lineJson({
      total_tax: '5.7600',
      applied_discounts: [{ amount: '8.0000' }],
      discounted_total_inc_tax: undefined,
    })
    const order = makeOrder({ coupon_discount: '8.0000', total_tax: '5.7600', total_inc_tax: '92.7600' }, [line])
    expect(lines(rowsOf(order))).toEqual([['218', '2021 Pinot Noir', 2, 800, 7200]])
  })

  test('of an old store, whose lines show no discount, spreads it by what lines cost', () => {
    // 12.00 off 80.00 and 40.00: 8.00 and 4.00
    const old = { applied_discounts: undefined, discounted_total_inc_tax: undefined, total_tax: '0.0000' }
    const other = lineJson({
      ...old,
      id: 66,
      name: 'Cap',
      quantity: 1,
      total_ex_tax: '40.0000',
      total_inc_tax: '40.0000',
    })
    const order = makeOrder(
      { subtotal_ex_tax: '120.0000', coupon_discount: '12.0000', total_tax: '0.0000', total_inc_tax: '123.0000' },
      [lineJson({ ...old, total_inc_tax: '80.0000' }), other],
    )
    expect(lines(rowsOf(order))).toEqual([
      ['218', '2021 Pinot Noir', 2, 800, 7200],
      ['218', 'Cap', 1, 400, 3600],
    ])
    expect(amounts(rowsOf(order))).toEqual([
      { subtotal: 12_000, discount: 1200, shipping: 1500, tax: 0, total: 12_300 },
    ])
  })

  test('with a coupon for free shipping has none', () => {
    const order = makeOrder({ coupon_discount: '15.0000', total_inc_tax: '86.4000' })
    expect(amounts(rowsOf(order))).toEqual([{ subtotal: 8000, discount: 0, shipping: 0, tax: 640, total: 8640 }])
  })

  test('whose prices include tax: 43.20 each, less 8.64', () => {
    // 86.40 - 8.64 = 77.76, of which 5.76 is tax; shipping 10.80 with 0.80 tax
    const line = lineJson({ total_tax: '5.7600', discounted_total_inc_tax: '77.7600' })
    const order = makeOrder(
      {
        is_tax_inclusive_pricing: true,
        shipping_cost_ex_tax: '10.0000',
        shipping_cost_inc_tax: '10.8000',
        discount_amount: '8.6400',
        total_tax: '6.5600',
        total_inc_tax: '88.5600',
      },
      [line],
    )
    expect(amounts(rowsOf(order))).toEqual([{ subtotal: 8000, discount: 800, shipping: 1000, tax: 656, total: 8856 }])
    expect(lackingAmounts(rowsOf(order))).toEqual([])
  })

  test.each([
    ['still in the total', '101.4000'],
    ['already taken off the total', '76.4000'],
  ])('paid with a gift certificate and store credit, %s', (_name, total_inc_tax) => {
    const order = makeOrder({ gift_certificate_amount: '20.0000', store_credit_amount: '5.0000', total_inc_tax })
    expect(amounts(rowsOf(order))[0]?.total).toBe(10_140)
  })

  test('of a gift certificate', () => {
    const line = lineJson({ type: 'giftcertificate', name: '$100 Gift', product_id: 0, variant_id: 0, sku: '' })
    expect(rowsOf(makeOrder({}, [line]))[1]?.row).toMatchObject({
      item_kind: 'gift_card',
      product_source_id: null,
      sku: null,
    })
  })

  test('with gift wrapping, handling, and a fee', () => {
    const order = makeOrder({
      wrapping_cost_ex_tax: '4.5000',
      wrapping_cost_inc_tax: '4.5000',
      handling_cost_ex_tax: '2.0000',
      handling_cost_inc_tax: '2.0000',
      fees: [{ id: 7, display_name_customer: 'A Fee', cost_exc_tax: '12.3000', cost_inc_tax: '12.3000' }],
      total_inc_tax: '120.2000',
    })
    const rows = rowsOf(order)
    expect(lines(rows).slice(1)).toEqual([
      ['218', 'Gift wrapping', 0, 0, 450],
      ['218', 'A Fee', 0, 0, 1230],
    ])
    expect(amounts(rows)).toEqual([{ subtotal: 9680, discount: 0, shipping: 1700, tax: 640, total: 12_020 }])
    expect(lackingAmounts(rows)).toEqual([])
  })

  test('whose total was overridden shows the difference as a line of its own', () => {
    const rows = rowsOf(makeOrder({ total_inc_tax: '131.4000' }))
    expect(lines(rows)[1]).toEqual(['218', 'Adjustment', 0, 0, 3000])
    expect(lackingAmounts(rows)).toEqual([])
  })

  test('with half cents: what rounding leaves is of its lines', () => {
    // Three times 33.335 is 100.005; the order says 100.01.
    const third = (id: number) =>
      lineJson({
        id,
        quantity: 1,
        total_ex_tax: '33.3350',
        total_inc_tax: '33.3350',
        total_tax: '0.0000',
        discounted_total_inc_tax: '33.3350',
      })
    const order = makeOrder({ total_tax: '0.0000', total_inc_tax: '115.0100' }, [third(1), third(2), third(3)])
    expect(lines(rowsOf(order)).map((line) => line[4])).toEqual([3333, 3334, 3334])
    expect(lackingAmounts(rowsOf(order))).toEqual([])
  })

  test('in a currency without cents', () => {
    const line = lineJson({ total_ex_tax: '8000.0000', total_tax: '0', discounted_total_inc_tax: '8000.0000' })
    const order = makeOrder(
      { default_currency_code: 'JPY', shipping_cost_ex_tax: '500', total_tax: '0', total_inc_tax: '8500.0000' },
      [line],
    )
    expect(amounts(rowsOf(order))).toEqual([{ subtotal: 8000, discount: 0, shipping: 500, tax: 0, total: 8500 }])
  })
})

describe('a refund', () => {
  test('of one of two bottles is a negative order on its own day', () => {
    const rows = rowsOf(makeOrder({ status_id: 14, payment_status: 'partially refunded' }), [makeRefund({})])
    expect(rows[2]?.row).toMatchObject({
      source_id: '218/refund-12',
      order_number: '218-R12',
      ordered: Date.UTC(2019, 3, 2, 16, 44, 15),
      order_type: 'refund',
      refund_of_source_id: '218',
      payment_status: 'paid',
      is_refund: true,
    })
    expect(amounts(rows)[1]).toEqual({ subtotal: -4000, discount: 0, shipping: 0, tax: -320, total: -4320 })
    expect(lines(rows)[1]).toEqual(['218/refund-12', '2021 Pinot Noir', -1, 0, -4000])
    expect(lackingAmounts(rows)).toEqual([])
  })

  test('of an amount of the order is no product’s', () => {
    const amount = makeRefund({
      total_amount: 1.99,
      total_tax: 0,
      items: [{ item_type: 'ORDER', item_id: 218, requested_amount: 1.99 }],
    })
    expect(lines(rowsOf(makeOrder(), [amount]))[1]).toEqual(['218/refund-12', 'Refund', 0, 0, -199])
  })

  test('that BigCommerce never paid out is none; of which a part was declined, the rest', () => {
    const declined = { id: 13, amount: 43.2, is_declined: true }
    expect(rowsOf(makeOrder(), [makeRefund({ payments: [declined] })])).toHaveLength(2)
    const half = [
      { id: 13, amount: 21.6, is_declined: true },
      { id: 14, amount: 21.6, is_declined: false },
    ]
    const rows = rowsOf(makeOrder(), [makeRefund({ payments: half })])
    expect(amounts(rows)[1]).toMatchObject({ tax: -160, total: -2160 })
    expect(lackingAmounts(rows)).toEqual([])
  })

  test('of shipping in a store whose prices include tax', () => {
    // 10.80 with 0.80 tax
    const order = makeOrder({
      is_tax_inclusive_pricing: true,
      shipping_cost_ex_tax: '10.0000',
      shipping_cost_inc_tax: '10.8000',
    })
    const shipping = makeRefund({
      total_amount: 10.8,
      total_tax: 0.8,
      items: [{ item_type: 'SHIPPING', item_id: 81, requested_amount: 10.8 }],
    })
    expect(amounts(rowsOf(order, [shipping]))[1]).toEqual({
      subtotal: 0,
      discount: 0,
      shipping: -1000,
      tax: -80,
      total: -1080,
    })
  })

  test('of a canceled order is excluded with it', () => {
    const rows = rowsOf(makeOrder({ status_id: 5 }), [makeRefund({})])
    expect(rowsOfTable('orders', rows).map(({ payment_status }) => payment_status)).toEqual(['cancelled', 'cancelled'])
  })

  test('of a canceled order of which money was kept counts with it', () => {
    // 48.60 of the order were paid back.
    const order = makeOrder({ status_id: 5, payment_status: 'partially refunded' })
    const orders = rowsOfTable('orders', rowsOf(order, [makeRefund({})]))
    expect(orders.map(({ payment_status }) => payment_status)).toEqual(['paid', 'paid'])
  })
})
