import { describe, expect, test } from 'vitest'
import { convertOrder, rawItem, rawOrder, rawPayment, usd } from './square-order.fixture.ts'

const tender = (changes: object = {}) => ({
  id: 'PAY',
  payment_id: 'PAY',
  created_at: '2026-03-14T21:02:12Z',
  type: 'CARD',
  amount_money: usd(5200),
  tip_money: usd(0),
  ...changes,
})

const returned = (changes: object = {}) => ({
  uid: 'R1',
  source_order_id: 'SALE',
  return_line_items: [rawItem({ uid: 'B', source_line_item_uid: 'A' })],
  return_amounts: { total_money: usd(5200), tax_money: usd(400), tip_money: usd(0) },
  ...changes,
})

const returnOnly = (changes: object = {}) =>
  rawOrder({
    id: 'BACK',
    line_items: undefined,
    total_money: null,
    total_tax_money: null,
    total_tip_money: null,
    returns: [returned()],
    refunds: [{ id: 'RF', tender_id: 'PAY', amount_money: usd(5200), status: 'APPROVED' }],
    ...changes,
  })

describe('amounts of a sale', () => {
  const CASES: readonly (readonly [name: string, changes: object, order: object, lines: readonly object[]])[] = [
    [
      'removes included tax from the gross amount',
      {
        line_items: [rawItem({ total_money: usd(4800), total_tax_money: usd(800) })],
        total_money: usd(4800),
        total_tax_money: usd(800),
      },
      { subtotal: 4000, tax: 800, total: 4800 },
      [{ amount: 4000 }],
    ],
    [
      'takes a discount off the list price',
      {
        line_items: [rawItem({ quantity: '2', total_discount_money: usd(960), total_money: usd(9040) })],
        total_money: usd(9040),
      },
      { subtotal: 9600, discount: 960, total: 9040 },
      [{ quantity: 2, amount: 8640, discount: 960, unit_price: 48 }],
    ],
    [
      'counts an automatic gratuity as a tip',
      {
        service_charges: [{ uid: 'G', name: 'Large party', type: 'AUTO_GRATUITY', total_money: usd(900) }],
        total_money: usd(6100),
      },
      { subtotal: 4800, tip: 900, total: 6100 },
      [{ amount: 4800 }],
    ],
    [
      'puts any other charge on a line of its own',
      {
        service_charges: [{ uid: 'C', name: 'Corkage', type: 'CUSTOM', total_money: usd(1500) }],
        total_money: usd(6700),
      },
      { subtotal: 6300, shipping: 0, total: 6700 },
      [
        { quantity: 1, amount: 4800 },
        { line_id: 'charge-C', product_title: 'Corkage', quantity: 0, amount: 1500, item_kind: 'other' },
      ],
    ],
    [
      'counts a charge that is apportioned to the items once',
      {
        line_items: [rawItem({ total_money: usd(5700), total_service_charge_money: usd(500) })],
        service_charges: [{ uid: 'C', name: 'Service', type: 'CUSTOM', total_money: usd(500) }],
        total_money: usd(5700),
      },
      { subtotal: 5300, total: 5700 },
      [{ amount: 4800 }, { amount: 500 }],
    ],
    [
      'puts cash rounding on a line, so that the total matches the one of Square',
      { rounding_adjustment: { amount_money: usd(3) }, total_money: usd(5203) },
      { subtotal: 4803, total: 5203 },
      [{ amount: 4800 }, { line_id: 'rest', product_title: 'Rounding', quantity: 0, amount: 3 }],
    ],
    [
      'reads a quantity as a decimal string with up to five places',
      { line_items: [rawItem({ quantity: '1.25000' })] },
      { subtotal: 4800 },
      [{ quantity: 1.25, unit_price: 38.4 }],
    ],
    [
      'maps an order with a zero total to type no_charge',
      {
        line_items: [rawItem({ total_discount_money: usd(4800), total_tax_money: usd(0), total_money: usd(0) })],
        total_money: usd(0),
        total_tax_money: usd(0),
      },
      { order_type: 'no_charge', subtotal: 4800, discount: 4800, total: 0 },
      [{ amount: 0 }],
    ],
    [
      'keeps an empty order, as an opened cash drawer leaves it, without sales',
      { line_items: undefined, total_money: usd(0), total_tax_money: usd(0) },
      { order_type: 'other', subtotal: 0, total: 0, is_refund: false },
      [],
    ],
  ]

  test.each(CASES)('%s', (_name, changes, order, lines) => {
    const made = convertOrder(rawOrder(changes))
    expect(made.orders).toMatchObject([order])
    expect(made.lines).toMatchObject(lines)
  })
})

describe('refunds and exchanges', () => {
  const sale = rawOrder({ source: { name: 'Square Online' }, customer_id: 'CUST', tenders: [tender()] })

  test('a return becomes a refund with negative amounts linked to the refunded order', () => {
    const { orders, lines } = convertOrder(returnOnly(), { originals: [sale] })
    expect(orders).toMatchObject([
      { source_id: 'BACK', is_refund: true, refund_of_source_id: 'SALE', subtotal: -4800, tax: -400, total: -5200 },
    ])
    expect(lines).toMatchObject([{ order_source_id: 'BACK', quantity: -1, amount: -4800, unit_price: 48 }])
  })

  test('a refund has the channel, customer and team member of the refunded order', () => {
    const { orders } = convertOrder(returnOnly(), { originals: [sale], payments: [rawPayment()] })
    expect(orders).toMatchObject([{ channel: 'web', customer_source_id: 'CUST', team_member: 'Ana Prado' }])
  })

  test('a refunded tip is a negative tip', () => {
    const amounts = { total_money: usd(6100), tax_money: usd(400), tip_money: usd(900) }
    const { orders } = convertOrder(returnOnly({ returns: [returned({ return_amounts: amounts })] }))
    expect(orders).toMatchObject([{ subtotal: -4800, tip: -900, total: -6100 }])
  })

  test('uses the amounts of the order for its only return', () => {
    const amounts = { total_money: usd(5200), tax_money: usd(400), tip_money: usd(0) }
    const raw = returnOnly({ returns: [returned({ return_amounts: undefined })], return_amounts: amounts })
    expect(convertOrder(raw).orders).toMatchObject([{ tax: -400, total: -5200 }])
  })

  test('an exchange becomes a sale and a refund', () => {
    const raw = rawOrder({ id: 'EXC', returns: [returned()] })
    const { orders, lines } = convertOrder(raw, { originals: [sale] })
    expect(orders).toMatchObject([
      { source_id: 'EXC', order_type: 'exchange', is_refund: false, total: 5200 },
      { source_id: 'EXC:R1', order_type: 'refund', is_refund: true, refund_of_source_id: 'SALE', total: -5200 },
    ])
    expect(lines.map(({ source_id }) => source_id)).toEqual(['EXC/A', 'EXC:R1/B'])
  })

  test('a return of several orders becomes one refund per order', () => {
    const raw = returnOnly({ returns: [returned(), returned({ uid: 'R2', source_order_id: 'OTHER' })] })
    expect(convertOrder(raw).orders).toMatchObject([
      { source_id: 'BACK:R1', refund_of_source_id: 'SALE' },
      { source_id: 'BACK:R2', refund_of_source_id: 'OTHER' },
    ])
  })

  test('a refund of money without items is linked to the order of its payment', () => {
    const { orders, lines } = convertOrder(returnOnly({ returns: undefined }), {
      originals: [sale],
      payments: [rawPayment()],
    })
    expect(orders).toMatchObject([{ source_id: 'BACK', refund_of_source_id: 'SALE', channel: 'web', total: -5200 }])
    expect(lines).toMatchObject([{ amount: -4800, quantity: -1 }])
  })

  test('a refund of money without its order becomes an adjustment', () => {
    const { orders, lines } = convertOrder(returnOnly({ returns: undefined }))
    expect(orders).toMatchObject([{ refund_of_source_id: null, tax: 0, total: -5200 }])
    expect(lines).toMatchObject([{ product_title: 'Adjustment', amount: -5200, quantity: 0 }])
  })

  test.each([
    ['APPROVED', 'paid'],
    ['PENDING', 'pending'],
    ['REJECTED', 'cancelled'],
    ['FAILED', 'cancelled'],
  ])('maps a refund in state %s to payment status %s', (status, expected) => {
    const refunds = [{ id: 'RF', tender_id: 'PAY', amount_money: usd(5200), status }]
    expect(convertOrder(returnOnly({ refunds })).orders).toMatchObject([{ payment_status: expected }])
  })
})

/*
 * Custom refunds, of an amount: an item without catalog data and tax, in the form of
 * developer.squareup.com/docs/orders-api/order-returns-exchanges (November 2026).
 */
describe('a refund by amount', () => {
  const byAmount = (amount: number, changes: object = {}) =>
    returnOnly({
      returns: [
        {
          uid: 'R1',
          source_order_id: 'SALE',
          return_line_items: [
            { uid: 'C', quantity: '1', item_type: 'CUSTOM_AMOUNT', total_tax_money: usd(0), total_money: usd(amount) },
          ],
          return_amounts: { total_money: usd(amount), tax_money: usd(0), tip_money: usd(0), ...changes },
        },
      ],
    })

  const bottle = (changes: object = {}) => rawItem({ total_tax_money: usd(800), total_money: usd(10_800), ...changes })
  // 100.00 with 8.00 tax
  const plain = rawOrder({ line_items: [bottle()], total_tax_money: usd(800), total_money: usd(10_800) })
  // 100.00 and 2 × 25.00 less 10.00, with 11.20 tax, 15.00 shipping and 20.00 tip: 166.20 without the tip
  const mixed = rawOrder({
    line_items: [
      bottle(),
      bottle({
        uid: 'G',
        quantity: '2',
        total_tax_money: usd(320),
        total_discount_money: usd(1000),
        total_money: usd(4320),
      }),
    ],
    service_charges: [{ uid: 'S', name: 'Shipping', type: 'CUSTOM', total_money: usd(1500), total_tax_money: usd(0) }],
    total_tax_money: usd(1120),
    total_tip_money: usd(2000),
    total_money: usd(18_620),
  })

  const CASES: readonly (readonly [name: string, sale: object, refund: object, order: object, lines: object[]])[] = [
    [
      'of everything takes back goods and tax',
      plain,
      byAmount(10_800),
      { subtotal: -10_000, tax: -800, total: -10_800 },
      [{ source_id: 'BACK/A', product_title: '2021 Estate Pinot Noir', quantity: -1, amount: -10_000 }],
    ],
    [
      'of everything takes back goods and tax where the sold line has no ID',
      { ...plain, line_items: [bottle({ uid: undefined })] },
      byAmount(10_800),
      { subtotal: -10_000, tax: -800, total: -10_800 },
      [{ quantity: -1, amount: -10_000 }],
    ],
    [
      'of half takes back half of the price and of the tax, and no goods',
      plain,
      byAmount(5400),
      { subtotal: -5000, tax: -400, total: -5400 },
      [{ quantity: 0, amount: -5000, unit_price: null }],
    ],
    [
      'of a third is shared by items, shipping and tax',
      mixed,
      byAmount(5540),
      // a third of 100.00, 40.00, 15.00, and 11.20: 33.33, 13.33, 5.00, and 3.73 round to a sum of 55.40
      { subtotal: -5000, discount: -333, shipping: -500, tax: -373, tip: 0, total: -5540 },
      [
        { quantity: 0, amount: -3333 },
        { quantity: 0, amount: -1334, discount: -333 },
      ],
    ],
    [
      'of everything without the tip leaves the tip',
      mixed,
      byAmount(16_620),
      { subtotal: -15_000, discount: -1000, shipping: -1500, tax: -1120, tip: 0, total: -16_620 },
      [{ quantity: -1 }, { quantity: -2 }],
    ],
    [
      'of everything with the tip takes back the tip',
      mixed,
      byAmount(18_620),
      { shipping: -1500, tax: -1120, tip: -2000, total: -18_620 },
      [{ quantity: -1 }, { quantity: -2 }],
    ],
    [
      'that names its tip takes back the tip first',
      mixed,
      byAmount(7540, { tip_money: usd(2000) }),
      { shipping: -500, tax: -373, tip: -2000, total: -7540 },
      [{ amount: -3333 }, { amount: -1334 }],
    ],
  ]

  test.each(CASES)('%s', (_name, sale, refund, order, lines) => {
    const made = convertOrder(refund, { originals: [sale] })
    expect(made.orders).toMatchObject([order])
    expect(made.lines).toMatchObject(lines)
  })

  /** Two refunds of one sale, and what they leave of it. */
  const leftBy = (first: object, second: object) => {
    const refunds = [first, { ...second, id: 'BACK2', created_at: '2026-03-16T10:00:00Z' }] as const
    const made = [
      convertOrder(mixed),
      ...refunds.map((raw, index) => convertOrder(raw, { originals: [mixed], refunds: refunds.slice(0, index) })),
    ]
    const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
    const orders = made.flatMap((rows) => rows.orders)
    const lines = made.flatMap((rows) => rows.lines)
    const columns = ['subtotal', 'discount', 'shipping', 'tax', 'tip', 'total'] as const
    return {
      refunds: orders.slice(1),
      amounts: columns.map((column) => total(orders.map((order) => order[column]))),
      lines: ['A', 'G'].map((id) => {
        const own = lines.filter(({ line_id }) => line_id === id)
        return [total(own.map(({ amount }) => amount)), total(own.map(({ discount }) => discount))]
      }),
      bottles: total(lines.map(({ quantity }) => quantity)),
    }
  }

  test.each([
    [9311, 9309],
    [1, 18_619],
    [16_620, 2000],
    [18_619, 1],
  ])('of %i and one of the other %i take back all, line by line', (first, second) => {
    const left = leftBy(byAmount(first), byAmount(second))
    expect(left.refunds.map(({ total }) => total)).toEqual([-first, -second])
    expect(left.amounts).toEqual([0, 0, 0, 0, 0, 0])
    expect(left.lines).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(left.bottles).toBe(0)
  })

  test('of what the return of a bottle left takes back the rest', () => {
    const item = bottle({ uid: 'B', source_line_item_uid: 'A' })
    const amounts = { total_money: usd(10_800), tax_money: usd(800), tip_money: usd(0) }
    const bottleBack = returnOnly({ returns: [returned({ return_line_items: [item], return_amounts: amounts })] })
    const left = leftBy(bottleBack, byAmount(18_620 - 10_800))
    expect(left.refunds[1]).toMatchObject({ subtotal: -5000, discount: -1000, shipping: -1500, tax: -320, tip: -2000 })
    expect(left.amounts).toEqual([0, 0, 0, 0, 0, 0])
    expect(left.bottles).toBe(0)
  })

  test('of a custom amount that was sold takes back that item only', () => {
    const custom = rawItem({ uid: 'X', item_type: 'CUSTOM_AMOUNT', total_tax_money: usd(0), total_money: usd(2000) })
    const sale = rawOrder({ line_items: [bottle(), custom], total_tax_money: usd(800), total_money: usd(12_800) })
    const item = { ...custom, uid: 'C', source_line_item_uid: 'X' }
    const amounts = { total_money: usd(2000), tax_money: usd(0), tip_money: usd(0) }
    const back = returnOnly({ returns: [returned({ return_line_items: [item], return_amounts: amounts })] })
    const { lines } = convertOrder(back, { originals: [sale] })
    expect(lines).toMatchObject([{ source_id: 'BACK/C', quantity: -1, amount: -2000 }])
  })
})

describe('order details', () => {
  const shipped = {
    type: 'SHIPMENT',
    state: 'PROPOSED',
    shipment_details: {
      expected_shipped_at: '2026-03-20T03:00:00Z',
      recipient: {
        display_name: 'Rosa Lind',
        address: { locality: 'Austin', administrative_district_level_1: 'TX', postal_code: '78701', country: 'US' },
      },
    },
  }

  test('uses the address of the recipient and the local day of the requested shipment', () => {
    expect(convertOrder(rawOrder({ fulfillments: [shipped] })).orders).toMatchObject([
      {
        delivery_method: 'ship',
        customer_name: 'Rosa Lind',
        city: 'Austin',
        state: 'TX',
        requested_ship: '2026-03-19',
      },
    ])
  })

  test('uses the team member who took the payment, by ID if Square no longer lists them', () => {
    const tenders = [tender()]
    expect(convertOrder(rawOrder({ tenders }), { payments: [rawPayment()] }).orders[0]?.team_member).toBe('Ana Prado')
    const gone = rawPayment({ team_member_id: 'TM9' })
    expect(convertOrder(rawOrder({ tenders }), { payments: [gone] }).orders[0]?.team_member).toBe('TM9')
    expect(convertOrder(rawOrder({ tenders })).orders[0]?.team_member).toBeNull()
  })

  test('uses the customer of the order, else of the tender, else of the payment', () => {
    const payments = [rawPayment({ customer_id: 'OF-PAYMENT' })]
    const customerOf = (changes: object) => convertOrder(rawOrder(changes), { payments }).orders[0]?.customer_source_id
    expect(customerOf({ customer_id: 'OF-ORDER', tenders: [tender({ customer_id: 'OF-TENDER' })] })).toBe('OF-ORDER')
    expect(customerOf({ tenders: [tender({ customer_id: 'OF-TENDER' })] })).toBe('OF-TENDER')
    expect(customerOf({ tenders: [tender()] })).toBe('OF-PAYMENT')
  })

  test('uses the reference ID as order number, else the order ID', () => {
    expect(convertOrder(rawOrder({ reference_id: 'W-1042' })).orders[0]?.order_number).toBe('W-1042')
    expect(convertOrder(rawOrder()).orders[0]?.order_number).toBe('SALE')
  })
})

describe('invalid orders', () => {
  test.each([
    ['total_money', { total_money: null }],
    ['line_items', { line_items: undefined }],
  ])('quarantines a sale without %s, since the response format would have changed', (field, changes) => {
    expect(() => convertOrder(rawOrder(changes))).toThrow(`${field} is missing`)
  })
})
