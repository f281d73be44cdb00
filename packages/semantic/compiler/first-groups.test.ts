import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { QuerySort, SemanticQuery } from '#semantic/query.ts'
import { sample } from '#testkit/lane.ts'
import { asking, options } from '#warehouse/conformance/loaded-winery.fixture.ts'
import { customerRow, lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { type TestWarehouse, testWarehouse } from '#warehouse/duckdb/test-warehouse.fixture.ts'
import type { SqlValue } from '#warehouse/engine.ts'
import { compileRowCount, compileRows } from './compile.ts'
import { compileOthers } from './compile-others.ts'

const NAMES = ['Ada', 'Bea', 'Cleo', 'Dora', null]
const STATES = ['CA', 'OR', null]
const CUSTOMERS = 14
const ORDERS = 90

/** The same numbers at each run. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Services share IDs of customers: with the same name, and with another. Many have the same sales, and many have none. */
const makeBatch = (service: number) => {
  const next = numbersFrom(7 + service)
  const order = (index: number) => ({
    source_id: `o${index}`,
    customer_source_id: next(12) === 0 ? 'unknown' : `c${next(10)}`,
    payment_status: next(8) === 0 ? ('unpaid' as const) : ('paid' as const),
    currency: next(15) === 0 ? 'EUR' : 'USD',
    time_basis: 'local' as const,
    ordered: `${2024 + next(2)}-0${1 + next(9)}-10 12:00:00`,
    is_refund: next(7) === 0,
  })
  const orders = Array.from({ length: ORDERS }, (_, index) => orderRow(order(index)))
  return {
    customers: Array.from({ length: CUSTOMERS }, (_, index) =>
      customerRow({
        source_id: `c${index}`,
        name: NAMES[(index * (next(3) === 0 ? service : 1)) % NAMES.length] ?? null,
        state: STATES[next(STATES.length)] ?? null,
        currency: 'USD',
        lifetime_value_seed: next(4) === 0 ? 700 : null,
      }),
    ),
    orders,
    order_lines: orders.map(({ source_id, is_refund }, index) =>
      lineRow({
        order_source_id: source_id,
        source_id: `l${index}`,
        amount: (is_refund ? -1 : 1) * 100 * next(4),
      }),
    ),
  }
}

let winery: TestWarehouse
let customers: SqlValue[][]
let orders: SqlValue[][]

beforeAll(async () => {
  winery = await testWarehouse({}, afterAll)
  for (const service of [1, 2, 3]) await winery.load(makeBatch(service), { serviceId: `s${service}` })
  customers = await winery.rows(
    'SELECT service_id, source_id, name, state, COALESCE(lifetime_value_seed, 0) FROM customers',
  )
  orders = await winery.rows(
    `SELECT service_id, customer_source_id, strftime(ordered_local, '%Y-%m-%d'), net_sales, is_counted FROM orders
     WHERE payment_status = 'paid' AND currency = 'USD'`,
  )
})

const KEYS: Readonly<Record<string, number>> = { customerId: 1, customerName: 2, state: 3 }

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** Orders, net sales, average order and lifetime value of customers, in plain arithmetic. */
const expectedMeasures = (group: readonly SqlValue[][], { range }: SemanticQuery): (number | null)[] => {
  const of = ([service, id]: readonly SqlValue[]) => orders.filter(([s, customer]) => s === service && customer === id)
  const inRange = group
    .flatMap(of)
    .filter(([, , day]) => range === null || (String(day) >= range.from && String(day) < range.until))
  const counted = inRange.filter(([, , , , isCounted]) => isCounted === true)
  const net = (rows: readonly SqlValue[][]): number => sum(rows.map(([, , , sales]) => Number(sales)))
  const lifetimes = group.filter((one) => of(one).length > 0).map((one) => net(of(one)) + Number(one[4]))
  return [
    counted.length,
    net(inRange),
    counted.length === 0 ? null : net(counted) / counted.length,
    lifetimes.length === 0 ? null : sum(lifetimes) / lifetimes.length,
  ]
}

const compareValues = (left: SqlValue, right: SqlValue): number =>
  left === right ? 0 : left === null ? 1 : right === null ? -1 : left < right ? -1 : 1

const isShown = ([, , , state]: readonly SqlValue[], { filter }: SemanticQuery): boolean =>
  filter === null || state === 'CA'

/** Every group in order. */
const expectedGroups = (query: SemanticQuery) => {
  const customerKey = (customer: readonly SqlValue[]) =>
    query.groupBy.map((columnId) => customer[KEYS[columnId] ?? 0] ?? null)
  const groups = Map.groupBy(
    customers.filter((one) => isShown(one, query)),
    (one) => JSON.stringify(customerKey(one)),
  )
  const rows = [...groups.values()].map((group) => ({
    group,
    row: [...customerKey(group[0] ?? []), ...expectedMeasures(group, query)],
  }))
  const isBlank = (row: readonly SqlValue[]) => row.slice(0, query.groupBy.length).every((key) => key === null)
  return rows.sort(({ row: a }, { row: b }) => {
    if (isBlank(a) !== isBlank(b)) return isBlank(a) ? 1 : -1
    for (const sort of query.sort) {
      if (!('column' in sort)) continue
      const [left = null, right = null] = [a[sort.column], b[sort.column]]
      const order = compareValues(left, right)
      if (order !== 0) return sort.direction === 'desc' && left !== null && right !== null ? -order : order
    }
    return query.groupBy.map((_, index) => compareValues(a[index] ?? null, b[index] ?? null)).find(Boolean) ?? 0
  })
}

const run = ({ sql, params }: ReturnType<typeof compileRows>): Promise<SqlValue[][]> => winery.rows(sql, params)

const RANGES = {
  'all time': null,
  'a year': { columnId: 'orderDate', from: '2024-01-01', until: '2025-01-01' },
  'a month in which few have ordered': { columnId: 'orderDate', from: '2024-03-01', until: '2024-04-01' },
  'a day without orders': { columnId: 'orderDate', from: '2023-03-01', until: '2023-03-02' },
}

const CALIFORNIA = { columnId: 'state', comparison: 'Equal', value: 'CA' } as const

/** By the measure at `place`, and then by others. */
const sorted = (query: SemanticQuery, position: number): SemanticQuery => {
  const by = (index: number): QuerySort => ({ column: query.groupBy.length + index, direction: 'desc' })
  return { ...query, sort: [by(position), by((position + 2) % 4), { column: 0, direction: 'asc' }] }
}

const WINDOWS = [
  { top: 5, page: null },
  { top: 30, page: null },
  { top: null, page: { offset: 0, limit: 3 } },
  { top: null, page: { offset: 4, limit: 4 } },
  { top: 6, page: { offset: 4, limit: 4 } },
]

describe.each(Object.entries(RANGES))('the first groups of customers by a measure of their orders, %s', (_, range) => {
  test.each([
    [['customerId', 'customerName']],
    [['customerName', 'customerId']],
    [['state', 'customerId']],
    [['customerId']],
  ])('grouped by %j are those of all groups', async (groupBy) => {
    const asked = { groupBy, ask: ['orderCount', 'netSales', 'averageOrder', 'lifetimeValue'], range }
    const cases = [null, CALIFORNIA].flatMap((filter) =>
      [0, 1, 2].flatMap((index) => WINDOWS.map((window) => ({ filter, index, window }))),
    )
    for (const { filter, index, window } of sample(cases, 7)) {
      const query = sorted(asking({ reportType: 'Customers', ...asked, filter, ...window }), index)
      const compiled = compileRows(query, options)
      expect(compiled.sql).toContain('WITH ranked')
      const all = expectedGroups(query)
      const offset = window.page?.offset ?? 0
      const end = Math.min(window.top ?? all.length, window.page ? offset + window.page.limit : all.length)
      expect(await run(compiled)).toEqual(all.slice(offset, end).map(({ row }) => row))
    }
  })

  test('all others of a top N are the customers of every other group', async () => {
    for (const groupBy of [['customerId', 'customerName'], ['customerId'], ['state']])
      for (const index of [0, 1]) {
        const ask = ['orderCount', 'netSales', 'averageOrder', 'lifetimeValue']
        const query = sorted(asking({ reportType: 'Customers', groupBy, ask, range, top: 2 }), index)
        const rest = expectedGroups(query)
          .slice(2)
          .flatMap(({ group }) => group)
        const [[...others] = []] = await run(compileOthers(query, options))
        expect(others).toEqual([...groupBy.map(() => null), ...expectedMeasures(rest, query)])
        const known = compileOthers(query, options, await run(compileRows(query, options)))
        if (groupBy.length === 1 && groupBy[0] === 'customerId') expect(known.sql).not.toContain('ranked')
        expect(await run(known)).toEqual([others])
        expect(await run(compileRowCount(query, options))).toEqual([[expectedGroups(query).length]])
      }
  })
})
