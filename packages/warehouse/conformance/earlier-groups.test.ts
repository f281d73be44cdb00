import { beforeAll, expect, test } from 'vitest'
import { ReportQuery } from '#contract/reports.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { paginate, type SemanticQuery } from '#semantic/query.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { type Engines, openEngines } from './engines-filled.fixture.ts'
import { withDefinition } from './reference-evaluator.fixture.ts'

interface Sale {
  readonly day: string
  readonly channel: 'web' | 'pos' | 'club' | 'phone'
  readonly dollars: number
}

/** Club and phone sold last year only. */
const SALES: readonly Sale[] = [
  { day: '2025-02-10', channel: 'club', dollars: 50 },
  { day: '2025-03-12', channel: 'web', dollars: 70 },
  { day: '2025-03-31', channel: 'phone', dollars: 5 },
  { day: '2026-03-11', channel: 'web', dollars: 100 },
  { day: '2026-03-12', channel: 'pos', dollars: 20 },
]

const context = { today: '2026-05-10', weekStart: 'monday', fiscalYearStartMonth: 7, currency: 'USD' } as const

onClickHouse('groups of the compared range', () => {
  let engines: Engines

  beforeAll(async () => {
    engines = await openEngines({
      orders: SALES.map(({ day, channel }) =>
        orderRow({ source_id: day, time_basis: 'local', ordered: `${day} 10:00:00`, channel }),
      ),
      order_lines: SALES.map(({ day, dollars }) => lineRow({ order_source_id: day, amount: dollars * 100 })),
    })
  })

  const queryOf = (groupColumns: readonly string[], definition: object = {}, call: object = {}): SemanticQuery => {
    const columns = [...groupColumns, 'netSales', 'averageOrder'].map((columnId) => ({ columnId }))
    const request = ReportQuery.parse({
      definition: { reportType: 'Orders', columns, groupColumns, ...definition },
      from: '2026-02-01',
      until: '2026-04-01',
      compare: 'previousYear',
      ...call,
    })
    return resolveReport(withDefinition(request), context).query
  }

  /** Money in cents, the same on both engines. */
  const ask = async (query: SemanticQuery) => {
    const answers = await Promise.all(engines.map((engine) => engine.run(query, { context })))
    expect(answers[1]).toEqual(answers[0])
    const [answer] = answers
    if (answer === undefined) throw new Error('No engine answered')
    return answer
  }
  const bySales = (direction: 'asc' | 'desc') => ({ orderColumns: [{ columnId: 'netSales', direction }] })

  test('are rows with nothing sold now, and change no total', async () => {
    const { rows, totals, rowCount } = await ask(queryOf(['channel']))
    expect(rows).toEqual([
      ['club', 0, null],
      ['phone', 0, null],
      ['pos', 20_00, 20_00],
      ['web', 100_00, 100_00],
    ])
    expect([totals, rowCount]).toEqual([[null, 120_00, 60_00], 4])
    const alone = await ask(queryOf(['channel'], {}, { compare: 'none' }))
    expect([alone.rows.length, alone.totals]).toEqual([2, totals])
  })

  test('are sorted, paged and left out by a top N like other rows', async () => {
    const sorted = queryOf(['channel'], bySales('desc'))
    expect((await ask(sorted)).rows.map(([channel]) => channel)).toEqual(['web', 'pos', 'club', 'phone'])
    const pages = await Promise.all([1, 2].map(async (page) => (await ask(paginate(sorted, page, 3))).rows))
    expect(pages.map((rows) => rows.map(([channel]) => channel))).toEqual([['web', 'pos', 'club'], ['phone']])
    const { rows, others, rowCount } = await ask(queryOf(['channel'], { ...bySales('desc'), top: 1 }))
    expect([rows, others, rowCount]).toEqual([[['web', 100_00, 100_00]], [null, 20_00, 20_00], 4])
    expect((await ask(queryOf(['channel'], bySales('asc')))).rows[0]).toEqual(['club', 0, null])
  })

  test('beyond the first values of a column are all others', async () => {
    const groupLimits = [{ columnId: 'city', top: 1, by: { columnId: 'netSales' } }]
    expect((await ask(queryOf(['channel', 'city'], { groupLimits }))).rows).toEqual([
      ['club', null, 0, null],
      ['phone', null, 0, null],
      ['pos', null, 20_00, 20_00],
      ['web', null, 100_00, 100_00],
    ])
  })

  test.each([
    ['orderDay', '2026-02-10', ['2026-03-11', '2026-03-12', '2026-03-31']],
    ['orderWeek', '2026-02-09', ['2026-03-09', '2026-03-30']],
    ['orderMonth', '2026-02', ['2026-03']],
    ['orderWeekday', 1, [3, 4]],
    ['orderMonthOfYear', 2, [3]],
  ])('%s: stand where this range has such a period', async (column, ended, others) => {
    const { rows } = await ask(queryOf([column]))
    expect(rows.map(([period]) => period)).toEqual([ended, ...others])
    expect(rows[0]).toEqual([ended, 0, null])
  })

  test.each([
    ['orderQuarter', '2026-Q3'],
    ['orderYear', 2026],
  ])('%s: fiscal periods without any sale now', async (column, ended) => {
    const february = { from: '2026-02-01', until: '2026-03-01' }
    expect((await ask(queryOf([column], {}, february))).rows).toEqual([[ended, 0, null]])
  })

  test('March 31 has no day in April', async () => {
    const april = { from: '2025-04-01', until: '2025-05-01', compare: 'previousPeriod' }
    expect((await ask(queryOf(['orderDay'], {}, april))).rows).toEqual([['2025-04-12', 0, null]])
  })

  test('are left out by a filter on groups that they do not meet, now or then', async () => {
    const filters = (comparison: string) => ({ filters: [{ columnId: 'netSales', comparison, value: 40 }] })
    expect((await ask(queryOf(['channel'], filters('GreaterThan')))).rows).toEqual([['web', 100_00, 100_00]])
    expect((await ask(queryOf(['channel'], filters('LessThan')))).rows.map(([channel]) => channel)).toEqual([
      'phone',
      'pos',
    ])
  })
})
