import { beforeAll, describe, expect, test } from 'vitest'
import { type Cell, DrillResult, Lineage, ReportResult, type ResultColumn } from '#contract/reports.ts'
import { serviceCalls } from '#server/modules/services/service-calls.fixture.ts'
import { answered } from '#testkit/answered-number.ts'
import { isFullLane } from '#testkit/lane.ts'
import { hasOnlineRetail, ONLINE_RETAIL_SETTINGS, onlineRetailGzip } from '#testkit/online-retail.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

/** Milliseconds for half a million lines on a busy machine; the hook waits for the import's end. */
const IMPORT_LIMIT = 600_000

const t = await testApp({ env: { RATE_LIMITS: 'off' } })

/** Lines joined with their order, in reference SQL. */
const LINES = `(
  SELECT l.*, o.country, o.customer_source_id, o.order_source_id AS of_order, NOT o.refund AND o.net > 0 AS counts
  FROM order_lines l JOIN (
    SELECT order_source_id, ANY_VALUE(r.country) AS country, ANY_VALUE(r.customer_source_id) AS customer_source_id,
      order_source_id LIKE 'C%' AS refund, SUM(amount) AS net
    FROM order_lines x JOIN orders r ON r.source_id = x.order_source_id GROUP BY order_source_id
  ) o ON o.order_source_id = l.order_source_id)`
const DAYS = (column: string) => `${column} >= DATE '2010-12-01' AND ${column} < DATE '2011-12-10'`
const IN_RANGE = DAYS('ordered_local')
const NET = 'SUM(amount) / 100.0'
const ORDERS = 'COUNT(DISTINCT order_source_id) FILTER (counts)'

interface Case {
  readonly definition: object
  /** reference rows, in the report's order */
  readonly rows: string
  readonly totals: string
  readonly top?: number
}

const sales = (reportType: string, by: readonly string[], measures: readonly string[], more: object = {}) => ({
  reportType,
  columns: [...by, ...measures].map((columnId) => ({ columnId })),
  groupColumns: by,
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  relativeDateFilter: { columnName: 'OrderDate' },
  ...more,
})

const CASES: Readonly<Record<string, Case>> = {
  'by country': {
    definition: sales('OrderLines', ['country'], ['netSales', 'unitsSold', 'orderCount']),
    rows: `SELECT country, ${NET}, SUM(quantity), ${ORDERS} FROM ${LINES} WHERE ${IN_RANGE} GROUP BY country ORDER BY 2 DESC, 1`,
    totals: `SELECT ${NET}, SUM(quantity), ${ORDERS} FROM ${LINES} WHERE ${IN_RANGE}`,
  },
  'by month': {
    definition: sales('Orders', ['orderMonth'], ['netSales', 'orderCount', 'averageOrder'], { orderColumns: [] }),
    rows: `SELECT strftime(ordered_local, '%Y-%m'), ${NET}, ${ORDERS}, SUM(amount) FILTER (counts) / 100.0 / NULLIF(${ORDERS}, 0) FROM ${LINES} WHERE ${IN_RANGE} GROUP BY 1 ORDER BY 1`,
    totals: `SELECT ${NET}, ${ORDERS}, SUM(amount) FILTER (counts) / 100.0 / NULLIF(${ORDERS}, 0) FROM ${LINES} WHERE ${IN_RANGE}`,
  },
  'top customers': {
    definition: sales('Customers', ['customerId'], ['netSales', 'orderCount'], { top: 100 }),
    rows: `SELECT customer_source_id, ${NET}, ${ORDERS} FROM ${LINES} WHERE customer_source_id IS NOT NULL AND ${IN_RANGE} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100`,
    totals: `SELECT ${NET}, ${ORDERS} FROM ${LINES} WHERE customer_source_id IS NOT NULL AND ${IN_RANGE}`,
    top: 100,
  },
  'top products by SKU': {
    definition: sales('OrderLines', ['sku'], ['netSales', 'unitsSold'], { top: 50 }),
    rows: `SELECT sku, ${NET}, SUM(quantity) FROM ${LINES} WHERE ${IN_RANGE} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50`,
    totals: `SELECT ${NET}, SUM(quantity) FROM ${LINES} WHERE ${IN_RANGE}`,
    top: 50,
  },
}

describe.runIf(isFullLane && hasOnlineRetail)(
  'reports on a real file of 541,909 lines (full lane; needs the file next to the repository)',
  () => {
    let member: Member

    beforeAll(async () => {
      member = await t.register({ currency: 'GBP', timeZone: 'Europe/London' })
      const calls = serviceCalls(t)
      const { id } = await calls.addService(member)
      await calls.imported(member, id, onlineRetailGzip(), ONLINE_RETAIL_SETTINGS)
    }, IMPORT_LIMIT)

    const post = async (path: string, body: object): Promise<unknown> => {
      const response = await t.call('POST', path, { token: member.token, body })
      expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, response.body.slice(0, 200)])
      return response.json()
    }
    const byHand = (sql: string) => t.rows(member.accountId, sql)
    const range = { from: '2010-12-01', until: '2011-12-10' }
    const answer = async (definition: object): Promise<ReportResult> =>
      ReportResult.parse(await post('/reports/query', { definition, ...range, pageSize: 500 }))
    const close = (cells: readonly Cell[], columns: readonly ResultColumn[]) =>
      cells.map((cell, index) => answered(cell, columns[index]?.format))

    test.each(Object.entries(CASES))('%s: rows and totals match the reference SQL', async (_name, one) => {
      const { rows, totals, columns } = await answer(one.definition)
      expect(rows).toEqual((await byHand(one.rows)).map((cells) => close(cells, columns)))
      const [reference = []] = await byHand(one.totals)
      expect(totals.slice(1)).toEqual(close(reference, columns.slice(1)))
    })

    test.each(Object.entries(CASES).filter(([, { top }]) => top))(
      '%s: top N and all others add up to the total',
      async (_name, { definition }) => {
        const { rows, others = [], totals } = await answer(definition)
        const sum = rows.reduce((all, row) => all + Number(row[1]), Number(others[1]))
        expect(sum).toBeCloseTo(Number(totals[1]), 4)
      },
    )

    test.each(Object.entries(CASES))(
      '%s: proves the numbers of three rows and the totals by their records',
      async (_name, { definition }) => {
        const { columns, rows, totals } = await answer(definition)
        const key = columns[0]?.columnId ?? ''
        for (const cells of [rows[0], rows[rows.length >> 1], rows.at(-1), null]) {
          for (const [index, { columnId: measure, kind }] of columns.entries()) {
            if (kind !== 'measure') continue
            const row = cells ? { [key]: cells[0] ?? null } : {}
            const asked = { definition, ...range, cell: { row, measure } }
            const lineage = Lineage.parse(await post('/reports/explain', asked))
            const shown = (cells ?? totals)[index] ?? null
            expect([row, measure, lineage.proof.matches, lineage.value]).toEqual([row, measure, true, shown])
            const { proof, rowCount } = DrillResult.parse(await post('/reports/drill', { ...asked, pageSize: 1 }))
            expect([row, measure, proof.matches, proof.records]).toEqual([row, measure, true, rowCount])
          }
        }
      },
    )

    test('adds up the contributing records of a country across pages to the exact sales', async () => {
      const asked = {
        definition: CASES['by country']?.definition,
        ...range,
        cell: { row: { country: 'Portugal' }, measure: 'netSales' },
      }
      let pennies = 0
      let seen = 0
      for (let page = 1; ; page += 1) {
        const { columns, rows, rowCount, proof } = DrillResult.parse(
          await post('/reports/drill', { ...asked, page, pageSize: 500 }),
        )
        const index = columns.findIndex(({ columnId }) => columnId === 'netSales')
        pennies += rows.reduce((all, row) => all + Math.round(Number(row[index]) * 100), 0)
        seen += rows.length
        if (seen < rowCount) continue
        expect([pennies, seen]).toEqual([Math.round(Number(proof.cell) * 100), proof.records])
        break
      }
    })
  },
)
