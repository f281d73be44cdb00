import { expect, test } from 'vitest'
import { chooseSource } from '#semantic/compiler/compilation.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { InvalidQuery } from '#semantic/query.ts'
import { asking, options } from './loaded-winery.fixture.ts'

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
