import { beforeAll, expect, test } from 'vitest'
import { findCollation } from '#domain/collation.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { compileSearch } from '#semantic/compiler/compile-search.ts'
import { type Calculation, paginate, type SemanticQuery } from '#semantic/query.ts'
import { RECORD_SEARCHES } from '#semantic/search/record-searches.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { customerRow, lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { type Engines, openEngines } from './engines-filled.fixture.ts'
import { asking } from './loaded-winery.fixture.ts'

/** As people look them up. */
const NAMES = [
  'anna Berg',
  'Bea Cole',
  'Élise Roy',
  'Łukasz Nowak',
  'ørsted Wines',
  'Ürzig Kellerei',
  'van der Berg',
  'Zoe Adler',
]

const BY_CODE_POINT = NAMES.toSorted()

const NET_SALES = { columnId: 'netSales', aggregation: 'None' } as const

const calendar = { today: '2026-06-10', weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' } as const

onClickHouse('names', () => {
  let engines: Engines

  beforeAll(async () => {
    const ids = [...BY_CODE_POINT.entries()].map(([index, name]) => [`c${index}`, name] as const)
    engines = await openEngines({
      customers: ids.map(([source_id, name]) => customerRow({ source_id, name })),
      orders: [
        ...ids.map(([id, name]) => orderRow({ source_id: id, customer_source_id: id, customer_name: name })),
        orderRow({ source_id: 'nobody' }),
      ],
      order_lines: [...ids.map(([id]) => id), 'nobody'].map((id) => lineRow({ order_source_id: id, amount: 10_00 })),
    })
  })

  const firstCells = (query: SemanticQuery, collation = 'en') =>
    Promise.all(
      engines.map(async ({ dialect, rows }) =>
        (await rows(compileRows(query, { dialect, context: { ...calendar, collation }, minorUnits: 100 }))).map(
          ([name]) => name,
        ),
      ),
    )
  const onBoth = <T>(names: T) => [names, names]
  const sortedBy = (column: number, direction: 'asc' | 'desc') => ({ sort: [{ column, direction }] })
  const list = asking({ reportType: 'Orders', ask: ['customerName', 'orderId'] })
  const groups = asking({ reportType: 'Orders', groupBy: ['customerName'], ask: ['netSales'] })

  test('of records sort as people look them up, in both directions, and those without a name come last', async () => {
    expect(await firstCells({ ...list, ...sortedBy(0, 'asc') })).toEqual(onBoth([...NAMES, null]))
    expect(await firstCells({ ...list, ...sortedBy(0, 'desc') })).toEqual(onBoth([...NAMES.toReversed(), null]))
  })

  test('of groups sort so by themselves, and where their numbers are equal', async () => {
    expect(await firstCells(groups)).toEqual(onBoth([...NAMES, null]))
    expect(await firstCells({ ...groups, ...sortedBy(1, 'desc') })).toEqual(onBoth([...NAMES, null]))
    expect(await firstCells({ ...groups, ...sortedBy(1, 'desc'), top: 3 })).toEqual(onBoth(NAMES.slice(0, 3)))
    const customers = asking({ reportType: 'Customers', groupBy: ['customerName'], ask: ['lifetimeValue'] })
    expect(await firstCells({ ...customers, ...sortedBy(1, 'desc'), top: 3 })).toEqual(onBoth(NAMES.slice(0, 3)))
  })

  test('are on one page each', async () => {
    for (const query of [
      { ...list, ...sortedBy(0, 'asc') },
      { ...groups, ...sortedBy(0, 'asc') },
    ]) {
      const pages = await Promise.all([1, 2, 3].map((page) => firstCells(paginate(query, page, 3))))
      expect(engines.map((_, engine) => pages.flatMap((page) => page[engine]))).toEqual(onBoth([...NAMES, null]))
    }
  })

  test('are added up in their order', async () => {
    const sofar: Calculation = {
      columnId: 'sofar',
      displayName: 'So far',
      kind: 'runningTotal',
      of: NET_SALES,
      direction: 'desc',
      along: null,
    }
    const columns = [...groups.columns, { ...NET_SALES, columnId: sofar.columnId }]
    const query = { ...groups, calculations: [sofar], columns }
    const answers = await Promise.all(engines.map((engine) => engine.run(query, { context: calendar })))
    expect(answers.map(({ rows }) => rows.map((row) => row[2]))).toEqual(
      onBoth([10_00, 20_00, 30_00, 40_00, 50_00, 60_00, 70_00, 80_00, 90_00]),
    )
  })

  test('that begin with what is searched for come first, in their order', async () => {
    const found = await Promise.all(
      engines.map(({ dialect, rows }) => {
        const statement = compileSearch(RECORD_SEARCHES.customer, 'berg', { dialect, context: calendar, limit: 5 })
        return statement === null ? [] : rows(statement)
      }),
    )
    expect(found.map((rows) => rows.map((row) => row.find((cell) => NAMES.includes(String(cell)))))).toEqual(
      onBoth(['anna Berg', 'van der Berg']),
    )
  })

  test('sort by the account’s language', async () => {
    const swedish = [...NAMES.slice(0, 4), 'van der Berg', 'Ürzig Kellerei', 'Zoe Adler', 'ørsted Wines', null]
    expect(await firstCells({ ...list, ...sortedBy(0, 'asc') }, findCollation('sv-SE'))).toEqual(onBoth(swedish))
  })

  test('sort the same on both engines in every language', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const cultures = letters.flatMap((first) => letters.map((second) => first + second))
    const collations = new Set([...cultures, 'fil', 'haw', 'fr-CA'].map(findCollation))
    expect(collations.size).toBeGreaterThan(40)
    for (const collation of collations) {
      const inOrder = NAMES.toSorted(new Intl.Collator(collation.replace('_', '-')).compare)
      const sorted = await firstCells({ ...list, ...sortedBy(0, 'asc') }, collation)
      expect([collation, sorted]).toEqual([collation, onBoth([...inOrder, null])])
    }
  })
})
