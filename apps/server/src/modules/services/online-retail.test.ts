import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import type { Run } from '#contract/runs.ts'
import { answered } from '#testkit/answered-number.ts'
import { isFullLane } from '#testkit/lane.ts'
import {
  hasOnlineRetail,
  ONLINE_RETAIL_SETTINGS,
  onlineRetailGzip,
  onlineRetailText,
  parsePennies,
} from '#testkit/online-retail.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const sumByHand = (rows: readonly Readonly<Record<string, string>>[]) => {
  let pennies = 0
  const byProduct = new Map<string, number>()
  for (const row of rows) {
    const { StockCode = '' } = row
    const rounded = parsePennies(row)
    pennies += rounded
    byProduct.set(StockCode, (byProduct.get(StockCode) ?? 0) + rounded)
  }
  return { pennies, byProduct }
}

const t = await testApp({ env: { RATE_LIMITS: 'off' } })

/** Lines joined with their order, in reference SQL. */
const LINES = `(
  SELECT l.*, o.country, o.customer_source_id, o.order_source_id AS of_order, NOT o.refund AND o.net > 0 AS counts
  FROM order_lines l JOIN (
    SELECT order_source_id, ANY_VALUE(r.country) AS country, ANY_VALUE(r.customer_source_id) AS customer_source_id,
      order_source_id LIKE 'C%' AS refund, SUM(amount) AS net
    FROM order_lines x JOIN orders r ON r.source_id = x.order_source_id GROUP BY order_source_id
  ) o ON o.order_source_id = l.order_source_id)`
const IN_RANGE = "ordered_local >= DATE '2010-12-01' AND ordered_local < DATE '2011-12-10'"
const NET = 'SUM(amount) / 100.0'
const ORDERS = 'COUNT(DISTINCT order_source_id) FILTER (counts)'

interface Report {
  readonly definition: object
  /** SQL of its rows, in order */
  readonly rows: string
  readonly totals: string
}

const sales = (reportType: string, by: readonly string[], measures: readonly string[], more: object = {}) => ({
  reportType,
  columns: [...by, ...measures].map((columnId) => ({ columnId })),
  groupColumns: by,
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  relativeDateFilter: { columnName: 'OrderDate' },
  ...more,
})

const REPORTS: Readonly<Record<string, Report>> = {
  'by country': {
    definition: sales('OrderLines', ['country'], ['netSales', 'unitsSold', 'orderCount']),
    rows: `SELECT country, ${NET}, SUM(quantity), ${ORDERS} FROM ${LINES} WHERE ${IN_RANGE} GROUP BY country ORDER BY 2 DESC, 1`,
    totals: `SELECT NULL, ${NET}, SUM(quantity), ${ORDERS} FROM ${LINES} WHERE ${IN_RANGE}`,
  },
  'by month': {
    definition: sales('Orders', ['orderMonth'], ['netSales', 'orderCount', 'averageOrder'], { orderColumns: [] }),
    rows: `SELECT strftime(ordered_local, '%Y-%m'), ${NET}, ${ORDERS}, SUM(amount) FILTER (counts) / 100.0 / NULLIF(${ORDERS}, 0) FROM ${LINES} WHERE ${IN_RANGE} GROUP BY 1 ORDER BY 1`,
    totals: `SELECT NULL, ${NET}, ${ORDERS}, SUM(amount) FILTER (counts) / 100.0 / NULLIF(${ORDERS}, 0) FROM ${LINES} WHERE ${IN_RANGE}`,
  },
  'top customers': {
    definition: sales('Customers', ['customerId'], ['netSales', 'orderCount'], { top: 100 }),
    rows: `SELECT customer_source_id, ${NET}, ${ORDERS} FROM ${LINES} WHERE customer_source_id IS NOT NULL AND ${IN_RANGE} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100`,
    totals: `SELECT NULL, ${NET}, ${ORDERS} FROM ${LINES} WHERE customer_source_id IS NOT NULL AND ${IN_RANGE}`,
  },
  'top products by SKU': {
    definition: sales('OrderLines', ['sku'], ['netSales', 'unitsSold'], { top: 50 }),
    rows: `SELECT sku, ${NET}, SUM(quantity) FROM ${LINES} WHERE ${IN_RANGE} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50`,
    totals: `SELECT NULL, ${NET}, SUM(quantity) FROM ${LINES} WHERE ${IN_RANGE}`,
  },
}

describe.runIf(isFullLane && hasOnlineRetail)(
  'a real file of 541,909 lines (full lane; needs the file next to the repository)',
  () => {
    let member: Member
    let serviceId: string
    let run: Run
    const one = async (sql: string) => (await t.rows(member.accountId, sql))[0]

    beforeAll(async () => {
      member = await t.register({ currency: 'GBP', timeZone: 'Europe/London' })
      const calls = serviceCalls(t)
      serviceId = (await calls.addService(member)).id
      run = await calls.imported(member, serviceId, onlineRetailGzip(), ONLINE_RETAIL_SETTINGS)
    })

    test('accepts every line', () => {
      expect(run.errors).toEqual([])
      expect(run).toMatchObject({
        status: 'succeeded',
        counts: {
          read: 541_909,
          accepted: 541_909,
          rejected: 0,
          orders: 25_900,
          order_lines: 541_909,
          customers: 4_372,
        },
      })
    })

    test.each([
      ['orders', 'count(*)', 'orders', 25_900],
      ['refunds, by the prefix of their ids', 'count(*) FILTER (is_refund)', 'orders', 3_836],
      ['orders that count', 'count(*) FILTER (is_counted)', 'orders', 19_960],
      ['net sales in pence', 'sum(net_sales)::BIGINT', 'orders', 974_774_793],
      ['net sales of lines in pence', 'sum(net_sales)::BIGINT', 'order_lines', 974_774_793],
      [
        'net sales of November 2011',
        "CAST(sum(net_sales) FILTER (strftime(ordered_local, '%Y-%m') = '2011-11') AS BIGINT)",
        'orders',
        146_175_625,
      ],
      ['lines', 'count(*)', 'order_lines', 541_909],
      ['keys of lines', 'count(DISTINCT source_id)', 'order_lines', 541_909],
      ['customers', 'count(*)', 'customers', 4_372],
      ['highest sales of a product', "CAST(sum(net_sales) FILTER (sku = 'DOT') AS BIGINT)", 'order_lines', 20_624_548],
    ])('%s', async (_what, measure, table, expected) => {
      expect(await one(`SELECT ${measure} FROM ${table}`)).toEqual([expected])
    })

    test('lines of orders without customer', async () => {
      const sql = `SELECT count(*) FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id
      WHERE o.customer_source_id IS NULL`
      expect(await one(sql)).toEqual([135_080])
    })

    test('keeps each line of an order that repeats a product', async () => {
      const pairs = 'SELECT 1 FROM order_lines GROUP BY order_source_id, sku HAVING count(*) > 1'
      expect(await one(`SELECT count(*) FROM (${pairs})`)).toEqual([9_694])
    })

    test('matches SKUs and sums by product of an independent parser, case-sensitively', async () => {
      const rows: Record<string, string>[] = parse(onlineRetailText(), { columns: true })
      const { pennies, byProduct } = sumByHand(rows)
      expect(pennies).toBe(974_774_793)
      const found = await t.rows(member.accountId, 'SELECT sku, sum(net_sales)::BIGINT FROM order_lines GROUP BY sku')
      expect(new Map(found.map(([sku, sum]) => [String(sku), Number(sum)]))).toEqual(byProduct)
    })

    test('keeps customer ids as written', async () => {
      expect(await one("SELECT count(*) FROM customers WHERE source_id = '17850.0'")).toEqual([1])
    })

    test.each(Object.entries(REPORTS))('a report %s has the rows and totals of hand-written SQL', async (_, report) => {
      const body = { definition: report.definition, from: '2010-12-01', until: '2011-12-10', pageSize: 500 }
      const response = await t.call('POST', '/reports/query', { token: member.token, body })
      const { rows, totals, columns } = ReportResult.parse(response.json())
      const shown = (cells: readonly unknown[]) => cells.map((cell, index) => answered(cell, columns[index]?.format))
      expect(rows).toEqual((await t.rows(member.accountId, report.rows)).map(shown))
      expect([totals]).toEqual((await t.rows(member.accountId, report.totals)).map(shown))
    })

    test('changes nothing when the same file is imported again', async () => {
      const { dataVersion } = await t.deps.warehouse.status(member.accountId)
      const second = await serviceCalls(t).imported(member, serviceId, onlineRetailGzip(), ONLINE_RETAIL_SETTINGS)
      expect(second.status).toBe('succeeded')
      expect((await t.deps.warehouse.status(member.accountId)).dataVersion).toBe(dataVersion)
    })
  },
)
