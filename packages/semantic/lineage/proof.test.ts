import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRows } from '#connectors/sample/sample-rows.fixture.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { aggregateColumn } from '#semantic/compiler/aggregation.ts'
import type { CompiledStatement, CompilerOptions } from '#semantic/compiler/compilation.ts'
import { compileRowCount, compileRows } from '#semantic/compiler/compile.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import { total } from '#semantic/compiler/total.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { answered } from '#testkit/answered-number.ts'
import { sample } from '#testkit/lane.ts'
import { duckDbDialect } from '#warehouse/duckdb/duckdb-dialect.ts'
import { testWarehouse } from '#warehouse/duckdb/test-warehouse.fixture.ts'
import type { SqlValue } from '#warehouse/engine.ts'
import type { Cell } from './cell-records.ts'
import { drillQuery } from './drill.ts'
import { foldProof } from './fold-proof.ts'
import { compileProof } from './proof.ts'

const options: CompilerOptions = {
  dialect: duckDbDialect,
  context: { today: '2026-03-10', weekStart: 'sunday', fiscalYearStartMonth: 7, currency: 'USD' },
  minorUnits: 100,
}

let run: (statement: CompiledStatement) => Promise<SqlValue[][]>

beforeAll(async () => {
  const { load, rows } = await testWarehouse({}, afterAll)
  await load(sampleRows({ seed: 3, today: '2026-03-10', orders: 700, years: 2, currency: 'USD' }))
  run = ({ sql, params }) => rows(sql, params)
})

const measureIds = (reportType: string): string[] =>
  (findReportType(reportType)?.columns ?? []).filter(({ kind }) => kind === 'measure').map(({ columnId }) => columnId)

const asked = (reportType: string, groupBy: readonly string[], more: Partial<SemanticQuery> = {}): SemanticQuery => ({
  reportType,
  columns: [...groupBy, ...measureIds(reportType)].map((columnId) => ({ columnId, aggregation: 'None' })),
  grain: 'groups',
  groupBy,
  filter: null,
  range: null,
  sort: [],
  top: null,
  page: null,
  ...more,
})

/** Returns the first, a middle and the last row. */
const firstMiddleLast = (rows: readonly SqlValue[][]): SqlValue[][] => {
  const rowIndexes = new Set([0, Math.floor(rows.length / 2), rows.length - 1])
  return rows.filter((_, index) => rowIndexes.has(index))
}

const prove = async (query: SemanticQuery, cell: Cell, shown: SqlValue) => {
  const plan = compileProof(query, cell, options)
  const [row = []] = await run(plan.statement)
  const proof = foldProof(plan, row, options.minorUnits)
  const [[records] = []] = await run(compileRowCount(drillQuery(query, cell), options))
  const cellKey = JSON.stringify(cell)
  const isNumber = shown === null || typeof shown === 'number'
  const major = typeof shown === 'number' && plan.isMoney ? shown / options.minorUnits : shown
  expect([cellKey, proof.matches, proof.records]).toEqual([cellKey, true, records])
  if (isNumber && major === null) expect([cellKey, proof.cell]).toEqual([cellKey, null])
  else if (isNumber) expect([cellKey, proof.cell]).toEqual([cellKey, answered(Number(major), plan.format)])
}

const isProvable = ({ column, isMeasure }: { column: Column; isMeasure: boolean }) =>
  isMeasure && column.type !== 'date' && column.type !== 'dateTime' && column.type !== 'text'

const proveCells = async (query: SemanticQuery): Promise<number> => {
  const outputs = describeColumns(query)
  const rows = await run(compileRows(query, options))
  const totalled = total(query)
  const [totals = []] = totalled ? await run(compileRows(totalled.query, options)) : []
  let proved = 0
  for (const [index, output] of sample(
    Array.from(outputs.entries()).filter(([, output]) => isProvable(output)),
    6,
  )) {
    const { columnId } = output.column
    const cell = { measure: columnId, aggregation: output.aggregation }
    for (const row of firstMiddleLast(rows)) {
      const at = Object.fromEntries(query.groupBy.map((name, key) => [name, row[key] ?? null]))
      await prove(query, { ...cell, row: at }, row[index] ?? null)
      proved += 1
    }
    await prove(query, { ...cell, row: {} }, totals[totalled?.indexes[index] ?? -1] ?? null)
    proved += 1
  }
  return proved
}

const LAST_YEAR = { from: '2025-03-11', until: '2026-03-11' }
const during = (columnId: string) => ({ range: { columnId, ...LAST_YEAR } })

const QUERIES: Readonly<Record<string, SemanticQuery>> = {
  'orders by channel': asked('Orders', ['channel'], during('orderDate')),
  'orders by fiscal quarter and state': asked('Orders', ['orderQuarter', 'state']),
  'orders by weekend, excluding the club': asked('Orders', ['isWeekend'], { withoutClubOrders: true }),
  'states with sales above a value': asked('Orders', ['state'], {
    having: { columnId: 'netSales', comparison: 'GreaterThan', value: 500 },
  }),
  'lines by brand': asked('OrderLines', ['brand'], during('orderDate')),
  'lines by month': asked('OrderLines', ['orderMonth'], {
    filter: { columnId: 'category', comparison: 'IsNotNull', value: null },
  }),
  'products by category': asked('Products', ['category'], during('orderDate')),
  'categories that sold in a month': asked('Products', ['category'], {
    filter: { columnId: 'orderMonth', comparison: 'Equal', value: '2026-01' },
    having: { columnId: 'orderCount', comparison: 'GreaterThan', value: 1 },
  }),
  'customers by age': asked('Customers', ['ageBracket'], during('orderDate')),
  'customers who spent, by membership': asked('Customers', ['isClubMember'], {
    ...during('orderDate'),
    filter: { columnId: 'netSales', comparison: 'GreaterThan', value: 100 },
  }),
  'members by club': asked('Memberships', ['clubName'], during('cancelledDate')),
  'members by month and reason': asked(
    'Memberships',
    ['cancelledMonth', 'cancellationReason'],
    during('cancelledDate'),
  ),
  'members by fiscal year of cancellation': asked('Memberships', ['cancelledYear'], during('cancelledDate')),
  'visits by experience': asked('Reservations', ['experience'], during('reservationDate')),
  'stock by location': asked('Inventory', ['location']),
  'holds by club': asked('MembershipHolds', ['clubName']),
  releases: asked('ClubReleases', ['releaseName']),
  'members of releases by outcome': asked('ReleaseMembers', ['outcome']),
}

describe('every number of a result can be recomputed from its records', () => {
  test.each(sample(Object.entries(QUERIES), 9))(
    '%s',
    async (_name, query) => {
      expect(await proveCells(query)).toBeGreaterThan(0)
    },
    60_000,
  )

  test.each([
    ['Products', ['category', 'brand'], 'orderDate', 'netSales'],
    ['Memberships', ['clubName', 'cancellationReason'], 'cancelledDate', 'cancellations'],
  ])('%s with a top N of %j, all others included', async (reportType, groupBy, date, by) => {
    const { range } = during(date)
    const [columnId = ''] = groupBy
    const ranked = { columnId: by, aggregation: 'None' } as const
    const limit = { columnId, top: 1, by: ranked, direction: 'desc', filter: null, range } as const
    const query = asked(reportType, groupBy, { range, groupLimits: [limit] })
    const rows = await run(compileRows(query, options))
    expect(new Set(rows.map(([value]) => value))).toContain('All others')
    expect(await proveCells({ ...query, sort: [{ columnId, direction: 'desc' }] })).toBeGreaterThan(0)
  })

  test('with aggregations over records', async () => {
    const overRecords = (reportType: string, groupBy: string, columnId: string) => {
      const aggregations = ['Sum', 'Min', 'Max', 'Avg', 'Count'] as const
      const columns = aggregations.map((aggregation) => ({ columnId, aggregation }))
      return asked(reportType, [groupBy], { columns: [{ columnId: groupBy, aggregation: 'None' }, ...columns] })
    }
    await proveCells(overRecords('Orders', 'channel', 'netSales'))
    await proveCells({ ...overRecords('Customers', 'ageBracket', 'netSales'), ...during('orderDate') })
    await proveCells(overRecords('Products', 'category', 'price'))
  })

  test('of a single record', async () => {
    const products = asked('Products', [], { grain: 'records', groupBy: [], ...during('orderDate') })
    const keyed = {
      ...products,
      columns: [{ columnId: 'productId', aggregation: 'None' as const }, ...products.columns],
    }
    for (const row of firstMiddleLast(await run(compileRows(keyed, options))))
      for (const [index, { columnId }] of products.columns.entries())
        await prove(
          products,
          { row: { productId: row[0] ?? null }, measure: columnId, aggregation: 'None' },
          row[index + 1] ?? null,
        )
  })

  test('drills from a product to its order lines and from a customer to the orders', () => {
    const at = (query: SemanticQuery) =>
      drillQuery(query, { row: {}, measure: 'netSales', aggregation: 'None' }).reportType
    expect([asked('Products', []), asked('Customers', [])].map(at)).toEqual(['OrderLines', 'Orders'])
  })
})

test('an average is described as a sum and a number of records', () => {
  const column = findReportType('Orders')?.columns.find(({ columnId }) => columnId === 'netSales')
  expect(column && aggregateColumn(column, 'Avg').formula.kind).toBe('average')
})
