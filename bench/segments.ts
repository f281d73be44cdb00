import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ReportQuery } from '#contract/reports.ts'
import { DAY_MS } from '#domain/clock.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { compileMembers } from '#semantic/compiler/compile-members.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import { customerRow, lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import type { Warehouse } from '#warehouse/engine.ts'
import { manyAccounts, openClickHouse, withDatabase } from './kit/many-accounts.ts'

/**
 * How long updating ten segments takes, compared with the loads that they follow: `node bench/segments.ts [clickhouse] [customers]`. Each customer
 * has four orders of two lines within four years.
 */
const [engine = 'files', given = '500000'] = process.argv.slice(2)
const CUSTOMERS = Number(given)
const ORDERS_EACH = 4
const TODAY = Date.UTC(2026, 10, 30)
const PART = 20_000

const orders = (dimension: object) => [{ of: 'Orders', ...dimension }]
const CONDITIONS: readonly object[] = [
  { filters: [{ columnId: 'state', value: 'CA' }] },
  { filters: [{ columnId: 'rfmSegment', value: 'best' }] },
  { filters: [{ columnId: 'rfmSegment', value: 'dormant' }] },
  { filters: [{ columnId: 'lifetimeValue', comparison: 'GreaterThan', value: 100 }] },
  { filters: [{ columnId: 'isRepeatCustomer', comparison: 'IsTrue' }] },
  { filters: [{ columnId: 'lastOrderDate', comparison: 'LessThan', value: '2025-11-30' }] },
  { history: orders({ count: { value: 2 }, dates: 'Last365Days' }) },
  { history: orders({ count: { comparison: 'Equal', value: 0 }, dates: 'ThisYear' }) },
  { history: orders({ which: 'first', filters: [{ columnId: 'channel', value: 'web' }] }) },
  { history: [{ of: 'OrderLines', filters: [{ columnId: 'productTitle', value: 'Pinot Noir' }] }] },
]

const batch = (from: number, until: number, isFirst: boolean) => {
  const rows = Array.from({ length: until - from }, (_, index) => from + index)
  const sold = rows.flatMap((customer) =>
    Array.from({ length: isFirst ? ORDERS_EACH : 1 }, (_, nth) => ({
      customer,
      id: `${isFirst ? 'o' : 'n'}${customer}/${nth}`,
      nth,
    })),
  )
  return {
    customers: rows.map((id) =>
      customerRow({
        source_id: `c${id}`,
        name: `Customer ${id}`,
        email: `c${id}@x.test`,
        state: id % 3 === 0 ? 'CA' : 'OR',
      }),
    ),
    orders: sold.map(({ id, customer, nth }) =>
      orderRow({
        ...{ source_id: id, customer_source_id: `c${customer}`, channel: customer % 4 === 0 ? 'web' : 'pos' },
        ordered: TODAY - (isFirst ? (((customer * 7919 + nth * 104_729) % 1_450) + 1) * DAY_MS : DAY_MS / 2),
        total: 2_000 + (customer % 90) * 100,
      }),
    ),
    order_lines: sold.flatMap(({ id, customer }) =>
      [1, 2].map((line) =>
        lineRow({
          source_id: `${id}/${line}`,
          order_source_id: id,
          line_number: line,
          line_id: `${line}`,
          amount: 1_000 + (customer % 90) * 50,
        }),
      ),
    ),
  }
}

const load = async (warehouse: Warehouse, batchId: string, customers: number, isFirst: boolean): Promise<void> => {
  const request = { accountId: 1, serviceId: 's', batchId, calendar: { timeZone: 'UTC' }, mode: 'merge' } as const
  const staged = await warehouse.beginLoad({ ...request, expectedRows: customers * ORDERS_EACH })
  for (let from = 0; from < customers; from += PART) {
    const rows = batch(from, Math.min(customers, from + PART), isFirst)
    await staged.append('customers', rows.customers)
    await staged.append('orders', rows.orders)
    await staged.append('order_lines', rows.order_lines)
  }
  await staged.commit()
}

const update = (warehouse: Warehouse, day: string, isNew: boolean) => {
  const context = { today: day, weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' } as const
  const segments = CONDITIONS.map((conditions, index) => {
    const definition = { reportType: 'Customers', columns: [{ columnId: 'customerId' }], ...conditions }
    const request = ReportQuery.parse({ definition })
    if (!('columns' in request.definition)) throw new Error('a definition is expected')
    const { query } = resolveReport({ ...request, definition: request.definition }, context)
    const { dialect } = warehouse
    return { id: `s${index}`, isNew, members: compileMembers(query, { dialect, context, minorUnits: 100 }) }
  })
  return warehouse.updateSegments(1, { day, segments })
}

const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  const start = performance.now()
  await work()
  process.stdout.write(`${what}: ${((performance.now() - start) / 1000).toFixed(2)} s\n`)
}

const measure = async (warehouse: Warehouse): Promise<void> => {
  await timed(`first load, ${CUSTOMERS} customers`, () => load(warehouse, 'first', CUSTOMERS, true))
  await timed('ten new segments', () => update(warehouse, '2026-11-29', true))
  await timed('later load, 20,000 orders', () => load(warehouse, 'later', 20_000, false))
  await timed('ten segments after it', () => update(warehouse, '2026-11-30', false))
  await timed('ten segments again', () => update(warehouse, '2026-11-30', false))
}

if (engine === 'clickhouse') {
  const { dataDir, clickHouse } = await manyAccounts('clickhouse', { accounts: 1, orders: 100 })
  if (clickHouse === null) throw new Error('ClickHouse was started')
  await withDatabase(dataDir, async (pool) => {
    const warehouse = await openClickHouse(clickHouse.url, { pool, dataDir })
    await measure(warehouse).finally(() => warehouse.close())
  })
  await clickHouse.close()
  await rm(dataDir, { recursive: true })
} else {
  const dataDir = await mkdtemp(join(process.cwd(), 'data-segments-'))
  const warehouse = await openDuckDbWarehouse({ dataDir })
  await measure(warehouse).finally(async () => {
    await warehouse.close()
    await rm(dataDir, { recursive: true })
  })
}
