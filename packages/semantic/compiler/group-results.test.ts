import { beforeAll, describe, expect, test } from 'vitest'
import { type Calculation, compareOver, type Expression, type GroupLimit, type SemanticQuery } from '#semantic/query.ts'
import { asking, type LoadedWinery, loadWinery, options } from '#warehouse/conformance/loaded-winery.fixture.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { compileRows } from './compile.ts'

/** Varietal, month and minor units of an order with one line. */
const SALES: readonly (readonly [varietal: string | null, month: string, amount: number])[] = [
  ['Syrah', '2026-01', 5_000],
  ['Syrah', '2026-02', 1_000],
  ['Merlot', '2026-01', 2_000],
  ['Merlot', '2026-02', 4_500],
  ['Pinot', '2026-02', 3_000],
  [null, '2026-01', 500],
  ['All others', '2026-01', 9_000],
  ['Pinot', '2025-01', 8_000],
  ['Syrah', '2025-01', 700],
]

let winery: LoadedWinery
beforeAll(async () => {
  winery = await loadWinery({
    orders: SALES.map(([, month], index) =>
      orderRow({ source_id: `o${index}`, time_basis: 'local', ordered: `${month}-10 12:00:00` }),
    ),
    order_lines: SALES.map(([varietal, , amount], index) =>
      lineRow({ order_source_id: `o${index}`, source_id: `l${index}`, varietal, amount }),
    ),
  })
})

const RANGE = { columnId: 'orderDate', from: '2026-01-01', until: '2026-03-01' }

const limited = (top: number, more: Partial<GroupLimit> = {}): readonly GroupLimit[] => [
  {
    columnId: 'varietal',
    top,
    by: { columnId: 'netSales', aggregation: 'None' },
    direction: 'desc',
    filter: null,
    range: RANGE,
    ...more,
  },
]

const byVarietal = (more: Partial<SemanticQuery> = {}): SemanticQuery =>
  asking({
    reportType: 'OrderLines',
    groupBy: ['varietal'],
    ask: ['netSales', 'orderCount'],
    range: RANGE,
    sort: [{ column: 1, direction: 'desc' }],
    groupLimits: limited(2),
    ...more,
  })

describe('a top N of a group column', () => {
  test('keeps the first values; all other records are one group, sorted last', async () => {
    expect(await winery.rows(byVarietal())).toEqual([
      ['Merlot', 6_500, 2],
      ['Syrah', 6_000, 2],
      ['All others', 12_500, 3],
    ])
    expect(await winery.totals(byVarietal())).toEqual([25_000, 7])
  })

  test('ranks the lowest first when ascending, what has no value after the others, and a value named like the rest never', async () => {
    const lowest = (top: number) => byVarietal({ groupLimits: limited(top, { direction: 'asc' }) })
    expect(await winery.rows(lowest(2))).toEqual([
      ['Syrah', 6_000, 2],
      ['Pinot', 3_000, 1],
      ['All others', 16_000, 4],
    ])
    expect((await winery.rows(lowest(4))).map(([varietal]) => varietal)).toEqual([
      'Merlot',
      'Syrah',
      'Pinot',
      null,
      'All others',
    ])
  })

  test('has no rest where it keeps every value', async () => {
    const filter = { columnId: 'varietal', comparison: 'NotEqual', value: 'All others' } as const
    const query = byVarietal({ filter, groupLimits: limited(4, { filter }) })
    expect((await winery.rows(query)).map(([varietal]) => varietal)).toEqual(['Merlot', 'Syrah', 'Pinot', null])
  })

  test('ranks over all other group columns together', async () => {
    const groupBy = ['orderMonth', 'varietal']
    const query = byVarietal({
      groupBy,
      columns: [...groupBy, 'netSales'].map((columnId) => ({ columnId, aggregation: 'None' })),
      sort: [
        { column: 0, direction: 'asc' },
        { column: 2, direction: 'desc' },
      ],
    })
    expect(await winery.rows(query)).toEqual([
      ['2026-01', 'Syrah', 5_000],
      ['2026-01', 'Merlot', 2_000],
      ['2026-01', 'All others', 9_500],
      ['2026-02', 'Merlot', 4_500],
      ['2026-02', 'Syrah', 1_000],
      ['2026-02', 'All others', 3_000],
    ])
  })

  test('has the same groups in the compared range', async () => {
    const earlier = compareOver(byVarietal(), { from: '2025-01-01', until: '2025-02-01' })
    expect(earlier && (await winery.rows(earlier))).toEqual([
      ['Syrah', 700, 1],
      ['All others', 8_000, 1],
    ])
  })

  test('applies before filters on groups, which the total follows', async () => {
    const having = { columnId: 'netSales', comparison: 'GreaterThan', value: 62 } as const
    const query = byVarietal({ having })
    expect((await winery.rows(query)).map(([varietal]) => varietal)).toEqual(['Merlot', 'All others'])
    expect(await winery.totals(query)).toEqual([19_000, 5])
  })

  test('leaves all others of the rows what is beyond the top N of rows', async () => {
    const query = byVarietal({ top: 1 })
    expect(await winery.rows(query)).toEqual([['Merlot', 6_500, 2]])
    expect(await winery.others(query)).toEqual([null, 18_500, 5])
  })
})

const NET_SALES = { columnId: 'netSales', aggregation: 'None' } as const
const ORDERS = { columnId: 'orderCount', aggregation: 'None' } as const

const calculation = (kind: Calculation['kind'], of: Expression, more: Partial<Calculation> = {}): Calculation => ({
  columnId: kind,
  displayName: kind,
  kind,
  of,
  direction: 'desc',
  along: null,
  ...more,
})

const calculating = (groupBy: readonly string[], ...calculations: readonly Calculation[]): SemanticQuery =>
  asking({
    reportType: 'OrderLines',
    groupBy,
    ask: calculations.map(({ columnId }) => columnId),
    range: RANGE,
    calculations,
  })

const PER_ORDER: Expression = { operator: 'divide', left: NET_SALES, right: ORDERS }

describe('a calculated column', () => {
  test('is computed in each group, and its total from the totals of its parts', async () => {
    const plusOne: Expression = { operator: 'add', left: PER_ORDER, right: { value: 1 } }
    const query = calculating(['orderMonth'], calculation('arithmetic', plusOne))
    expect(await winery.rows(query)).toEqual([
      ['2026-01', 16_500 / 4 + 100],
      ['2026-02', 8_500 / 3 + 100],
    ])
    expect(await winery.totals(query)).toEqual([25_000 / 7 + 100])
  })

  test('of the rest of a top N is computed from the measures of the rest', async () => {
    const query = { ...calculating(['varietal'], calculation('arithmetic', PER_ORDER)), groupLimits: limited(2) }
    expect(await winery.rows(query)).toEqual([
      ['Merlot', 3_250],
      ['Syrah', 3_000],
      ['All others', 12_500 / 3],
    ])
  })

  test('filters groups and ranks values like a measure', async () => {
    const having = { columnId: 'arithmetic', comparison: 'GreaterThan', value: 30 } as const
    const by = { columnId: 'arithmetic', aggregation: 'None' } as const
    const query = calculating(['varietal'], calculation('arithmetic', PER_ORDER))
    const filtered = await winery.rows({ ...query, having })
    expect(filtered.map(([varietal]) => varietal)).toEqual(['All others', 'Merlot'])
    const ranked = await winery.rows({ ...query, groupLimits: limited(1, { by }) })
    expect(ranked.map(([varietal]) => varietal)).toEqual(['Merlot', 'All others'])
  })

  test('compares a group with all groups, with those before it, or with all others by value', async () => {
    const query = calculating(
      ['orderMonth'],
      calculation('shareOfTotal', NET_SALES),
      calculation('runningTotal', NET_SALES),
      calculation('difference', NET_SALES),
      calculation('rank', NET_SALES, { direction: 'asc' }),
    )
    expect(await winery.rows(query)).toEqual([
      ['2026-01', 0.66, 16_500, null, 2],
      ['2026-02', 0.34, 25_000, -8_000, 1],
    ])
    expect(await winery.totals(query)).toEqual([1, 25_000, null, null])
  })

  test('follows the rows in their order', async () => {
    const query = calculating(['orderMonth'], calculation('runningTotal', NET_SALES))
    expect(await winery.rows({ ...query, sort: [{ columnId: 'orderMonth', direction: 'desc' }] })).toEqual([
      ['2026-02', 8_500],
      ['2026-01', 25_000],
    ])
  })

  test('follows rows that are sorted by another comparison', async () => {
    const query = calculating(
      ['varietal'],
      calculation('rank', NET_SALES, { direction: 'asc' }),
      calculation('runningTotal', NET_SALES),
    )
    const filter = { columnId: 'varietal', comparison: 'NotEqual', value: 'All others' } as const
    expect(await winery.rows({ ...query, filter, sort: [{ column: 1, direction: 'desc' }] })).toEqual([
      ['Merlot', 4, 6_500],
      ['Syrah', 3, 12_500],
      ['Pinot', 2, 15_500],
      [null, 1, 16_000],
    ])
  })

  test('goes along one group column, separately for each value of the others', async () => {
    const along = 'orderMonth'
    const query = calculating(
      ['varietal', 'orderMonth'],
      calculation('runningTotal', NET_SALES, { along }),
      calculation('difference', NET_SALES, { along }),
      calculation('rank', NET_SALES, { along: 'varietal' }),
    )
    const filter = { columnId: 'varietal', comparison: 'StartsWith', value: 'S' } as const
    const rows = await winery.rows(query)
    expect(rows.filter(([varietal]) => varietal === 'Syrah' || varietal === 'Merlot')).toEqual([
      ['Merlot', '2026-01', 2_000, null, 3],
      ['Merlot', '2026-02', 6_500, 2_500, 1],
      ['Syrah', '2026-01', 5_000, null, 2],
      ['Syrah', '2026-02', 6_000, -4_000, 3],
    ])
    expect(await winery.rows({ ...query, filter })).toHaveLength(2)
  })

  test('that follows the order of the rows cannot sort or filter them', () => {
    const query = calculating(['orderMonth'], calculation('runningTotal', NET_SALES))
    const having = { columnId: 'runningTotal', comparison: 'GreaterThan', value: 0 } as const
    expect(() => winery.rows({ ...query, having })).toThrow('depends on which rows are shown')
    expect(() => winery.rows({ ...query, sort: [{ column: 1, direction: 'asc' }] })).toThrow(
      'depends on the order of the rows',
    )
  })
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
