import { expect, test } from 'vitest'
import { InvalidQuery, type QuerySort, type SemanticQuery } from '#semantic/query.ts'
import { asking, options } from '#warehouse/conformance/loaded-winery.fixture.ts'
import { chooseSource } from './compilation.ts'
import { compileRowCount, compileRows } from './compile.ts'

test('groups that are sorted by a number of all time, of themselves or upwards are compared as a whole', () => {
  const query = asking({ reportType: 'Customers', groupBy: ['customerId'], ask: ['netSales', 'customerCount'], top: 3 })
  const by = (sort: QuerySort, more: Partial<SemanticQuery> = {}) =>
    compileRows({ ...query, sort: [sort], ...more }, options).sql
  expect(by({ column: 1, direction: 'desc' })).toContain('WITH ranked')
  expect(by({ column: 1, direction: 'asc' })).not.toContain('ranked')
  expect(by({ column: 2, direction: 'desc' })).not.toContain('ranked')
  expect(by({ column: 1, direction: 'desc' }, { top: null })).not.toContain('ranked')
  expect(by({ column: 1, direction: 'desc' }, { groupBy: ['state'], columns: query.columns.slice(1) })).not.toContain(
    'ranked',
  )
})

test('numbers with the same dates of their own read only the records that they count; with several dates, all', () => {
  const range = { columnId: 'cancelledDate', from: '2026-01-01', until: '2026-02-01' }
  const where = (ask: readonly string[]) => {
    const { sql } = compileRows(asking({ reportType: 'Memberships', groupBy: ['clubName'], ask, range }), options)
    return /FROM "memberships" AS b (.*?)GROUP BY/.exec(sql)?.[1]
  }
  expect(where(['signups'])).toMatch(/^WHERE \(b\."signup_local" >= .* AND b\."signup_local" < .*\) $/)
  expect(where(['signups', 'activeMembers'])).toBe('')
})

const FEBRUARY = { columnId: 'orderDate', from: '2026-02-01', until: '2026-03-01' }

test.each<[string, Partial<SemanticQuery>, string]>([
  ['of all time', {}, 'orders_by_customer'],
  ['of a range', { range: FEBRUARY }, 'orders'],
  ['without the club', { withoutClubOrders: true }, 'orders'],
])('sales of customers %s are read from the sums by customer where these hold them', (_, asked, table) => {
  const ask = ['customerId', 'netSales', 'orderCount', 'averageOrder', 'customerSince', 'lastOrderDate']
  const query = asking({ reportType: 'Customers', ask, ...asked })
  expect(chooseSource(query, options).facts?.sales?.table).toBe(table)
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
])('the order date of a record that is no order cannot be %s', (_how, asked) => {
  expect(() => compileRows(asking(asked), options)).toThrow(InvalidQuery)
})

test('records are counted within a range of a joined date', () => {
  const range = { columnId: 'lastSoldDate', from: '2026-02-01', until: '2026-03-01' }
  const query = asking({ reportType: 'Products', groupBy: ['productId'], ask: ['productCount'], range })
  const [records = ''] = compileRowCount(query, options).sql.split('"sold"."last_sold"')
  expect(records).toContain('AS "sold"')
})
