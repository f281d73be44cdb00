import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { isFullLane } from '#testkit/lane.ts'
import { type Batch, type BatchLeaving, loadBatch } from '../duckdb/load-batch.fixture.ts'
import { customerRow, lineRow, membershipRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import type { LoadRequest, Warehouse } from '../engine.ts'
import { everyRow } from './every-row.fixture.ts'

/** An order of one line for each amount. */
const order = (source_updated: number | null, amounts: readonly number[]): Batch => ({
  orders: [orderRow({ source_updated, total: amounts.reduce((sum, amount) => sum + amount, 0) })],
  order_lines: amounts.map((amount, index) => lineRow({ line_number: index + 1, amount })),
})

const hold = (source_id: string): CanonicalRecord<'membership_holds'> => ({
  ...{ source_id, source_updated: null, time_basis: 'utc', membership_source_id: 'm1' },
  ...{ start: '2026-05-01', end: null, reason: null },
})

const ACCOUNTS = 40

/** In ClickHouse a load takes a second, so the normal lane has the main cases only. */
const describeLoads = (open: () => Promise<Warehouse>, { hasMainOnly = false } = {}): void => {
  let warehouse: Warehouse
  let accountId = 0
  beforeAll(async () => {
    warehouse = await open()
  })

  /** Loads into an account of its own, one batch after another. */
  const newAccount = () => {
    accountId += 1
    const id = accountId
    let loads = 0
    return {
      load: (batch: Batch, leaving: BatchLeaving = {}, request: Partial<LoadRequest> = {}) => {
        loads += 1
        const shared = { accountId: id, serviceId: 's1', calendar: { timeZone: 'UTC' }, mode: 'merge' } as const
        return loadBatch(warehouse, { ...shared, batchId: `b${loads}`, ...request }, batch, leaving)
      },
      stored: async () => {
        const { orders, order_lines, source_orders } = await everyRow(warehouse, id)
        return {
          orders: orders.map(({ source_id, total, net_sales }) => [source_id, total, net_sales]),
          lines: order_lines.map(({ source_id, amount }) => [source_id, amount]),
          source: source_orders.map(({ net_sales }) => net_sales),
        }
      },
      rows: () => everyRow(warehouse, id),
    }
  }
  const newer = { orders: [['o1', 4500, 4500]], lines: [['o1/1', 4500]], source: [4500] }

  test('an older order changes nothing, its lines included, and is counted', async () => {
    const { load, stored } = newAccount()
    await load(order(2, [4500]))
    expect(await load(order(1, [4500, 4500]))).toMatchObject({
      changed: false,
      dataVersion: 1,
      counts: { orders: 1, order_lines: 2, outdated: 1 },
    })
    expect(await stored()).toEqual(newer)
  })

  test('what is the source’s state of now replaces newer rows, and its version counts from then on', async () => {
    const { load, stored } = newAccount()
    await load(order(3, [4500, 4500]))
    expect((await load(order(1, [4500]), {}, { isCurrent: true })).counts).toEqual({ orders: 1, order_lines: 1 })
    expect(await stored()).toEqual(newer)
    await load(order(3, [4500]))
    await load(order(1, [4500]), {}, { isCurrent: true })
    expect((await load(order(2, [4500]))).counts.outdated).toBeUndefined()
  })

  test('a single line is compared with the stored line, a line of an order that is given goes with its order', async () => {
    const { load, stored } = newAccount()
    await load(order(1, [4500]))
    const line = (source_updated: number, amount: number) => ({ order_lines: [lineRow({ source_updated, amount })] })
    await load(line(5, 4600))
    expect((await load(line(4, 9999))).counts).toEqual({ order_lines: 1, outdated: 1 })
    expect((await stored()).lines).toEqual([['o1/1', 4600]])
    await load({ orders: order(2, [4500]).orders ?? [], ...line(2, 4500) })
    expect(await stored()).toEqual(newer)
  })

  test('holds of an older membership are left out with it', async () => {
    const { load, rows } = newAccount()
    await load({ memberships: [membershipRow({ source_updated: 2 })], membership_holds: [hold('h1')] })
    const older = { memberships: [membershipRow({ source_updated: 1 })], membership_holds: [hold('h2')] }
    expect((await load(older, { replaceWithin: ['membership_holds'] })).counts.outdated).toBe(1)
    expect((await rows()).membership_holds.map(({ source_id }) => source_id)).toEqual(['h1'])
  })

  if (hasMainOnly) return

  test.each([
    ['of the same version', 2, 2],
    ['without a version', 2, null],
    ['where the stored one has none', null, 1],
    ['of a later version', 2, 3],
  ])('an order %s replaces', async (_, before, after) => {
    const { load, stored } = newAccount()
    await load(order(before, [4500, 4500]))
    const outcome = await load(order(after, [4500]))
    expect(outcome.counts).toEqual({ orders: 1, order_lines: 1 })
    expect(await stored()).toEqual(newer)
  })

  test('a later version that changes nothing else is remembered, and no change', async () => {
    const { load, stored } = newAccount()
    await load(order(1, [4500]))
    expect(await load(order(3, [4500]))).toMatchObject({ changed: false, dataVersion: 1 })
    expect((await load(order(2, [4500, 4500]))).counts.outdated).toBe(1)
    expect(await stored()).toEqual(newer)
  })

  test('other records of the load are applied', async () => {
    const { load, rows } = newAccount()
    await load({ customers: [customerRow({ source_updated: 2 })] })
    const given = [customerRow({ source_updated: 1, name: 'Old' }), customerRow({ source_id: 'c2', source_updated: 1 })]
    expect((await load({ customers: given })).counts).toEqual({ customers: 2, outdated: 1 })
    expect((await rows()).customers.map(({ source_id, name }) => [source_id, name])).toEqual([
      ['c1', 'Ada'],
      ['c2', 'Ada'],
    ])
  })

  test('an older order that is given is not gone, whatever else the load says; another order is', async () => {
    const { load, stored } = newAccount()
    await load(order(2, [4500]))
    await load({ orders: [orderRow({ source_id: 'o2' })] })
    await load(order(1, [4500, 4500]), { retain: { orders: [] }, remove: { orders: ['o1'] } })
    expect(await stored()).toEqual(newer)
  })

  test('an order that was removed comes back in any version', async () => {
    const { load, stored } = newAccount()
    await load(order(2, [4500, 4500]))
    await load({}, { remove: { orders: ['o1'] } })
    await load(order(1, [4500]))
    expect(await stored()).toEqual(newer)
  })

  test('a load that replaces everything replaces newer records too', async () => {
    const { load, stored } = newAccount()
    await load(order(2, [4500, 4500]))
    expect((await load(order(1, [4500]), {}, { mode: 'replace' })).counts).toEqual({ orders: 1, order_lines: 1 })
    expect(await stored()).toEqual(newer)
  })

  test('records of other services are not compared', async () => {
    const { load, stored } = newAccount()
    await load(order(2, [4500]))
    expect((await load(order(1, [4500]), {}, { serviceId: 's2' })).counts.outdated).toBeUndefined()
    expect((await stored()).orders).toHaveLength(2)
  })
}

describe('an older record never replaces a newer one, in files', () => {
  describeLoads(async () => (await testWarehouse({}, afterAll)).warehouse)
})

onClickHouse('an older record never replaces a newer one, in ClickHouse', () => {
  describeLoads(
    async () => {
      const clickHouse = await testClickHouse({ accounts: ACCOUNTS })
      afterAll(() => clickHouse.close())
      return clickHouse.warehouse
    },
    { hasMainOnly: !isFullLane },
  )
})
