import { beforeAll, describe, expect, test } from 'vitest'
import type { CompilerOptions } from '#semantic/compiler/compilation.ts'
import { compileExcluded, compileRowCount, compileRows } from '#semantic/compiler/compile.ts'
import { compileOthers } from '#semantic/compiler/compile-others.ts'
import { total } from '#semantic/compiler/total.ts'
import { drillQuery } from '#semantic/lineage/drill.ts'
import type { Filter, SemanticQuery } from '#semantic/query.ts'
import { compareOver, InvalidQuery } from '#semantic/query.ts'
import { volume } from '#testkit/lane.ts'
import { duckDbDialect } from '../duckdb/duckdb-dialect.ts'
import { REFERENCE_TYPES } from './reference/report-types.ts'
import { compareGenerated } from './reference-run.fixture.ts'
import { openSmallWinery, type RunStatement, SMALL_ORDERS, type SmallOrder } from './small-winery.ts'

const options: CompilerOptions = {
  dialect: duckDbDialect,
  context: { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' },
  minorUnits: 100,
}

let run: RunStatement
beforeAll(async () => {
  run = await openSmallWinery()
})

const MARCH = { columnId: 'orderDate', from: '2026-03-01', until: '2026-04-01' }
const inMarch = (one: SmallOrder) => one.local >= '2026-03-01' && one.local < '2026-04-01'
const dollars = SMALL_ORDERS.filter(({ currency }) => currency === 'USD')
const paidDollars = dollars.filter(({ isPaid }) => isPaid)
const isCounted = ({ isPaid, isRefund, net }: SmallOrder) => isPaid && !isRefund && net > 0
const sumOf = (orders: readonly SmallOrder[]) => orders.reduce((sum, { net, isPaid }) => sum + (isPaid ? net : 0), 0)

const records = (more: Partial<SemanticQuery> = {}): SemanticQuery => ({
  reportType: 'Orders',
  columns: [{ columnId: 'orderId', aggregation: 'None' }],
  grain: 'records',
  groupBy: [],
  filter: null,
  range: null,
  sort: [],
  top: null,
  page: null,
  ...more,
})

const grouped = (by: string[], measures: string[], more: Partial<SemanticQuery> = {}): SemanticQuery =>
  records({
    grain: 'groups',
    groupBy: by,
    columns: [...by, ...measures].map((columnId) => ({ columnId, aggregation: 'None' })),
    ...more,
  })

const idsOf = async (query: SemanticQuery, more = options) => (await run(compileRows(query, more))).map(([id]) => id)
const ids = (orders: readonly SmallOrder[]) => orders.map(({ id }) => id)

describe('a range', () => {
  test('includes its first local day from midnight and its last one to the last second', async () => {
    expect(await idsOf(records({ range: MARCH }))).toEqual(ids(dollars.filter(inMarch)))
  })

  test('compared shifts to other days and keeps the query', async () => {
    const february = compareOver(records({ range: MARCH }), { from: '2026-02-01', until: '2026-03-01' })
    expect(february && (await idsOf(february))).toEqual(['A1'])
  })
})

const fold = (value: string | null) => (value ?? '').toLowerCase()
const filterTable: [string, Filter, (one: SmallOrder) => boolean][] = [
  ['Equal is exact', { columnId: 'state', comparison: 'Equal', value: 'CA' }, ({ state }) => state === 'CA'],
  ['NotEqual keeps nulls', { columnId: 'state', comparison: 'NotEqual', value: 'CA' }, ({ state }) => state !== 'CA'],
  [
    'GreaterThan compares money in major units',
    { columnId: 'netSales', comparison: 'GreaterThan', value: 25 },
    (one) => one.isPaid && one.net > 2_500,
  ],
  [
    'GreaterThanOrEqual includes',
    { columnId: 'netSales', comparison: 'GreaterThanOrEqual', value: '25' },
    (one) => one.isPaid && one.net >= 2_500,
  ],
  [
    'LessThan compares a local day',
    { columnId: 'orderDate', comparison: 'LessThan', value: '2026-03-01' },
    ({ local }) => local < '2026-03-01',
  ],
  [
    'LessThanOrEqual takes the whole day',
    { columnId: 'orderDate', comparison: 'LessThanOrEqual', value: '2026-03-09' },
    ({ local }) => local < '2026-03-10',
  ],
  [
    'Equal of a timestamp is its local day',
    { columnId: 'orderDate', comparison: 'Equal', value: '2026-03-09' },
    ({ local }) => local.startsWith('2026-03-09'),
  ],
  ['Equal of a month', { columnId: 'orderMonth', comparison: 'Equal', value: '2026-03' }, inMarch],
  [
    'Equal of a quarter',
    { columnId: 'orderQuarter', comparison: 'Equal', value: '2026-Q2' },
    ({ local }) => local >= '2026-04',
  ],
  [
    'Contains ignores case',
    { columnId: 'customerName', comparison: 'Contains', value: 'ANA' },
    ({ customer }) => fold(customer).includes('ana'),
  ],
  [
    'Contains takes % and _ at their word',
    { columnId: 'customerName', comparison: 'Contains', value: '%' },
    ({ customer }) => fold(customer).includes('%'),
  ],
  [
    'NotContains keeps nulls',
    { columnId: 'customerName', comparison: 'NotContains', value: 'ana' },
    ({ customer }) => !fold(customer).includes('ana'),
  ],
  [
    'StartsWith ignores case',
    { columnId: 'customerName', comparison: 'StartsWith', value: 'aNa' },
    ({ customer }) => fold(customer).startsWith('ana'),
  ],
  [
    'EndsWith ignores case',
    { columnId: 'customerName', comparison: 'EndsWith', value: 'CLUB' },
    ({ customer }) => fold(customer).endsWith('club'),
  ],
  [
    'IsNull matches empty text',
    { columnId: 'customerName', comparison: 'IsNull', value: null },
    ({ customer }) => !customer,
  ],
  [
    'IsNotNull leaves empty text out',
    { columnId: 'customerName', comparison: 'IsNotNull', value: null },
    ({ customer }) => Boolean(customer),
  ],
  ['IsTrue', { columnId: 'isRefund', comparison: 'IsTrue', value: null }, ({ isRefund }) => isRefund],
  ['IsFalse', { columnId: 'isRefund', comparison: 'IsFalse', value: null }, ({ isRefund }) => !isRefund],
  [
    'Or joins',
    {
      or: [
        { columnId: 'state', comparison: 'Equal', value: 'NY' },
        { columnId: 'channel', comparison: 'Equal', value: 'club' },
      ],
    },
    ({ state, channel }) => state === 'NY' || channel === 'club',
  ],
  [
    'And joins',
    {
      and: [
        { columnId: 'state', comparison: 'Equal', value: 'NY' },
        { columnId: 'netSales', comparison: 'LessThan', value: 0 },
      ],
    },
    ({ state, net }) => state === 'NY' && net < 0,
  ],
  ['a quote is only text', { columnId: 'customerName', comparison: 'Equal', value: "x' OR '1'='1" }, () => false],
]

describe('a filter', () => {
  test.each(filterTable)('%s', async (_rule, filter, matches) => {
    expect(await idsOf(records({ filter }))).toEqual(ids(dollars.filter(matches)))
  })

  test.each<[string, Filter]>([
    ['a column that is none', { columnId: 'drop table', comparison: 'Equal', value: 1 }],
    ['text for a number', { columnId: 'netSales', comparison: 'Equal', value: 'much' }],
    ['a day that the calendar lacks', { columnId: 'orderDate', comparison: 'Equal', value: '2026-02-30' }],
    ['IsTrue of text', { columnId: 'state', comparison: 'IsTrue', value: null }],
    ['Contains of a number', { columnId: 'netSales', comparison: 'Contains', value: '1' }],
    ['a ratio of many records', { columnId: 'refundRate', comparison: 'Equal', value: 1 }],
  ])('refuses %s, naming the place', async (_name, filter) => {
    expect(() => compileRows(records({ filter }), options)).toThrow(InvalidQuery)
  })
})

describe('groups', () => {
  const byChannel = (orders: readonly SmallOrder[]) =>
    [...new Set(orders.map(({ channel }) => channel))].sort().map((channel) => {
      const own = orders.filter((one) => one.channel === channel)
      const counted = own.filter(isCounted)
      const average = counted.length === 0 ? null : sumOf(counted) / counted.length
      return [channel, sumOf(own), counted.length, average]
    })

  test('sum money, count orders above zero without refunds, and average them; an average of nothing is null', async () => {
    const query = grouped(['channel'], ['netSales', 'orderCount', 'averageOrder'], { range: MARCH })
    expect(await run(compileRows(query, options))).toEqual(byChannel(dollars.filter(inMarch)))
    expect(await run(compileRowCount(query, options))).toEqual([[4]])
  })

  test('total their measures over all records, not over the rows', async () => {
    const query = grouped(['channel'], ['netSales', 'orderCount', 'averageOrder'], { range: MARCH })
    const march = dollars.filter(inMarch)
    const counted = march.filter(isCounted)
    const totalled = total(query)
    expect(totalled?.indexes).toEqual([null, 0, 1, 2])
    expect(totalled && (await run(compileRows(totalled.query, options)))).toEqual([
      [sumOf(march), counted.length, sumOf(counted) / counted.length],
    ])
  })

  test('of a top N and all others make up the total, null groups included', async () => {
    const query = grouped(['state'], ['netSales'], { sort: [{ column: 1, direction: 'desc' }], top: 2 })
    const rows = await run(compileRows(query, options))
    const [others = []] = await run(compileOthers(query, options))
    expect(rows).toHaveLength(2)
    expect(others[0]).toBeNull()
    expect(rows.reduce((sum, [, net]) => sum + Number(net), Number(others[1]))).toBe(sumOf(dollars))
  })

  test('leave out club orders when asked', async () => {
    const query = grouped([], ['netSales'], { withoutClubOrders: true })
    expect(await run(compileRows(query, options))).toEqual([
      [sumOf(dollars.filter(({ channel }) => channel !== 'club'))],
    ])
  })

  test('cover the account currency; the rest is counted by currency', async () => {
    const excluded = compileExcluded(records({ range: MARCH }), options)
    expect(excluded && (await run(excluded))).toEqual([['EUR', 1]])
  })

  test.each<['Sum' | 'Min' | 'Max' | 'Avg' | 'Count', number]>([
    ['Sum', sumOf(dollars)],
    ['Min', -2_500],
    ['Max', 30_000],
    ['Avg', sumOf(dollars) / paidDollars.length],
    ['Count', paidDollars.length],
  ])('%s of a measure runs over the records that it counts', async (aggregation, expected) => {
    const query = grouped([], [], { columns: [{ columnId: 'netSales', aggregation }] })
    expect(await run(compileRows(query, options))).toEqual([[expected]])
  })

  test.each([
    ['the sum of an average', 'averageOrder', 'Sum'],
    ['a plain dimension that is not grouped by', 'state', 'None'],
    ['the sum of text', 'state', 'Sum'],
  ] as const)('refuse %s', (_name, columnId, aggregation) => {
    const query = grouped(['channel'], [], { columns: [{ columnId, aggregation }] })
    expect(() => compileRows(query, options)).toThrow(InvalidQuery)
  })
})

describe('time parts', () => {
  const weekOf = {
    monday: ['2026-03-02', '2026-03-09'],
    sunday: ['2026-03-08', '2026-03-08'],
    saturday: ['2026-03-07', '2026-03-07'],
  }
  test.each(['monday', 'sunday', 'saturday'] as const)('weeks start on %s', async (weekStart) => {
    const query = grouped(['orderWeek'], ['orderCount'], {
      range: { columnId: 'orderDate', from: '2026-03-08', until: '2026-03-10' },
    })
    const rows = await run(compileRows(query, { ...options, context: { ...options.context, weekStart } }))
    expect(rows.map(([week]) => week)).toEqual([...new Set(weekOf[weekStart])])
  })

  test('a fiscal year that starts in July is named after the year it ends in', async () => {
    const query = grouped(['orderYear', 'orderQuarter'], ['orderCount'])
    const context = { ...options.context, fiscalYearStartMonth: 7 }
    expect(await run(compileRows(query, { ...options, context }))).toEqual([
      [2026, '2026-Q3', 5],
      [2026, '2026-Q4', 1],
    ])
  })

  test('weekdays count from Monday and the weekend is Saturday and Sunday', async () => {
    const query = grouped(['orderWeekday', 'isWeekend'], ['orderCount'], { range: MARCH })
    expect(await run(compileRows(query, options))).toEqual([
      [1, false, 0],
      [2, false, 1],
      [7, true, 3],
    ])
  })
})

test('the contributing records of a cell add up to it', async () => {
  const query = grouped(['state'], ['netSales'], { range: MARCH })
  for (const [state, net] of await run(compileRows(query, options))) {
    const contributing = drillQuery(query, { row: { state: state ?? null }, measure: 'netSales', aggregation: 'None' })
    const at = contributing.columns.findIndex(({ columnId }) => columnId === 'netSales')
    const sum = (await run(compileRows(contributing, options))).reduce((all, row) => all + Number(row[at]), 0)
    expect(sum).toBe(net)
  }
})

test('pages follow each other without a gap or a repeat', async () => {
  const all = await idsOf(records({ sort: [] }))
  const paged = await Promise.all([0, 4, 8].map((offset) => idsOf(records({ page: { offset, limit: 4 } }))))
  expect(paged.flat()).toEqual(all)
})

const AMOUNT = { runs: volume({ normal: 10, full: 500 }), types: REFERENCE_TYPES.length }

compareGenerated('DuckDB', AMOUNT, async (_accountId, duckDb) => duckDb)
