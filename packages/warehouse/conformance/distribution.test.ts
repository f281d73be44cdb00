import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Aggregation } from '#domain/report-terms.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import { openClickHouse } from './clickhouse-engine.fixture.ts'
import { duckDbEngine, type TestEngine } from './engines.fixture.ts'
import { PLAIN_CALENDAR } from './engines-filled.fixture.ts'

const AGGREGATIONS: readonly Aggregation[] = ['Median', 'Mode', 'P25', 'P75', 'P90', 'P95']

/** Net sales of the orders of each channel, in minor units. */
const NET: Readonly<Record<string, readonly number[]>> = {
  web: [100, 200, 300, 400, 500],
  pos: [100, 200, 200, 900, 900, 1000],
  club: [750],
}

// Between the values at the places floor and ceiling of (number of values - 1) × share, in proportion. The mode is the smallest of
// the most frequent.
const EXPECTED: readonly (readonly [channel: string, values: readonly number[]])[] = [
  ['club', [750, 750, 750, 750, 750, 750]],
  ['pos', [550, 200, 200, 900, 950, 975]],
  ['web', [300, 100, 200, 400, 460, 480]],
]
const TOTAL = [350, 200, 200, 787.5, 900, 945]

const orders = Object.entries(NET).flatMap(([channel, values]) =>
  values.map((net, place) => ({ channel, net, source_id: `${channel}-${place}` })),
)

let engines: readonly TestEngine[]

const asked = (columnId: string, groupBy: readonly string[]): SemanticQuery => ({
  reportType: 'Orders',
  columns: [
    ...groupBy.map((name) => ({ columnId: name, aggregation: 'None' as const })),
    ...AGGREGATIONS.map((aggregation) => ({ columnId, aggregation })),
  ],
  grain: 'groups',
  groupBy,
  filter: null,
  range: null,
  sort: [],
  top: null,
  page: null,
})

onClickHouse('medians, modes and percentiles are the same numbers on every engine', () => {
  beforeAll(async () => {
    const { load, rows } = await testWarehouse({}, afterAll)
    await load({
      orders: [
        ...orders.map(({ channel, source_id }, place) =>
          orderRow({ source_id, channel, customer_source_id: `c${place % 3}` }),
        ),
        orderRow({ source_id: 'unpaid', channel: 'web', payment_status: 'pending' }),
        orderRow({ source_id: 'foreign', channel: 'web', currency: 'EUR' }),
      ],
      order_lines: [
        ...orders.map(({ source_id, net }) => lineRow({ order_source_id: source_id, amount: net })),
        lineRow({ order_source_id: 'unpaid', amount: 70_000 }),
        lineRow({ order_source_id: 'foreign', amount: 80_000 }),
      ],
    })
    const duckDb = duckDbEngine(({ sql, params }) => rows(sql, params))
    const clickHouse = await openClickHouse()
    afterAll(() => clickHouse.close())
    engines = [duckDb, await clickHouse.copy(1, duckDb.rows)]
  })

  const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9))

  test('of money by group, and of all records in the total', async () => {
    for (const engine of engines) {
      const { rows, totals } = await engine.run(asked('netSales', ['channel']), PLAIN_CALENDAR)
      expect([engine.name, rows]).toEqual([
        engine.name,
        EXPECTED.map(([channel, values]) => [channel, ...close(values)]),
      ])
      expect([engine.name, totals]).toEqual([engine.name, [null, ...close(TOTAL)]])
    }
  })

  test('the rest of a top N is of its records', async () => {
    for (const engine of engines) {
      const sort = [{ column: 1, direction: 'desc' as const }]
      const { others } = await engine.run({ ...asked('netSales', ['channel']), sort, top: 1 }, PLAIN_CALENDAR)
      // pos and web: 100 100 200 200 200 300 400 500 900 900 1000
      expect([engine.name, others]).toEqual([engine.name, [null, ...close([300, 200, 200, 700, 900, 950])]])
    }
  })

  test('the rest of a top N whose rows are known by their texts', async () => {
    for (const engine of engines) {
      const sort = [{ column: 1, direction: 'desc' as const }]
      const { rows, others } = await engine.run({ ...asked('netSales', ['orderId']), sort, top: 11 }, PLAIN_CALENDAR)
      expect([engine.name, rows.length, rows[0]?.[0], rows[10]?.[0]]).toEqual([engine.name, 11, 'pos-5', 'pos-0'])
      expect([engine.name, others]).toEqual([engine.name, [null, ...close([100, 100, 100, 100, 100, 100])]])
    }
  })

  test('nothing without values', async () => {
    for (const engine of engines) {
      const filter = { columnId: 'channel', comparison: 'Equal', value: 'phone' } as const
      const { rows } = await engine.run({ ...asked('netSales', []), filter }, PLAIN_CALENDAR)
      expect([engine.name, rows]).toEqual([engine.name, [[null, null, null, null, null, null]]])
    }
  })

  test('totals of all records where the whole meets a filter on groups', async () => {
    for (const engine of engines) {
      const having = { columnId: 'orderCount', comparison: 'GreaterThan', value: 11 } as const
      const { totals } = await engine.run({ ...asked('netSales', []), having }, PLAIN_CALENDAR)
      expect([engine.name, totals]).toEqual([engine.name, close(TOTAL)])
    }
  })

  test('of days, where most records have none', async () => {
    for (const engine of engines) {
      const { rows } = await engine.run(asked('daysBetweenOrders', []), PLAIN_CALENDAR)
      expect([engine.name, rows]).toEqual([engine.name, [[0, 0, 0, 0, 0, 0]]])
    }
  })
})
