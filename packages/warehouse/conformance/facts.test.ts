import { beforeAll, describe, expect, test } from 'vitest'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { chooseSource } from '#semantic/compiler/compilation.ts'
import type { Filter, SemanticQuery } from '#semantic/query.ts'
import { InvalidQuery } from '#semantic/query.ts'
import { customerRow, lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { asking, type LoadedWinery, loadWinery, options } from './loaded-winery.fixture.ts'

const product = (source_id: string, brand: string, price: number): CanonicalRecord<'products'> => ({
  source_updated: null,
  time_basis: 'local',
  source_id,
  sku: source_id,
  title: `Wine ${source_id}`,
  category: 'Wine',
  brand,
  vintage: null,
  varietal: null,
  item_kind: 'wine',
  price,
  cost: null,
  currency: 'USD',
})

const order = (source_id: string, day: string, customer: string, more: Partial<CanonicalRecord<'orders'>> = {}) =>
  orderRow({
    source_id,
    order_number: source_id,
    time_basis: 'local',
    ordered: `${day} 12:00:00`,
    customer_source_id: customer,
    ...more,
  })

const line = (order_source_id: string, line_number: number, product: string | null, quantity: number, amount: number) =>
  lineRow({ order_source_id, line_number, product_source_id: product, sku: product, quantity, amount })

let winery: LoadedWinery
beforeAll(async () => {
  winery = await loadWinery({
    products: [product('P1', 'Ox', 1_000), product('P2', 'Ox', 3_000), product('P3', 'Yew', 2_000)],
    customers: [
      customerRow({ source_id: 'c1', birth: '1990-03-11', time_basis: 'local' }),
      customerRow({ source_id: 'c2', birth: '1955-01-01', time_basis: 'local' }),
      customerRow({ source_id: 'c3', birth: '1890-01-01', time_basis: 'local' }),
    ],
    orders: [
      order('O1', '2026-01-10', 'c1'),
      order('O2', '2026-02-10', 'c1'),
      order('O3', '2026-02-12', 'c1', { is_refund: true }),
      order('O4', '2026-02-20', 'c2', { channel: 'club' }),
      order('O5', '2026-02-21', 'c2', { payment_status: 'pending' }),
      order('O6', '2026-02-22', 'c2', { currency: 'EUR' }),
    ],
    order_lines: [
      line('O1', 1, 'P1', 2, 2_000),
      line('O1', 2, 'P2', 1, 3_000),
      line('O2', 1, 'P1', 1, 1_000),
      line('O3', 1, 'P1', -1, -1_000),
      line('O4', 1, 'P2', 2, 6_000),
      line('O4', 2, null, 1, 700),
      line('O5', 1, 'P1', 9, 9_000),
      line('O6', 1, 'P1', 1, 500),
    ],
  })
})

const FEBRUARY = { columnId: 'orderDate', from: '2026-02-01', until: '2026-03-01' }
const SALES = ['netSales', 'unitsSold', 'orderCount']

describe('sales of products', () => {
  test('each product has the sales of its own lines; one that never sold has none', async () => {
    const query = asking({ reportType: 'Products', ask: ['productId', ...SALES, 'lastSoldDate'] })
    expect(await winery.rows(query)).toEqual([
      ['P1', 2_000, 2, 2, '2026-02-22'],
      ['P2', 9_000, 3, 2, '2026-02-20'],
      ['P3', 0, 0, 0, null],
    ])
  })

  test('an order with two products of a group counts once in it, and in the total; prices are not multiplied by lines', async () => {
    const asked = asking({
      reportType: 'Products',
      groupBy: ['brand'],
      ask: ['productCount', 'netSales', 'orderCount'],
    })
    const query = { ...asked, columns: [...asked.columns, { columnId: 'price', aggregation: 'Avg' as const }] }
    expect(await winery.rows(query)).toEqual([
      ['Ox', 2, 11_000, 3, 2_000],
      ['Yew', 1, 0, 0, 2_000],
    ])
    expect(await winery.totals(query)).toEqual([3, 11_000, 3, 2_000])
  })

  test('a range limits the sales, not the products', async () => {
    const query = asking({ reportType: 'Products', ask: ['productId', ...SALES], range: FEBRUARY })
    expect(await winery.rows(query)).toEqual([
      ['P1', 0, 0, 1],
      ['P2', 6_000, 2, 1],
      ['P3', 0, 0, 0],
    ])
  })

  test('a filter on a part of the order date does the same', async () => {
    const filter: Filter = { columnId: 'orderMonth', comparison: 'Equal', value: '2026-02' }
    const query = asking({ reportType: 'Products', ask: ['productId', ...SALES], filter })
    expect(await winery.rows(query)).toEqual(await winery.rows({ ...query, filter: null, range: FEBRUARY }))
  })

  test('excludes club orders', async () => {
    const query = asking({ reportType: 'Products', ask: ['productId', 'netSales'], withoutClubOrders: true })
    expect(await winery.rows(query)).toEqual([
      ['P1', 2_000],
      ['P2', 3_000],
      ['P3', 0],
    ])
  })

  test('counts other currencies separately', async () => {
    expect(await winery.excluded(asking({ reportType: 'Products', ask: ['netSales'] }))).toEqual([['EUR', 1]])
    expect(await winery.excluded(asking({ reportType: 'Products', ask: ['productTitle'] }))).toEqual([])
  })

  test('the top one and all others make up the total', async () => {
    const query = asking({
      reportType: 'Products',
      ask: ['productId', 'netSales', 'orderCount'],
      sort: [{ column: 1, direction: 'desc' }],
      top: 1,
    })
    expect(await winery.rows(query)).toEqual([['P2', 9_000, 2]])
    // O1 is in both: distinct orders do not add up
    expect(await winery.others(query)).toEqual([null, 2_000, 2])
    expect(await winery.totals(query)).toEqual([11_000, 3])
  })
})

describe('sales of customers', () => {
  const ask = ['customerId', 'netSales', 'orderCount', 'averageOrder']

  test('each customer has the sales of own orders; without orders the average is null', async () => {
    expect(await winery.rows(asking({ reportType: 'Customers', ask }))).toEqual([
      ['c1', 5_000, 2, 3_000],
      ['c2', 6_700, 1, 6_700],
      ['c3', 0, 0, null],
    ])
  })

  test('a range limits the sales, neither the customers nor the lifetime value', async () => {
    const query = asking({ reportType: 'Customers', ask: [...ask, 'lifetimeValue'], range: FEBRUARY })
    expect(await winery.rows(query)).toEqual([
      ['c1', 0, 1, 1_000, 5_000],
      ['c2', 6_700, 1, 6_700, 6_700],
      ['c3', 0, 0, null, null],
    ])
  })

  test.each<[string, Partial<SemanticQuery>, string]>([
    ['of all time', {}, 'orders_by_customer'],
    ['of a range', { range: FEBRUARY }, 'orders'],
    ['without the club', { withoutClubOrders: true }, 'orders'],
  ])('%s are read from the sums by customer where these hold them', (_, asked, table) => {
    const query = asking({ reportType: 'Customers', ask: [...ask, 'customerSince', 'lastOrderDate'], ...asked })
    expect(chooseSource(query, options).facts?.sales?.table).toBe(table)
  })

  test('excludes club orders, also from the lifetime value; who only has club orders never ordered', async () => {
    const query = asking({ reportType: 'Customers', ask: [...ask, 'lifetimeValue'], withoutClubOrders: true })
    expect(await winery.rows(query)).toEqual([
      ['c1', 5_000, 2, 3_000, 5_000],
      ['c2', 0, 0, null, null],
      ['c3', 0, 0, null, null],
    ])
  })

  test('are totalled over orders; aggregations run over customers', async () => {
    const aggregations = ['None', 'Sum', 'Avg', 'Min', 'Max', 'Count'] as const
    const asked = asking({ reportType: 'Customers', ask: [] })
    const columns = aggregations.map((aggregation) => ({ columnId: 'netSales', aggregation }))
    expect(await winery.rows({ ...asked, grain: 'groups', columns })).toEqual([[11_700, 11_700, 3_900, 0, 6_700, 3]])
    const averages = asking({ reportType: 'Customers', ask: ['customerCount', 'averageOrder'] })
    expect(await winery.totals(averages)).toEqual([3, 12_700 / 3])
  })

  test('a filter on one is on the record in a list, and on the group in groups', async () => {
    const filter: Filter = { columnId: 'netSales', comparison: 'GreaterThan', value: 60 }
    expect(await winery.rows(asking({ reportType: 'Customers', ask: ['customerId'], filter }))).toEqual([['c2']])
    const groups = asking({
      reportType: 'Customers',
      groupBy: ['isClubMember'],
      ask: ['customerCount'],
      having: filter,
    })
    expect(await winery.rows(groups)).toEqual([[false, 3]])
    const none = { ...groups, having: { ...filter, value: 200 } }
    expect(await winery.rows(none)).toEqual([])
    expect(await winery.totals(none)).toEqual([0])
  })

  test('ages have brackets; who would be younger than 21 or older than 100 has none', async () => {
    const query = asking({ reportType: 'Customers', ask: ['customerId', 'ageBracket'] })
    expect(await winery.rows(query)).toEqual([
      ['c1', '30-39'],
      ['c2', '70+'],
      ['c3', 'Unknown'],
    ])
  })
})

test.each<[string, Parameters<typeof asking>[0]]>([
  ['shown', { reportType: 'Customers', ask: ['orderDate'] }],
  ['grouped by', { reportType: 'Customers', groupBy: ['orderMonth'], ask: ['netSales'] }],
  ['sorted by', { reportType: 'Products', ask: ['sku'], sort: [{ columnId: 'orderYear', direction: 'asc' }] }],
  [
    'joined with other columns by Or',
    {
      reportType: 'Products',
      ask: ['netSales'],
      filter: {
        or: [
          { columnId: 'orderDate', comparison: 'Equal', value: '2026-02-10' },
          { columnId: 'brand', comparison: 'Equal', value: 'Ox' },
        ],
      },
    },
  ],
])('the order date of a record that is no order cannot be %s', async (_how, asked) => {
  await expect((async () => winery.rows(asking(asked)))()).rejects.toThrow(InvalidQuery)
})
