import { beforeAll, expect, test } from 'vitest'
import type { Calculation, SemanticQuery } from '#semantic/query.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { type Engines, openEngines } from './engines-filled.fixture.ts'
import { asking } from './loaded-winery.fixture.ts'

interface Sale {
  readonly day: string
  readonly dollars: number
  readonly channel: 'web' | 'pos'
}

const SALES_OF_DAYS: readonly Sale[] = [
  { day: '2024-06-03', dollars: 40, channel: 'web' },
  { day: '2026-01-15', dollars: 100, channel: 'web' },
  { day: '2026-03-15', dollars: 90, channel: 'web' },
  { day: '2026-04-13', dollars: 120, channel: 'web' },
  { day: '2026-04-15', dollars: 60, channel: 'pos' },
]

const difference = (
  columnId: string,
  of: Calculation['of'],
  along: string | null = null,
  kind: Calculation['kind'] = 'difference',
): Calculation => ({ columnId, displayName: columnId, kind, of, along, direction: 'desc' })

const SALES = { columnId: 'netSales', aggregation: 'None' } as const
const AVERAGE = { columnId: 'averageOrder', aggregation: 'None' } as const

const context = { today: '2026-05-10', weekStart: 'monday', fiscalYearStartMonth: 7, currency: 'USD' } as const

onClickHouse('periods without rows', () => {
  let engines: Engines

  beforeAll(async () => {
    engines = await openEngines({
      orders: SALES_OF_DAYS.map(({ day, channel }) =>
        orderRow({ source_id: day, time_basis: 'local', ordered: `${day} 10:00:00`, channel }),
      ),
      order_lines: SALES_OF_DAYS.map(({ day, dollars }) => lineRow({ order_source_id: day, amount: dollars * 100 })),
    })
  })

  /** Money in cents, as both engines answer. */
  const ask = async (
    groupBy: readonly string[],
    calculations: readonly Calculation[],
    more: Partial<SemanticQuery>,
  ) => {
    const query = asking({
      reportType: 'Orders',
      groupBy,
      ask: ['netSales', ...calculations.map(({ columnId }) => columnId)],
      calculations,
      range: { columnId: 'orderDate', from: '2026-01-01', until: '2027-01-01' },
      ...more,
    })
    const answers = await Promise.all(engines.map((engine) => engine.run(query, { context })))
    expect(answers[1]?.rows).toEqual(answers[0]?.rows)
    return answers[0]?.rows
  }
  const ofWeb = { filter: { columnId: 'channel', comparison: 'Equal', value: 'web' } } as const

  test('a month after one that a filter may hide is compared with nothing', async () => {
    const without = {
      and: [ofWeb.filter, { columnId: 'orderMonth', comparison: 'NotEqual', value: '2026-03' }],
    } as const
    expect(await ask(['orderMonth'], [difference('step', SALES)], { filter: without })).toEqual([
      ['2026-01', 100_00, null],
      ['2026-04', 120_00, null],
    ])
  })

  test('a month after one without rows is compared with zero, and the running total goes on', async () => {
    const own = [difference('step', SALES), difference('sofar', SALES, null, 'runningTotal')]
    expect(await ask(['orderMonth'], own, ofWeb)).toEqual([
      ['2026-01', 100_00, null, 100_00],
      ['2026-03', 90_00, 90_00, 190_00],
      ['2026-04', 120_00, 30_00, 310_00],
    ])
  })

  test('a mean has no value in a month without rows, so the month after has no difference', async () => {
    const withConstant: Calculation['of'] = { operator: 'add', left: SALES, right: { value: 5 } }
    const own = [difference('step', AVERAGE), difference('more', withConstant)]
    expect(await ask(['orderMonth'], own, ofWeb)).toEqual([
      ['2026-01', 100_00, null, null],
      ['2026-03', 90_00, null, 90_00],
      ['2026-04', 120_00, 30_00, 30_00],
    ])
  })

  test.each([
    ['orderDay', ['2026-01-15', '2026-03-15', '2026-04-13'], [null, 90_00, 120_00]],
    ['orderWeek', ['2026-01-12', '2026-03-09', '2026-04-13'], [null, 90_00, 120_00]],
    ['orderWeekday', [1, 4, 7], [null, 100_00, 90_00]],
    ['orderQuarter', ['2026-Q3', '2026-Q4'], [null, -70_00]],
    ['orderMonthOfYear', [1, 3, 4], [null, 90_00, 30_00]],
  ])('%s: every period after one without rows', async (column, periods, steps) => {
    const rows = await ask([column], [difference('step', SALES)], ofWeb)
    expect(rows?.map(([period]) => period)).toEqual(periods)
    expect(rows?.map((row) => row[2])).toEqual(steps)
  })

  test('a fiscal year after one without rows', async () => {
    const rows = await ask(['orderYear'], [difference('step', SALES)], { ...ofWeb, range: null })
    expect(rows).toEqual([
      [2024, 40_00, null],
      [2026, 310_00, 310_00],
    ])
  })

  test('along months each group has months without rows of its own, in both directions', async () => {
    const along = [difference('step', SALES, 'orderMonth')]
    expect(await ask(['channel', 'orderMonth'], along, {})).toEqual([
      ['pos', '2026-04', 60_00, null],
      ['web', '2026-01', 100_00, null],
      ['web', '2026-03', 90_00, 90_00],
      ['web', '2026-04', 120_00, 30_00],
    ])
    const rows = await ask(['channel', 'orderMonth'], [difference('step', SALES)], {
      sort: [
        { column: 0, direction: 'desc' },
        { column: 1, direction: 'desc' },
      ],
    })
    expect(rows?.map((row) => row[3])).toEqual([null, -30_00, 100_00, -40_00])
  })

  test('years and months are one row of months', async () => {
    const rows = await ask(['orderYear', 'orderMonth'], [difference('step', SALES)], { ...ofWeb, range: null })
    expect(rows?.map((row) => row[3])).toEqual([null, 100_00, 90_00, 30_00])
  })

  test('rows that are sorted by a number do not follow each other in time', async () => {
    const rows = await ask(['orderMonth'], [difference('step', SALES)], {
      ...ofWeb,
      sort: [{ column: 1, direction: 'desc' }],
    })
    expect(rows?.map((row) => row[2])).toEqual([null, -20_00, -10_00])
  })

  test('a month that a filter on groups hides is not without rows', async () => {
    const having = { columnId: 'netSales', comparison: 'NotEqual', value: 90 } as const
    expect(await ask(['orderMonth'], [difference('step', SALES)], { ...ofWeb, having })).toEqual([
      ['2026-01', 100_00, null],
      ['2026-04', 120_00, null],
    ])
  })
})
