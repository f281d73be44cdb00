import { beforeAll, describe, expect, test } from 'vitest'
import { ReportQuery } from '#contract/reports.ts'
import type { PlannedMeasure } from '#domain/winery-plan.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { drillQuery } from '#semantic/lineage/drill.ts'
import { compileProof } from '#semantic/lineage/proof.ts'
import { compareWith, noPlanReason } from '#semantic/plan-over.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { expectSameAnswers } from './engines-agree.fixture.ts'
import { type Engines, openEngines } from './engines-filled.fixture.ts'
import { withDefinition } from './reference-evaluator.fixture.ts'

/** Cents by channel and month of 2026: January to June, all odd, so that no month divides evenly. */
const MONTHS = ['01', '02', '03', '04', '05', '06'].map((month) => `2026-${month}-01`)
const CHANNELS = { web: 100_003, pos: 250_019, club: 70_001 } as const
const amountOf = (value: keyof typeof CHANNELS, index: number): number => CHANNELS[value] + 1_111 * index

/** Half of March on its first day, the rest on its last: shares of the tests' own. */
const MARCH = Array.from({ length: 31 }, (_, day) => (day === 0 || day === 30 ? 0.5 : 0))

const sales: PlannedMeasure = {
  measure: 'netSales',
  breakdown: 'channel',
  months: (['web', 'pos', 'club'] as const).flatMap((value) =>
    MONTHS.map((month, index) => ({ month, value, amount: amountOf(value, index) })),
  ),
  shares: { '2026-03-01': MARCH },
}
const orders: PlannedMeasure = {
  measure: 'orders',
  breakdown: 'none',
  months: MONTHS.map((month, index) => ({ month, value: null, amount: 100 + index })),
  shares: {},
}
const guests: PlannedMeasure = { ...orders, measure: 'guests' }
const plan = [sales, orders, guests]

const context = {
  today: '2026-04-10',
  weekStart: 'monday',
  fiscalYearStartMonth: 7,
  currency: 'USD',
  plan,
} as const

/** In whole numbers: of `days` equal days, the amount of the first `until` rounded half up. */
const equalUntil = (amount: number, until: number, days: number): number =>
  Math.floor((2 * amount * until + days) / (2 * days))
const DAYS = [31, 28, 31, 30, 31, 30]
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const ofMonth = (index: number): number => sum((['web', 'pos', 'club'] as const).map((value) => amountOf(value, index)))

onClickHouse('the plan, read like records', () => {
  let engines: Engines

  beforeAll(async () => {
    const days = ['2026-02-10', '2026-03-12']
    engines = await openEngines({
      orders: days.map((day) =>
        orderRow({ source_id: day, time_basis: 'local', ordered: `${day} 10:00:00`, channel: 'web' }),
      ),
      order_lines: days.map((day) => lineRow({ order_source_id: day, amount: 5_000 })),
    })
  })

  const ask = (
    columns: readonly string[],
    groupColumns: readonly string[] = [],
    call: object = {},
    definition: object = {},
  ) => {
    const request = ReportQuery.parse({
      definition: {
        reportType: 'Orders',
        columns: [...groupColumns, ...columns].map((columnId) => ({ columnId })),
        groupColumns,
        orderColumns: groupColumns.map((columnId) => ({ columnId })),
        ...definition,
      },
      from: '2026-01-01',
      until: '2026-04-01',
      compare: 'plan',
      ...call,
    })
    return resolveReport(withDefinition(request), context)
  }
  const planned = (...asked: Parameters<typeof ask>): SemanticQuery => {
    const { query, comparison } = ask(...asked)
    const over = comparison && compareWith(query, comparison)
    if (!over) throw new Error(comparison ? String(noPlanReason(query, comparison)) : 'nothing is compared')
    return over
  }
  const run = async (query: SemanticQuery) => {
    const [one, other] = await Promise.all(engines.map((engine) => engine.run(query, { context })))
    expect(other).toEqual(one)
    if (one === undefined) throw new Error('No engine answered')
    return one
  }
  const reason = (...asked: Parameters<typeof ask>): string | null => {
    const { query, comparison } = ask(...asked)
    return comparison && noPlanReason(query, comparison)
  }

  test('months have their amounts, and a measure without a plan is empty', async () => {
    const { rows, totals } = await run(planned(['netSales', 'averageOrder', 'orderCount'], ['orderMonth']))
    expect(rows).toEqual([0, 1, 2].map((index) => [MONTHS[index]?.slice(0, 7), ofMonth(index), null, 100 + index]))
    expect(totals).toEqual([null, sum([0, 1, 2].map(ofMonth)), null, 303])
  })

  test('the days of a month add up to it, with the shares of their month', async () => {
    const { rows } = await run(planned(['netSales'], ['channel', 'orderDay']))
    for (const value of ['web', 'pos', 'club'] as const) {
      const own = rows.filter(([channel]) => channel === value)
      const january = own.filter(([, day]) => String(day).startsWith('2026-01')).map(([, , amount]) => Number(amount))
      const expected = Array.from({ length: 31 }, (_, day) => {
        const amount = amountOf(value, 0)
        return equalUntil(amount, day + 1, 31) - equalUntil(amount, day, 31)
      })
      expect(january).toEqual(expected)
      const march = own.filter(([, day]) => String(day).startsWith('2026-03')).map(([, , amount]) => Number(amount))
      const half = Math.round(amountOf(value, 2) / 2)
      expect(march).toEqual([half, ...Array.from({ length: 29 }, () => 0), amountOf(value, 2) - half])
    }
  })

  test.each([
    ['orderQuarter', [['2026-Q3', sum([0, 1, 2].map(ofMonth))]]],
    ['orderYear', [[2026, sum([0, 1, 2].map(ofMonth))]]],
  ])('%s follows the fiscal year', async (column, expected) => {
    expect((await run(planned(['netSales'], [column]))).rows).toEqual(expected)
  })

  test('weeks and weekdays are those of the days', async () => {
    const { rows } = await run(planned(['orderCount'], ['orderWeekday'], { from: '2026-02-01', until: '2026-03-01' }))
    const expected = Array.from({ length: 7 }, () => 0)
    for (let day = 0; day < 28; day += 1) {
      // February 1, 2026 was a Sunday
      const weekday = (day + 6) % 7
      expected[weekday] = (expected[weekday] ?? 0) + equalUntil(101, day + 1, 28) - equalUntil(101, day, 28)
    }
    expect(rows.map(([, value]) => value)).toEqual(expected)
  })

  test('a partial range is compared with the elapsed days, today included', async () => {
    const { totals } = await run(planned(['orderCount'], [], { from: '2026-04-01', until: '2026-05-01' }))
    expect(totals).toEqual([equalUntil(103, 10, DAYS[3] ?? 0)])
  })

  test('filters by the breakdown and the date limit the plan', async () => {
    const filters = [{ columnId: 'channel', comparison: 'NotEqual', value: 'web' }]
    const { totals } = await run(planned(['netSales'], [], {}, { filters }))
    expect(totals).toEqual([sum([0, 1, 2].flatMap((index) => [amountOf('pos', index), amountOf('club', index)]))])
  })

  test('without club orders, a plan by channel leaves out their channel', async () => {
    const { totals } = await run(planned(['netSales'], [], { includeClubOrders: false }))
    expect(totals).toEqual([sum([0, 1, 2].flatMap((index) => [amountOf('pos', index), amountOf('web', index)]))])
    expect(reason(['orderCount'], [], { includeClubOrders: false })).toBe(
      'There is no plan of Orders without club orders',
    )
  })

  test('planned groups without records are rows of the report', async () => {
    const { rows } = await run(ask(['netSales'], ['channel']).query)
    expect(rows).toEqual([
      ['club', 0],
      ['pos', 0],
      ['web', 10_000],
    ])
  })

  describe('what the plan cannot answer is named', () => {
    test.each([
      ['There is no plan of Average order', ['averageOrder'], [], {}, {}],
      ['The plan is not split by State', ['netSales'], ['state'], {}, {}],
      ['The plan is not split by Order hour', ['netSales'], ['orderHour'], {}, {}],
      ['The plan is not split by Sales channel', ['orderCount'], ['channel'], {}, {}],
      ['There is no plan of Net sales for Jul 2026', ['netSales'], [], { from: '2026-07-01', until: '2026-08-01' }, {}],
      [
        'There is no plan by limits to the top values',
        ['netSales'],
        ['channel'],
        {},
        { groupLimits: [{ columnId: 'channel', top: 1, by: { columnId: 'netSales' } }] },
      ],
    ])('%s', (expected, columns, groups, call, definition) => {
      expect(reason(columns, groups, call, definition)).toBe(expected)
    })
  })

  test('records behind a planned number are its days, which add up to it', async () => {
    const query = planned(['netSales', 'orderCount'], ['channel'])
    const cell = { row: { channel: 'pos' }, measure: 'netSales', aggregation: 'None' } as const
    const { rows } = await run(drillQuery(query, cell))
    expect(rows.length).toBe(90)
    expect(sum(rows.map((row) => Number(row.at(-1))))).toBe(sum([0, 1, 2].map((index) => amountOf('pos', index))))
    const [[shown, records, proved] = []] = await expectSameAnswers(
      engines,
      { context },
      (options) => compileProof(query, cell, options).statement,
    )
    expect([Number(shown), Number(records), Number(proved)]).toEqual([
      sum([0, 1, 2].map((index) => amountOf('pos', index))),
      90,
      Number(shown),
    ])
  })
})
