import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { isFullLane } from '#testkit/lane.ts'
import { sharedData } from '#testkit/shared-data.ts'
import { asking, options } from '../conformance/loaded-winery.fixture.ts'
import { type Batch, type BatchLeaving, loadBatch } from '../duckdb/load-batch.fixture.ts'
import { customerRow, lineRow, membershipRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import type { Warehouse } from '../engine.ts'

const ZONE = 'America/Los_Angeles'
const MAY = { columnId: 'orderDate', from: '2026-05-01', until: '2026-06-01' }
const ACCOUNTS = 20

const warehouses: Record<string, Warehouse> = {}
beforeAll(async () => {
  const clickHouse = await testClickHouse({ accounts: ACCOUNTS })
  afterAll(() => clickHouse.close())
  warehouses.ClickHouse = clickHouse.warehouse
  warehouses.DuckDB = (await testWarehouse({}, afterAll)).warehouse
})

/** The order of a customer, of one line. */
const sale = (
  id: string,
  day: string,
  customer: string,
  amount = 1_000,
  order: Partial<CanonicalRecord<'orders'>> = {},
): Batch => ({
  orders: [
    orderRow({ source_id: id, ordered: Date.parse(`${day}T20:00:00Z`), customer_source_id: customer, ...order }),
  ],
  order_lines: [lineRow({ order_source_id: id, amount })],
})

const merged = (...batches: readonly Batch[]): Batch => ({
  customers: batches.flatMap(({ customers = [] }) => customers),
  orders: batches.flatMap(({ orders = [] }) => orders),
  order_lines: batches.flatMap(({ order_lines = [] }) => order_lines),
  memberships: batches.flatMap(({ memberships = [] }) => memberships),
})

const customer = (
  source_id: string,
  name: string,
  email: string | null,
  more: Partial<CanonicalRecord<'customers'>> = {},
): Batch => ({
  customers: [customerRow({ source_id, name, email, ...more })],
})

/** Rows of a file of orders as they are imported: a customer for each email. */
const readCase = (file: string): Batch => {
  const [, ...lines] = readFileSync(sharedData(`cases/${file}`), 'utf8')
    .trim()
    .split(/\r?\n/)
  return merged(
    ...lines.map((line) => {
      const [id = '', day = '', email = '', name = '', , net] = line.split(',')
      return merged(customer(email, name, email), sale(id, day, email, Number(net) * 100))
    }),
  )
}

let accounts = 0

describe.each(['DuckDB', 'ClickHouse'])('%s', (engine) => {
  const account = () => {
    accounts += 1
    const accountId = (accounts % ACCOUNTS) + 1
    const warehouse = warehouses[engine]
    if (warehouse === undefined) throw new Error(`${engine} is not open`)
    let batches = 0
    const load = (serviceId: string, batch: Batch, leaving: BatchLeaving = {}) => {
      batches += 1
      const request = {
        accountId,
        serviceId,
        batchId: `b${batches}`,
        calendar: { timeZone: ZONE },
        mode: 'merge' as const,
      }
      return loadBatch(warehouse, request, batch, leaving)
    }
    const run = async (query: SemanticQuery) =>
      (await warehouse.query(accountId, (dialect) => compileRows(query, { ...options, dialect }))).rows
    const ask = (reportType: string, columns: readonly string[], range: SemanticQuery['range'] = null) =>
      run(asking({ reportType, ask: columns, range, grain: 'groups' }))
    const customers = async () =>
      run(
        asking({
          reportType: 'Customers',
          groupBy: ['customerId'],
          ask: ['orderCount', 'lifetimeValue', 'isRepeatCustomer'].slice(0, 2),
          sort: [{ column: 0, direction: 'asc' }],
        }),
      )
    return { accountId, warehouse, load, run, ask, customers }
  }

  /** Mara at the till in April and on the web in May; Leo at the till. */
  const shop = async () => {
    const one = account()
    await one.load('till', readCase('04_till.csv'))
    await one.load('web', readCase('04_web.csv'))
    return one
  }

  test('the same person at the till and online is one customer', async () => {
    const { ask } = await shop()
    const columns = ['customerCount', 'repeatRate', 'newCustomers', 'returningCustomers']
    for (const reportType of ['Customers', 'Orders']) {
      expect(await ask(reportType, columns)).toEqual([[2, 0.5, 2, 1]])
      expect(await ask(reportType, columns.slice(2), MAY)).toEqual([[0, 1]])
    }
  })

  test('lifetime value, orders and the days of a history are those of the person', async () => {
    const { customers, ask } = await shop()
    expect(await customers()).toEqual([
      ['leo.roy@example.com', 1, 4_000],
      ['mara.lund@example.com', 2, 15_000],
    ])
    expect(await ask('Customers', ['lifetimeValue', 'medianLifetimeValue'])).toEqual([[9_500, 9_500]])
    expect(await ask('Orders', ['daysBetweenOrders'])).toEqual([[30]])
  })

  test('an account can keep customers apart, and join them again', async () => {
    const { warehouse, accountId, ask } = await shop()
    const change = (separateCustomers: boolean) =>
      warehouse.changeCalendar(accountId, { timeZone: ZONE, separateCustomers })
    const columns = ['customerCount', 'repeatRate', 'newCustomers', 'returningCustomers']
    expect(await change(true)).toMatchObject({ changed: true })
    for (const reportType of ['Customers', 'Orders']) expect(await ask(reportType, columns)).toEqual([[3, 0, 3, 0]])
    await change(false)
    for (const reportType of ['Customers', 'Orders']) expect(await ask(reportType, columns)).toEqual([[2, 0.5, 2, 1]])
    expect(await change(false)).toMatchObject({ changed: false })
  })

  // In ClickHouse a load takes a second, so the normal lane has the main cases only.
  if (engine === 'ClickHouse' && !isFullLane) return

  test('numbers do not depend on which service is loaded first, nor on how an email is written', async () => {
    const { load, customers, ask } = account()
    await load('web', merged(customer('7', 'Mara Lund', ' Mara.Lund@Example.com'), sale('W', '2026-05-02', '7')))
    await load(
      'till',
      merged(
        customer('9', 'MARA LUND', 'mara.lund@example.com', { birth: '1980-02-03' }),
        sale('T', '2026-04-02', '9'),
      ),
    )
    expect(await customers()).toEqual([['9', 2, 2_000]])
    expect(await ask('Orders', ['newCustomers', 'returningCustomers'], MAY)).toEqual([[0, 1]])
  })

  test('a member of a club in one service is a member at the till of another', async () => {
    const { load, run } = account()
    await load(
      'club',
      merged(customer('m', 'Ana Berg', 'ana@x.example'), {
        memberships: [membershipRow({ customer_source_id: 'm', signup: Date.UTC(2026, 0, 5) })],
      }),
    )
    await load('till', merged(customer('t', 'Ana Berg', 'ana@x.example'), sale('T', '2026-02-02', 't')))
    expect(
      await run(asking({ reportType: 'Customers', groupBy: ['segment'], ask: ['customerCount', 'orderCount'] })),
    ).toEqual([['member', 1, 1]])
    expect(await run(asking({ reportType: 'Memberships', ask: ['customerId'] }))).toEqual(
      await run(asking({ reportType: 'Orders', ask: ['customerId'] })),
    )
  })

  test('an email under different last names in one service joins nobody', async () => {
    const { load, ask } = account()
    await load(
      'till',
      merged(
        customer('1', 'Mara Lund', 'desk@winery.example'),
        sale('A', '2026-04-01', '1'),
        customer('2', 'Leo Roy', 'desk@winery.example'),
        sale('B', '2026-04-02', '2'),
      ),
    )
    await load('web', merged(customer('3', 'Leo Roy', 'desk@winery.example'), sale('C', '2026-04-03', '3')))
    expect(await ask('Customers', ['customerCount', 'returningCustomers'])).toEqual([[3, 0]])
    await load('till', customer('1', 'Mara Lund', null))
    expect(await ask('Customers', ['customerCount', 'returningCustomers'])).toEqual([[2, 1]])
  })

  test('an email that the orders of one customer have under different names joins nobody', async () => {
    const { load, ask } = account()
    await load(
      'till',
      merged(
        customer('desk@winery.example', 'Mara Lund', 'desk@winery.example'),
        sale('A', '2026-04-01', 'desk@winery.example', 1_000, { customer_name: 'Mara Lund' }),
      ),
    )
    await load('web', merged(customer('3', 'Mara Lund', 'desk@winery.example'), sale('C', '2026-04-03', '3')))
    expect(await ask('Customers', ['customerCount'])).toEqual([[1]])
    await load('till', sale('B', '2026-04-02', 'desk@winery.example', 1_000, { customer_name: 'Leo Roy' }))
    expect(await ask('Customers', ['customerCount'])).toEqual([[2]])
    await load('till', {}, { remove: { orders: ['B'] } })
    expect(await ask('Customers', ['customerCount'])).toEqual([[1]])
  })

  test('a placeholder is no email', async () => {
    const { load, ask } = account()
    const each = ['none', 'noreply@shop.example', '', 'n/a', 'walk-in@shop.example'].flatMap((email, index) => [
      customer(`a${index}`, 'Guest', email),
      customer(`b${index}`, 'Guest', email),
    ])
    await load('till', merged(...each))
    expect(await ask('Customers', ['customerCount'])).toEqual([[10]])
  })

  test('a customer whose email changes leaves one person and joins another', async () => {
    const { load, customers } = account()
    await load('till', merged(customer('1', 'Mara Lund', 'mara@x.example'), sale('T', '2026-04-02', '1')))
    await load('web', merged(customer('5', 'Mara Lund', 'mara@y.example'), sale('W', '2026-05-02', '5')))
    const apart = [
      ['1', 1, 1_000],
      ['5', 1, 1_000],
    ]
    expect(await customers()).toEqual(apart)
    await load('web', customer('5', 'Mara Lund', 'mara@x.example'))
    expect(await customers()).toEqual([['1', 2, 2_000]])
    await load('web', customer('5', 'Mara Lund', 'mara@y.example'))
    expect(await customers()).toEqual(apart)
  })

  test('orders that name an address without a customer on record belong to who has it', async () => {
    const { load, ask } = account()
    await load('api', sale('A', '2026-03-02', 'Mara@x.example'))
    await load('pos', sale('P', '2026-03-09', 'mara@x.example'))
    expect(await ask('Orders', ['customerCount', 'returningCustomers'])).toEqual([[1, 1]])
    await load('till', merged(customer('1', 'Mara Lund', 'mara@x.example'), sale('T', '2026-04-02', '1')))
    expect(await ask('Orders', ['customerCount', 'newCustomers', 'returningCustomers'])).toEqual([[1, 1, 1]])
    expect(await ask('Customers', ['customerCount', 'orderCount', 'lifetimeValue'])).toEqual([[1, 3, 3_000]])
  })

  test('the removal of a service leaves the rest of a person', async () => {
    const { warehouse, accountId, customers, ask } = await shop()
    await warehouse.removeService(accountId, 'till')
    expect(await customers()).toEqual([['mara.lund@example.com', 1, 9_000]])
    expect(await ask('Orders', ['newCustomers', 'returningCustomers'], MAY)).toEqual([[1, 0]])
  })

  test('orders of a service with customers of its own numbers stay with them', async () => {
    const { load, customers } = account()
    await load('a', merged(customer('1', 'Ana', 'ana@x.example'), sale('A', '2026-04-02', '1')))
    await load('b', merged(customer('1', 'Ben', 'ben@x.example'), sale('B', '2026-04-03', '1')))
    await load('c', merged(customer('1', 'Ana', 'ana@x.example'), sale('C', '2026-04-04', '1')))
    expect(await customers()).toEqual([['1', 3, 1_500]])
  })
})
